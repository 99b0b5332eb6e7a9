package uk.ac.manchester.tornado.api;

import java.util.List;
import uk.ac.manchester.tornado.api.common.TornadoDevice;
import uk.ac.manchester.tornado.api.enums.TornadoVMBackendType;

/** A compiler for kernels, with the devices that it supports. */
public interface TornadoBackend {
    TornadoDevice getDefaultDevice();

    int getNumDevices();

    /** @throws uk.ac.manchester.tornado.api.exceptions.TornadoDeviceNotFound if there is no device with that index */
    TornadoDevice getDevice(int index);

    List<TornadoDevice> getAllDevices();

    String getName();

    TornadoVMBackendType getBackendType();
}
