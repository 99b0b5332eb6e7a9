package uk.ac.manchester.tornado.api;

import java.util.List;
import uk.ac.manchester.tornado.api.common.TornadoDevice;
import uk.ac.manchester.tornado.api.enums.TornadoDeviceType;
import uk.ac.manchester.tornado.api.enums.TornadoVMBackendType;

/** One way to compile kernels, and the devices it compiles for. */
public interface TornadoBackend {

    TornadoDevice getDefaultDevice();

    void setDefaultDevice(int index);

    int getNumDevices();

    /** @throws uk.ac.manchester.tornado.api.exceptions.TornadoDeviceNotFound if there is none with that number */
    TornadoDevice getDevice(int index);

    List<TornadoDevice> getAllDevices();

    TornadoDeviceType getTypeDefaultDevice();

    String getName();

    int getNumPlatforms();

    TornadoVMBackendType getBackendType();
}
