package uk.ac.manchester.tornado.api.common;

import uk.ac.manchester.tornado.api.TornadoTargetDevice;
import uk.ac.manchester.tornado.api.enums.TornadoDeviceType;
import uk.ac.manchester.tornado.api.enums.TornadoVMBackendType;

/** A device that plans run on. Sizes are in bytes. */
public interface TornadoDevice {

    String getDeviceName();

    String getDescription();

    String getPlatformName();

    TornadoTargetDevice getPhysicalDevice();

    TornadoDeviceType getDeviceType();

    /** The largest array. */
    long getMaxAllocMemory();

    long getMaxGlobalMemory();

    /** Local memory of a work-group. */
    long getDeviceLocalMemorySize();

    long[] getDeviceMaxWorkgroupDimensions();

    /** Number of this device's backend. */
    int getBackendIndex();

    default int getAvailableProcessors() {
        return Runtime.getRuntime().availableProcessors();
    }

    TornadoVMBackendType getTornadoVMBackend();

    boolean isSPIRVSupported();
}
