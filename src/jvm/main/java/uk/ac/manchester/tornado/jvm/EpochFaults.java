package uk.ac.manchester.tornado.jvm;

/**
 * The faults of an epoch, of which the first is reported. But a read of what nothing has written waits for the rest of
 * the epoch: if another work-item writes it there, it is a race, and then both accesses are known.
 */
final class EpochFaults {

    private final CheckedArguments arguments;
    private final Actors actors;
    private final Schedule schedule;
    private AccessFault unwritten;
    private KernelFault report;

    EpochFaults(CheckedArguments arguments, Actors actors, Schedule schedule) {
        this.arguments = arguments;
        this.actors = actors;
        this.schedule = schedule;
    }

    /** @throws KernelFault unless the fault has to wait, or another one has waited before */
    void add(AccessFault fault) {
        boolean isRace = unwritten != null && fault.isRaceFor(unwritten);
        if (isRace || unwritten == null && !fault.isUnwritten()) {
            throw arguments.fault(fault, actors, schedule);
        }
        if (unwritten == null) {
            unwritten = fault;
            report = arguments.fault(fault, actors, schedule);
        }
    }

    /** @throws KernelFault if one has waited */
    void end() {
        if (report != null) {
            throw report;
        }
    }
}
