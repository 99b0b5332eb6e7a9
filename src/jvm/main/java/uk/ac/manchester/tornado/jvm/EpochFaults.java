package uk.ac.manchester.tornado.jvm;

/**
 * Reports the first fault of an epoch. The report of an uninitialized read is delayed until the epoch ends: if another
 * work-item writes the element in the same epoch, the defect is a race, and both accesses are known.
 */
final class EpochFaults {
    private final CheckedArguments arguments;
    private final FaultContext context;
    private final Schedule schedule;
    private AccessFault uninitializedRead;
    private KernelFault report;

    EpochFaults(CheckedArguments arguments, FaultContext context, Schedule schedule) {
        this.arguments = arguments;
        this.context = context;
        this.schedule = schedule;
    }

    /** @throws KernelFault if the fault can be reported now */
    void add(AccessFault fault) {
        boolean isRace = uninitializedRead != null && fault.isRaceFor(uninitializedRead);
        if (isRace || uninitializedRead == null && !fault.isUninitializedRead()) {
            throw arguments.fault(fault, context, schedule);
        }
        if (uninitializedRead == null) {
            uninitializedRead = fault;
            report = arguments.fault(fault, context, schedule);
        }
    }

    /** @throws KernelFault if the report of a fault was delayed */
    void end() {
        if (report != null) {
            throw report;
        }
    }
}
