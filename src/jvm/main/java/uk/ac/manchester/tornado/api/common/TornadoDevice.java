package uk.ac.manchester.tornado.api.common;

import uk.ac.manchester.tornado.api.TornadoTargetDevice;
import uk.ac.manchester.tornado.api.enums.TornadoDeviceType;

/** A device that can run plans. Sizes are in bytes. */
public interface TornadoDevice {
    String getDeviceName();

    String getPlatformName();

    TornadoTargetDevice getPhysicalDevice();

    TornadoDeviceType getDeviceType();

    /** Returns the maximum size of an array. */
    long getMaxAllocMemory();

    long getMaxGlobalMemory();

    /** Returns the size of the local memory of a work-group. */
    long getDeviceLocalMemorySize();
}
