package uk.ac.manchester.tornado.jvm;

import uk.ac.manchester.tornado.api.exceptions.TornadoRuntimeException;

/**
 * A kernel did what is undefined on a device. The message names the kernel, the place in its source, the work-item or
 * iteration, and the array and index where there is one.
 */
public final class KernelFault extends TornadoRuntimeException {

    private static final long serialVersionUID = 1;

    KernelFault(String message) {
        super(message);
    }
}
