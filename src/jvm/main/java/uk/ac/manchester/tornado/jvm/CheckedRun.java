package uk.ac.manchester.tornado.jvm;

import java.lang.classfile.Attributes;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * One run of a kernel on the checked device: its arguments, with device arrays in place of the host's, its order, and the
 * report of its first fault.
 */
abstract class CheckedRun {
    final Task task;
    final Schedule schedule;
    final Object[] arguments;
    private AccessFault uninitializedRead;
    private KernelFault delayed;

    /**
     * A task whose kernel is checked.
     *
     * @param arguments the arguments as the caller passed them
     * @param memory returns the device array for an array of the host
     */
    record Task(
            String name, KernelMethod kernel, CodeAttribute code, Object[] arguments,
            Function<TornadoNativeArray, CheckedArray> memory) {}

    CheckedRun(Task task) {
        this.task = task;
        this.schedule = Schedule.fromProperty(task.name());
        this.arguments = Arrays.stream(task.arguments())
                .map(argument -> argument instanceof TornadoNativeArray array ? task.memory().apply(array) : argument)
                .toArray();
    }

    /** Returns the device arrays among the arguments. */
    final List<CheckedArray> arrays() {
        return Stream.of(arguments).filter(CheckedArray.class::isInstance).map(CheckedArray.class::cast).toList();
    }

    /** Returns the name of the work-item or iteration that runs now. */
    abstract String currentActor();

    /** Returns the name of the work-item or iteration that made the access with a {@linkplain EpochClock stamp}. */
    abstract String actorOf(CheckedArray array, long stamp);

    /** Returns why that access is not ordered with an access by the current work-item or iteration. */
    abstract String whyUnordered(CheckedArray array, long stamp);

    /**
     * Reports a fault. The report of an uninitialized read is delayed until the epoch ends: if another work-item writes the
     * element in the same epoch, the defect is a race, and both accesses are known.
     *
     * @throws KernelFault if the fault can be reported now
     */
    final void report(AccessFault fault) {
        boolean isRace = uninitializedRead != null && fault.isRaceFor(uninitializedRead);
        if (isRace || uninitializedRead == null && !fault.isUninitializedRead()) {
            throw kernelFault(fault);
        }
        if (uninitializedRead == null) {
            uninitializedRead = fault;
            delayed = kernelFault(fault);
        }
    }

    /** @throws KernelFault if the report of a fault was delayed */
    final void endEpoch() {
        if (delayed != null) {
            throw delayed;
        }
    }

    /** Adds the kernel, the work-item and the array's name to a fault. */
    final KernelFault kernelFault(AccessFault fault) {
        return new KernelFault("kernel " + task.kernel() + " at " + fault.location() + ", " + currentActor() + ": "
                + fault.sentence(this) + schedule.replay());
    }

    /** Returns the name of an array in messages: that of the kernel's parameter, if it is global. */
    final String name(CheckedArray array) {
        if (!array.isGlobal()) {
            return array.toString();
        }
        int index = Arrays.asList(arguments).indexOf(array);
        int slot = task.kernel().type().parameterList().stream()
                .limit(index)
                .map(TypeKind::from)
                .mapToInt(TypeKind::slotSize)
                .sum();
        return task.code().findAttribute(Attributes.localVariableTable()).stream()
                .flatMap(table -> table.localVariables().stream())
                .filter(variable -> variable.slot() == slot && variable.startPc() == 0)
                .map(variable -> variable.name().stringValue())
                .findFirst()
                .orElse("argument " + (index + 1));
    }
}
