package uk.ac.manchester.tornado.api;

import uk.ac.manchester.tornado.api.common.TornadoDevice;
import uk.ac.manchester.tornado.api.enums.TornadoVMBackendType;

/** The backends of this process. */
public interface TornadoRuntime {

    /** @throws uk.ac.manchester.tornado.api.exceptions.TornadoBackendNotFound if there is none with that number */
    TornadoBackend getBackend(int index);

    TornadoVMBackendType getBackendType(int index);

    int getNumBackends();

    /** The device that plans run on unless told otherwise. */
    TornadoDevice getDefaultDevice();
}
