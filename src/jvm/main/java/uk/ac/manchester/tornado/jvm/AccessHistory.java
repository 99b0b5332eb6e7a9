package uk.ac.manchester.tornado.jvm;

import java.util.Arrays;

/**
 * The accesses to each element of an array during one launch, as {@linkplain EpochClock stamps}. It keeps only those
 * accesses that decide whether a later access races: the last write, since two unordered writes are a race already, and a few of the reads
 * and of the atomic operations.
 */
final class AccessHistory {
    private EpochClock clock;
    private final long[] writes;
    private final Shared reads;
    /** Null until the first atomic operation on the array. */
    private Shared atomics;

    AccessHistory(int size) {
        this.writes = new long[size];
        this.reads = new Shared(size);
    }

    /** Forgets all accesses. The clock orders the accesses that follow. */
    void begin(EpochClock launch) {
        clock = launch;
        Arrays.fill(writes, EpochClock.NEVER);
        reads.clear();
        atomics = null;
    }

    /** Returns the write that races with an access by the current work-item, or {@link EpochClock#NEVER}. */
    long racingWrite(int index) {
        return ifRacing(writes[index]);
    }

    /** Returns a read that races with a write by the current work-item, or {@link EpochClock#NEVER}. */
    long racingRead(int index) {
        return reads.racing(index);
    }

    /** Returns an atomic operation that races with another access by the current work-item, or {@link EpochClock#NEVER}. */
    long racingAtomic(int index) {
        return atomics == null ? EpochClock.NEVER : atomics.racing(index);
    }

    boolean isByAnotherGroup(long stamp) {
        return stamp != EpochClock.NEVER && clock.isByAnotherGroup(stamp);
    }

    private long ifRacing(long stamp) {
        return clock.races(stamp) ? stamp : EpochClock.NEVER;
    }

    void write(int index, int location) {
        writes[index] = clock.stamp() | location;
    }

    void read(int index, int location) {
        reads.add(index, location);
    }

    void atomic(int index, int location) {
        if (atomics == null) {
            atomics = new Shared(writes.length);
        }
        atomics.add(index, location);
    }

    /**
     * Accesses of a kind that do not race with each other. Of each element it keeps:
     *
     * <ul>
     *   <li>the first access of the last epoch that had one;
     *   <li>the first access by another work-item in that epoch;
     *   <li>one access by another group.
     * </ul>
     *
     * <p>If an access of another kind races with any of them, it races with one of these.
     */
    private final class Shared {
        private final long[] first;
        private final long[] ofAnotherItem;
        private final long[] ofAnotherGroup;

        Shared(int size) {
            this.first = new long[size];
            this.ofAnotherItem = new long[size];
            this.ofAnotherGroup = new long[size];
        }

        void clear() {
            Arrays.fill(first, EpochClock.NEVER);
            Arrays.fill(ofAnotherItem, EpochClock.NEVER);
            Arrays.fill(ofAnotherGroup, EpochClock.NEVER);
        }

        long racing(int index) {
            long race = ifRacing(first[index]);
            if (race == EpochClock.NEVER) {
                race = ifRacing(ofAnotherItem[index]);
            }
            return race == EpochClock.NEVER ? ifRacing(ofAnotherGroup[index]) : race;
        }

        void add(int index, int location) {
            long known = first[index];
            if (clock.isInCurrentEpoch(known)) {
                if (!clock.isByCurrentItem(known) && !clock.isInCurrentEpoch(ofAnotherItem[index])) {
                    ofAnotherItem[index] = clock.stamp() | location;
                }
                return;
            }
            if (clock.isByAnotherGroup(known)) {
                ofAnotherGroup[index] = known;
            }
            first[index] = clock.stamp() | location;
        }
    }
}
