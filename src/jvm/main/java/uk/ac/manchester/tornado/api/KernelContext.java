package uk.ac.manchester.tornado.api;

/**
 * What a kernel written for work-items and work-groups knows about itself. The host makes one and hands it to the task
 * as an argument; on the host its indices are all zero.
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

    /** Work-items. */
    public final Integer globalGroupSizeX = 0;

    public final Integer globalGroupSizeY = 0;
    public final Integer globalGroupSizeZ = 0;

    /** Work-items of a group. */
    public final Integer localGroupSizeX = 0;

    public final Integer localGroupSizeY = 0;
    public final Integer localGroupSizeZ = 0;

    /**
     * Waits until every work-item of the group has come here; what they wrote before is then visible to all of them.
     */
    public void localBarrier() {
        throw onHost();
    }

    /** Waits until every work-item of the group has come here; like {@link #localBarrier}, and no wider. */
    public void globalBarrier() {
        throw onHost();
    }

    /** An array shared by the group's work-items; its contents are undefined. */
    public int[] allocateIntLocalArray(int size) {
        throw onHost();
    }

    /** An array shared by the group's work-items; its contents are undefined. */
    public byte[] allocateByteLocalArray(int size) {
        throw onHost();
    }

    /** An array shared by the group's work-items; its contents are undefined. */
    public long[] allocateLongLocalArray(int size) {
        throw onHost();
    }

    /** An array shared by the group's work-items; its contents are undefined. */
    public float[] allocateFloatLocalArray(int size) {
        throw onHost();
    }

    /** An array shared by the group's work-items; its contents are undefined. */
    public double[] allocateDoubleLocalArray(int size) {
        throw onHost();
    }

    private static IllegalStateException onHost() {
        return new IllegalStateException("work-groups exist in a kernel that a TaskGraph runs, not on the host");
    }
}
