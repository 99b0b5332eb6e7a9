package uk.ac.manchester.tornado.jvm;

import java.util.Arrays;

/**
 * Who accessed each cell of an array in one launch, as {@linkplain Clock stamps}, as far as a race with a later access
 * can depend on it: the last write (two that are not ordered are a race already), and of the reads the first of the last
 * epoch that had one, the first by another work-item in that epoch, and one by another group. If any read before races
 * with a write, one of these does.
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
        long first = reads[index];
        if (clock.isOfEpoch(first)) {
            if (!clock.isMine(first) && !clock.isOfEpoch(readsOfAnotherItem[index])) {
                readsOfAnotherItem[index] = clock.now() | place;
            }
            return;
        }
        if (clock.isOfAnotherGroup(first)) {
            readsOfAnotherGroup[index] = first;
        }
        reads[index] = clock.now() | place;
    }
}
