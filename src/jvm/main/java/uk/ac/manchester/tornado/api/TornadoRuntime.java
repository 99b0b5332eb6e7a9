package uk.ac.manchester.tornado.api;

import uk.ac.manchester.tornado.api.common.TornadoDevice;
import uk.ac.manchester.tornado.api.enums.TornadoVMBackendType;

/** The runtime of this process, which has one or more backends. */
public interface TornadoRuntime {
    /** @throws uk.ac.manchester.tornado.api.exceptions.TornadoBackendNotFound if there is no backend with that index */
    TornadoBackend getBackend(int index);

    TornadoVMBackendType getBackendType(int index);

    int getNumBackends();

    /** Returns the device of plans that do not choose one. */
    TornadoDevice getDefaultDevice();
}
