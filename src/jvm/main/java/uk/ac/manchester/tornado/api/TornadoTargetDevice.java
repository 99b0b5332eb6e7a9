package uk.ac.manchester.tornado.api;

/** The properties of the hardware. Sizes are in bytes. */
public interface TornadoTargetDevice {

    String getDeviceName();

    long getDeviceGlobalMemorySize();

    /** Returns the size of the local memory of a work-group. */
    long getDeviceLocalMemorySize();

    int getDeviceMaxComputeUnits();

    /** Returns the maximum number of work-items in a group for each dimension. */
    long[] getDeviceMaxWorkItemSizes();

    /** Returns the maximum number of work-items in a group in total. */
    long[] getDeviceMaxWorkGroupSize();

    int getMaxThreadsPerBlock();

    /** Returns the maximum size of an array. */
    long getDeviceMaxAllocationSize();

    String getDeviceInfo();
}
