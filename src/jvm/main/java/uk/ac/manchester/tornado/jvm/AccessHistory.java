package uk.ac.manchester.tornado.jvm;

import java.util.Arrays;

/**
 * The accesses to each element of an array during one launch, as {@linkplain EpochClock stamps}. It keeps only those
 * accesses that decide whether a later access races:
 *
 * <ul>
 *   <li>the last write (two unordered writes are a race already);
 *   <li>the first read of the last epoch that had a read;
 *   <li>the first read by another work-item in that epoch;
 *   <li>one read by another group.
 * </ul>
 *
 * <p>If a write races with any earlier read, it races with one of these.
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

    /** Forgets all accesses. The clock orders the accesses that follow. */
    void begin(EpochClock launch) {
        clock = launch;
        Arrays.fill(writes, EpochClock.NEVER);
        Arrays.fill(reads, EpochClock.NEVER);
        Arrays.fill(readsOfAnotherItem, EpochClock.NEVER);
        Arrays.fill(readsOfAnotherGroup, EpochClock.NEVER);
    }

    /** Returns the write that races with an access by the current work-item, or {@link EpochClock#NEVER}. */
    long racingWrite(int index) {
        return ifRacing(writes[index]);
    }

    /** Returns a read that races with a write by the current work-item, or {@link EpochClock#NEVER}. */
    long racingRead(int index) {
        long race = ifRacing(reads[index]);
        if (race == EpochClock.NEVER) {
            race = ifRacing(readsOfAnotherItem[index]);
        }
        return race == EpochClock.NEVER ? ifRacing(readsOfAnotherGroup[index]) : race;
    }

    private long ifRacing(long stamp) {
        return clock.races(stamp) ? stamp : EpochClock.NEVER;
    }

    void write(int index, int location) {
        writes[index] = clock.stamp() | location;
    }

    void read(int index, int location) {
        long firstRead = reads[index];
        if (clock.isInCurrentEpoch(firstRead)) {
            if (!clock.isByCurrentItem(firstRead) && !clock.isInCurrentEpoch(readsOfAnotherItem[index])) {
                readsOfAnotherItem[index] = clock.stamp() | location;
            }
            return;
        }
        if (clock.isByAnotherGroup(firstRead)) {
            readsOfAnotherGroup[index] = firstRead;
        }
        reads[index] = clock.stamp() | location;
    }
}
