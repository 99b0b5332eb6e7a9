package uk.ac.manchester.tornado.jvm;

import java.util.Arrays;

/**
 * Who accessed each cell of an array in one launch, as {@linkplain Clock stamps}, as far as a race with a later access
 * can depend on it: the last write (two that are not ordered are a race already), and of the reads the last one, another
 * work-item's of the same epoch, and another group's. If any read before races with a write, one of these does.
 */
final class History {

    private Clock clock;
    private final long[] writes;
    private final long[] reads;
    private final long[] readsOfAnotherItem;
    private final long[] readsOfAnotherGroup;

    History(int size) {
        this.writes = new long[size];
        this.reads = new long[size];
        this.readsOfAnotherItem = new long[size];
        this.readsOfAnotherGroup = new long[size];
    }

    /** Forgets all accesses; those to come are in the order of this clock. */
    void begin(Clock launch) {
        clock = launch;
        Arrays.fill(writes, Clock.NEVER);
        Arrays.fill(reads, Clock.NEVER);
        Arrays.fill(readsOfAnotherItem, Clock.NEVER);
        Arrays.fill(readsOfAnotherGroup, Clock.NEVER);
    }

    /** The write that an access now races with, or {@link Clock#NEVER}. */
    long racingWrite(int index) {
        return ifRacing(writes[index]);
    }

    /** The read that a write now races with, or {@link Clock#NEVER}. */
    long racingRead(int index) {
        long race = ifRacing(reads[index]);
        if (race == Clock.NEVER) {
            race = ifRacing(readsOfAnotherItem[index]);
        }
        return race == Clock.NEVER ? ifRacing(readsOfAnotherGroup[index]) : race;
    }

    private long ifRacing(long before) {
        return clock.races(before) ? before : Clock.NEVER;
    }

    void write(int index, int place) {
        writes[index] = clock.now() | place;
    }

    void read(int index, int place) {
        long last = reads[index];
        if (clock.isMine(last)) {
            return;
        }
        if (clock.isOfEpoch(last)) {
            readsOfAnotherItem[index] = last;
        } else if (clock.isOfAnotherGroup(last)) {
            readsOfAnotherGroup[index] = last;
        }
        reads[index] = clock.now() | place;
    }
}
