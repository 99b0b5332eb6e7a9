package uk.ac.manchester.tornado.api;

/** The properties of the hardware. Sizes are in bytes. */
public interface TornadoTargetDevice {
    String getDeviceName();

    /** Returns the size of the local memory of a work-group. */
    long getDeviceLocalMemorySize();

    int getDeviceMaxComputeUnits();

    /** Returns the maximum number of work-items in a group in total. */
    long[] getDeviceMaxWorkGroupSize();

    String getDeviceInfo();
}
