package uk.ac.manchester.tornado.jvm;

import uk.ac.manchester.tornado.api.exceptions.TornadoRuntimeException;

/**
 * Thrown if a kernel does something that is undefined on a device. The message names the kernel, the source location, the
 * work-item or iteration and, where they apply, the array and the index.
 */
public final class KernelFault extends TornadoRuntimeException {
    private static final long serialVersionUID = 1;

    KernelFault(String message) {
        super(message);
    }
}
