package uk.ac.manchester.tornado.jvm;

import java.util.Arrays;

/**
 * The order of a launch's accesses to one address space of the checked device: which work-item runs now, and in which
 * epoch. An epoch ends at a barrier that orders the space, and at the end of a group. Two accesses are ordered if one
 * work-item makes both, or if they are in different epochs of one group. This is the happens-before relation that race
 * checkers for GPUs use. Each iteration of a parallel loop is a group of one work-item.
 *
 * <p>An access is represented by a stamp: 32 bits for the epoch, counted from 1; 10 bits for the work-item; 22 bits for the
 * {@linkplain SourceLocations source location}.
 */
final class EpochClock {
    /** The stamp that stands for no access. */
    static final long NEVER = 0;

    private static final int EPOCH_SHIFT = 32;
    private static final int ITEM_SHIFT = SourceLocations.BITS;
    private static final int ITEM_MASK = JvmDevice.MAX_GROUP_SIZE - 1;
    private static final long LOCATION_MASK = (1L << SourceLocations.BITS) - 1;

    private int epoch;
    private int firstOfLaunch;
    private int firstOfGroup;
    private long stamp;

    /** The first epoch of each group that this launch has begun. */
    private int[] firstOfGroups = {};

    private int groupsBegun;

    /** Begins a launch of {@code groups} groups. All earlier accesses are ordered before it. */
    void beginLaunch(int groups) {
        firstOfLaunch = Math.incrementExact(epoch);
        firstOfGroups = new int[groups];
        groupsBegun = 0;
    }

    /** Begins the next group. */
    void beginGroup() {
        beginActor();
        firstOfGroups[groupsBegun++] = epoch;
    }

    /** Begins an actor of the current group: its accesses are not ordered with earlier accesses of this launch. */
    void beginActor() {
        passBarrier();
        firstOfGroup = epoch;
    }

    /** Ends an epoch: all work-items of the group have reached a barrier that orders this space. */
    void passBarrier() {
        epoch = Math.incrementExact(epoch);
        run(0);
    }

    /** Makes an item of the group the current one. */
    void run(int item) {
        stamp = (long) epoch << EPOCH_SHIFT | (long) item << ITEM_SHIFT;
    }

    /** Returns the stamp of an access by the current item, without a location. */
    long stamp() {
        return stamp;
    }

    /** Returns whether the other access is by the current work-item in the current epoch. */
    boolean isByCurrentItem(long other) {
        return (other ^ stamp) >>> ITEM_SHIFT == 0;
    }

    /** Returns whether the other access is in the current epoch. */
    boolean isInCurrentEpoch(long other) {
        return epoch(other) == epoch;
    }

    /** Returns whether the other access is by another group of this launch. */
    boolean isByAnotherGroup(long other) {
        return epoch(other) < firstOfGroup && epoch(other) >= firstOfLaunch;
    }

    /** Returns whether the other access is not ordered with one by the current item. */
    boolean races(long other) {
        return !isByCurrentItem(other) && (isInCurrentEpoch(other) || isByAnotherGroup(other));
    }

    /** Returns how many groups of the launch began before the group of the access. */
    int group(long stamp) {
        int found = Arrays.binarySearch(firstOfGroups, 0, groupsBegun, epoch(stamp));
        return found >= 0 ? found : -found - 2;
    }

    /** Returns how many epochs the group of the access had before that of the access. */
    int epochInGroup(long stamp) {
        return epoch(stamp) - firstOfGroups[group(stamp)];
    }

    private static int epoch(long stamp) {
        return (int) (stamp >>> EPOCH_SHIFT);
    }

    /** Returns the number of the current item. */
    int item() {
        return item(stamp);
    }

    /** Returns how many groups of this launch have begun. */
    int groupsBegun() {
        return groupsBegun;
    }

    static int item(long stamp) {
        return (int) (stamp >>> ITEM_SHIFT) & ITEM_MASK;
    }

    static String location(long stamp) {
        return SourceLocations.at((int) (stamp & LOCATION_MASK));
    }
}
