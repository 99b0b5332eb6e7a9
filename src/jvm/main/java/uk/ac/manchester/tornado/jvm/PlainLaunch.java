package uk.ac.manchester.tornado.jvm;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.Arrays;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.WorkerGrid;
import uk.ac.manchester.tornado.api.common.TornadoFunctions;
import uk.ac.manchester.tornado.api.exceptions.TornadoBailoutRuntimeException;
import uk.ac.manchester.tornado.api.exceptions.TornadoRuntimeException;

/** Runs a kernel whose method cannot be found as it is, on one core. */
final class PlainLaunch implements Launch {

    private final MethodHandle apply;
    private final Object[] arguments;

    /** @throws TornadoBailoutRuntimeException if the device or an argument needs the kernel's byte code */
    static PlainLaunch of(Object code, JvmDevice device, String task, Object[] arguments) {
        if (device == JvmDevice.CHECKED || Arrays.stream(arguments).anyMatch(KernelContext.class::isInstance)) {
            throw new TornadoBailoutRuntimeException("task " + task + ": the kernel's byte code cannot be found behind "
                    + code + ", so it can neither be checked nor run as work-groups;"
                    + " give a method reference in the call of task");
        }
        return new PlainLaunch(code, arguments);
    }

    private PlainLaunch(Object code, Object[] arguments) {
        this.arguments = arguments;
        Method method = Arrays.stream(TornadoFunctions.class.getDeclaredClasses())
                .filter(type -> type.isInstance(code))
                .map(type -> type.getDeclaredMethods()[0])
                .findFirst()
                .orElseThrow();
        try {
            this.apply = MethodHandles.lookup().unreflect(method).bindTo(code);
        } catch (IllegalAccessException e) {
            throw new TornadoRuntimeException(e);
        }
    }

    @Override
    public void run(WorkerGrid grid) {
        try {
            apply.invokeWithArguments(arguments);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new TornadoRuntimeException(new Exception(e));
        }
    }
}
