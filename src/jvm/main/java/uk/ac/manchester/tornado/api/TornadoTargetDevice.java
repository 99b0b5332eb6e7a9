package uk.ac.manchester.tornado.api;

/** What the hardware says about itself. Sizes are in bytes. */
public interface TornadoTargetDevice {

    String getDeviceName();

    long getDeviceGlobalMemorySize();

    /** Local memory of a work-group. */
    long getDeviceLocalMemorySize();

    int getDeviceMaxComputeUnits();

    /** Most work-items of a group, by dimension. */
    long[] getDeviceMaxWorkItemSizes();

    /** Most work-items of a group, all dimensions together. */
    long[] getDeviceMaxWorkGroupSize();

    int getMaxThreadsPerBlock();

    /** The largest array. */
    long getDeviceMaxAllocationSize();

    String getDeviceInfo();
}
