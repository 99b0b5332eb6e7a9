package uk.ac.manchester.tornado.jvm;

import java.lang.classfile.Attributes;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.util.Arrays;
import java.util.function.Function;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** A kernel's arguments on the checked device, and how messages name them. */
final class CheckedArguments {

    private final KernelMethod kernel;
    private final CodeAttribute code;
    private final Object[] arguments;
    private final Function<TornadoNativeArray, CheckedArray> memory;

    /** @param memory what an array is on the device */
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
     * The arguments, with what each array is on the device for a launch that begins.
     *
     * @param clock the order of the launch's accesses to the arrays
     */
    Object[] begin(EpochClock clock) {
        Object[] deviceArguments = deviceArguments();
        for (Object argument : deviceArguments) {
            if (argument instanceof CheckedArray array) {
                array.beginLaunch(clock);
            }
        }
        return deviceArguments;
    }

    private Object[] deviceArguments() {
        return Arrays.stream(arguments)
                .map(argument -> argument instanceof TornadoNativeArray array ? memory.apply(array) : argument)
                .toArray();
    }

    /** Completes a fault. */
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
