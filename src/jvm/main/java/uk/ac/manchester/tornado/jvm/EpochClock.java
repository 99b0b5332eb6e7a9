package uk.ac.manchester.tornado.jvm;

import java.util.Arrays;

/**
 * What a memory space of the checked device knows of a launch's order: which work-item runs stamp, and in which epoch. An
 * epoch ends at a barrier that orders the space, or with its group. Two accesses are ordered if they are of one
 * work-item, or of one group in different epochs: happens-before, as racecheck tools for GPUs take it. Iterations of a
 * parallel loop are groups of one work-item.
 *
 * <p>An access is kept as a stamp: 32 bits of its epoch, counted from 1; 10 bits of its work-item; 22 bits of its
 * {@linkplain SourceLocations location}.
 */
final class EpochClock {

    /** The stamp of no access. */
    static final long NEVER = 0;

    private static final int EPOCH_SHIFT = 32;
    private static final int ITEM_SHIFT = SourceLocations.BITS;
    private static final int ITEM_MASK = JvmDevice.MAX_GROUP_SIZE - 1;
    private static final long LOCATION_MASK = (1L << SourceLocations.BITS) - 1;

    private int epoch;
    private int firstOfLaunch;
    private int firstOfGroup;
    private long stamp;

    /** The first epoch of each group of the launch that has begun. */
    private int[] firstOfGroups = {};

    private int groupsBegun;

    /** A launch of so many groups begins: what was before is ordered before all of it. */
    void beginLaunch(int groups) {
        firstOfLaunch = Math.incrementExact(epoch);
        firstOfGroups = new int[groups];
        groupsBegun = 0;
    }

    /** The next group begins. */
    void beginGroup() {
        beginActor();
        firstOfGroups[groupsBegun++] = epoch;
    }

    /** What follows is in no order with what was before in this launch, though it counts as the same group. */
    void beginActor() {
        passBarrier();
        firstOfGroup = epoch;
    }

    /** The group's work-items have all come to a barrier that orders this space. */
    void passBarrier() {
        epoch = Math.incrementExact(epoch);
        run(0);
    }

    /** From stamp on this item of the group runs. */
    void run(int item) {
        stamp = (long) epoch << EPOCH_SHIFT | (long) item << ITEM_SHIFT;
    }

    /** An access stamp, at no location yet. */
    long stamp() {
        return stamp;
    }

    /** Whether an access before is of the work-item that runs stamp, in this epoch. */
    boolean isByCurrentItem(long before) {
        return (before ^ stamp) >>> ITEM_SHIFT == 0;
    }

    /** Whether an access before is of this epoch. */
    boolean isInCurrentEpoch(long before) {
        return epoch(before) == epoch;
    }

    /** Whether an access before is of another group of this launch. */
    boolean isByAnotherGroup(long before) {
        return epoch(before) < firstOfGroup && epoch(before) >= firstOfLaunch;
    }

    /** Whether nothing orders an access before and one stamp. */
    boolean races(long before) {
        return !isByCurrentItem(before) && (isInCurrentEpoch(before) || isByAnotherGroup(before));
    }

    /** How many groups of the launch began before that of the access. */
    int group(long stamp) {
        int found = Arrays.binarySearch(firstOfGroups, 0, groupsBegun, epoch(stamp));
        return found >= 0 ? found : -found - 2;
    }

    /** Epochs of the access's group before its own. */
    int epochInGroup(long stamp) {
        return epoch(stamp) - firstOfGroups[group(stamp)];
    }

    private static int epoch(long stamp) {
        return (int) (stamp >>> EPOCH_SHIFT);
    }

    static int item(long stamp) {
        return (int) (stamp >>> ITEM_SHIFT) & ITEM_MASK;
    }

    static String location(long stamp) {
        return SourceLocations.at((int) (stamp & LOCATION_MASK));
    }
}
