package uk.ac.manchester.tornado.jvm;

import java.util.Arrays;

/**
 * Who accessed each cell of an array in one launch, as {@linkplain EpochClock stamps}, as far as a race with a later access
 * can depend on it: the last write (two that are not ordered are a race already), and of the reads the first of the last
 * epoch that had one, the first by another work-item in that epoch, and one by another group. If any read before races
 * with a write, one of these does.
 */
final class AccessHistory {

    private EpochClock clock;
    private final long[] writes;
    private final long[] reads;
    private final long[] readsOfAnotherItem;
    private final long[] readsOfAnotherGroup;

    AccessHistory(int size) {
        this.writes = new long[size];
        this.reads = new long[size];
        this.readsOfAnotherItem = new long[size];
        this.readsOfAnotherGroup = new long[size];
    }

    /** Forgets all accesses; those to come are in the order of this clock. */
    void begin(EpochClock launch) {
        clock = launch;
        Arrays.fill(writes, EpochClock.NEVER);
        Arrays.fill(reads, EpochClock.NEVER);
        Arrays.fill(readsOfAnotherItem, EpochClock.NEVER);
        Arrays.fill(readsOfAnotherGroup, EpochClock.NEVER);
    }

    /** The write that an access now races with, or {@link EpochClock#NEVER}. */
    long racingWrite(int index) {
        return ifRacing(writes[index]);
    }

    /** The read that a write now races with, or {@link EpochClock#NEVER}. */
    long racingRead(int index) {
        long race = ifRacing(reads[index]);
        if (race == EpochClock.NEVER) {
            race = ifRacing(readsOfAnotherItem[index]);
        }
        return race == EpochClock.NEVER ? ifRacing(readsOfAnotherGroup[index]) : race;
    }

    private long ifRacing(long before) {
        return clock.races(before) ? before : EpochClock.NEVER;
    }

    void write(int index, int location) {
        writes[index] = clock.stamp() | location;
    }

    void read(int index, int location) {
        long first = reads[index];
        if (clock.isInCurrentEpoch(first)) {
            if (!clock.isByCurrentItem(first) && !clock.isInCurrentEpoch(readsOfAnotherItem[index])) {
                readsOfAnotherItem[index] = clock.stamp() | location;
            }
            return;
        }
        if (clock.isByAnotherGroup(first)) {
            readsOfAnotherGroup[index] = first;
        }
        reads[index] = clock.stamp() | location;
    }
}
