package uk.ac.manchester.tornado.api;

import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * The indices, barriers and local arrays of a kernel that runs in work-groups. The host creates a context and passes it to
 * the task as an argument. On the host, its indices are zero.
 */
public class KernelContext {
    public final Integer globalIdx = 0;
    public final Integer globalIdy = 0;
    public final Integer globalIdz = 0;
    public final Integer groupIdx = 0;
    public final Integer groupIdy = 0;
    public final Integer groupIdz = 0;
    public final Integer localIdx = 0;
    public final Integer localIdy = 0;
    public final Integer localIdz = 0;

    /** The number of work-items in each dimension. */
    public final Integer globalGroupSizeX = 0;

    public final Integer globalGroupSizeY = 0;
    public final Integer globalGroupSizeZ = 0;

    /** The number of work-items of a group in each dimension. */
    public final Integer localGroupSizeX = 0;

    public final Integer localGroupSizeY = 0;
    public final Integer localGroupSizeZ = 0;

    /**
     * Waits until all work-items of the group have reached the barrier. Their earlier writes to local memory are then
     * visible to the whole group.
     */
    public void localBarrier() {
        throw onHost();
    }

    /**
     * Waits until all work-items of the group have reached the barrier. Their earlier writes to global memory are then
     * visible to the whole group. It does not synchronize groups with each other.
     */
    public void globalBarrier() {
        throw onHost();
    }

    /** Allocates an array that all work-items of the group share. Its contents are undefined. */
    public int[] allocateIntLocalArray(int size) {
        throw onHost();
    }

    /** Allocates an array that all work-items of the group share. Its contents are undefined. */
    public byte[] allocateByteLocalArray(int size) {
        throw onHost();
    }

    /** Allocates an array that all work-items of the group share. Its contents are undefined. */
    public long[] allocateLongLocalArray(int size) {
        throw onHost();
    }

    /** Allocates an array that all work-items of the group share. Its contents are undefined. */
    public float[] allocateFloatLocalArray(int size) {
        throw onHost();
    }

    /** Allocates an array that all work-items of the group share. Its contents are undefined. */
    public double[] allocateDoubleLocalArray(int size) {
        throw onHost();
    }

    /**
     * Adds a value to an element as one step. An addition of 0 makes the next load of the element by the same work-item fresh: it then sees
     * what other groups have stored.
     */
    public void atomicAdd(IntArray array, int index, int val) {
        throw onHost();
    }

    /**
     * Adds a value to an element as one step. An addition of 0 makes the next load of the element by the same work-item fresh: it then sees
     * what other groups have stored.
     */
    public void atomicAdd(LongArray array, int index, long val) {
        throw onHost();
    }

    private static IllegalStateException onHost() {
        return new IllegalStateException("work-groups exist only in a kernel that a TaskGraph runs, not on the host");
    }
}
