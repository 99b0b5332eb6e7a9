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

/** Runs a kernel without rewriting it, on one core, because its method cannot be found. */
final class PlainLaunch implements Launch {

    private final MethodHandle apply;
    private final Object[] arguments;

    /** @throws TornadoBailoutRuntimeException if the device or an argument requires the byte code of the kernel */
    static PlainLaunch of(Object code, JvmDevice device, String task, Object[] arguments) {
        if (device == JvmDevice.CHECKED || Arrays.stream(arguments).anyMatch(KernelContext.class::isInstance)) {
            throw new TornadoBailoutRuntimeException("task " + task + ": the kernel's byte code cannot be found from "
                    + code + ", so it can neither be checked nor run in work-groups;"
                    + " write a method reference in the call of task");
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
