package uk.ac.manchester.tornado.jvm;

import java.lang.classfile.Attributes;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.util.Arrays;
import java.util.function.Function;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** A kernel's arguments on the checked device, and their names in messages. */
final class CheckedArguments {
    private final KernelMethod kernel;
    private final CodeAttribute code;
    private final Object[] arguments;
    private final Function<TornadoNativeArray, CheckedArray> memory;

    /** @param memory returns the device array for an array of the host */
    CheckedArguments(
            KernelMethod kernel, CodeAttribute code, Object[] arguments, Function<TornadoNativeArray, CheckedArray> memory) {
        this.kernel = kernel;
        this.code = code;
        this.arguments = arguments;
        this.memory = memory;
    }

    KernelMethod kernel() {
        return kernel;
    }

    /**
     * Begins a launch and returns its arguments, with device arrays in place of the host's arrays.
     *
     * @param clock orders the launch's accesses to the arrays
     * @param versions decides which words a look-back sees, or null if the kernel has none
     */
    Object[] begin(EpochClock clock, Schedule versions) {
        Object[] deviceArguments = deviceArguments();
        for (Object argument : deviceArguments) {
            if (argument instanceof CheckedArray array) {
                array.beginLaunch(clock, versions);
            }
        }
        return deviceArguments;
    }

    private Object[] deviceArguments() {
        return Arrays.stream(arguments)
                .map(argument -> argument instanceof TornadoNativeArray array ? memory.apply(array) : argument)
                .toArray();
    }

    /** Adds the kernel, the work-item and the array name to a fault. */
    KernelFault fault(AccessFault fault, FaultContext context, Schedule schedule) {
        return fault.toKernelFault(kernel, context, this::name, schedule);
    }

    private String name(CheckedArray array) {
        int index = Arrays.asList(deviceArguments()).indexOf(array);
        int slot = kernel.type().parameterList().stream()
                .limit(index)
                .map(TypeKind::from)
                .mapToInt(TypeKind::slotSize)
                .sum();
        return code.findAttribute(Attributes.localVariableTable()).stream()
                .flatMap(table -> table.localVariables().stream())
                .filter(variable -> variable.slot() == slot && variable.startPc() == 0)
                .map(variable -> variable.name().stringValue())
                .findFirst()
                .orElse("argument " + (index + 1));
    }
}
