package uk.ac.manchester.tornado.api.common;

import uk.ac.manchester.tornado.api.TornadoTargetDevice;
import uk.ac.manchester.tornado.api.enums.TornadoDeviceType;
import uk.ac.manchester.tornado.api.enums.TornadoVMBackendType;

/** A device that can run plans. Sizes are in bytes. */
public interface TornadoDevice {

    String getDeviceName();

    String getDescription();

    String getPlatformName();

    TornadoTargetDevice getPhysicalDevice();

    TornadoDeviceType getDeviceType();

    /** Returns the maximum size of an array. */
    long getMaxAllocMemory();

    long getMaxGlobalMemory();

    /** Returns the size of the local memory of a work-group. */
    long getDeviceLocalMemorySize();

    long[] getDeviceMaxWorkgroupDimensions();

    /** Returns the index of the backend of this device. */
    int getBackendIndex();

    default int getAvailableProcessors() {
        return Runtime.getRuntime().availableProcessors();
    }

    TornadoVMBackendType getTornadoVMBackend();

    boolean isSPIRVSupported();
}
