package uk.ac.manchester.tornado.jvm;

/**
 * The faults of an epoch, of which the first is reported. But a read of what nothing has written waits for the rest of
 * the epoch: if another work-item writes it there, it is a race, and then both accesses are known.
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

    /** @throws KernelFault unless the fault has to wait, or another one has waited before */
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

    /** @throws KernelFault if one has waited */
    void end() {
        if (report != null) {
            throw report;
        }
    }
}
