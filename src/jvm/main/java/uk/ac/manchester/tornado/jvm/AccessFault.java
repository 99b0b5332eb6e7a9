package uk.ac.manchester.tornado.jvm;

import java.util.function.Function;

/** What {@link CheckedArray} found wrong; whoever runs the kernel knows the rest, and makes a {@link KernelFault} of it. */
final class AccessFault extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** What is wrong with an access. */
    private enum Kind {
        RACE,
        UNWRITTEN,
        OTHER
    }

    private final Kind kind;
    private final transient CheckedArray cells;
    private final int index;
    private final int place;
    private final String problem;
    private final long other;

    private AccessFault(Kind kind, CheckedArray cells, int index, int place, String problem, long other) {
        super(problem, null, false, false);
        this.kind = kind;
        this.cells = cells;
        this.index = index;
        this.place = place;
        this.problem = problem;
        this.other = other;
    }

    /**
     * @param place where the access is
     * @param problem a sentence without subject, in which {@code %s} stands for the array
     */
    AccessFault(CheckedArray cells, int place, String problem) {
        this(Kind.OTHER, cells, 0, place, problem, Clock.NEVER);
    }

    /** A read of what nothing has written. */
    static AccessFault unwritten(CheckedArray cells, int index, int place) {
        String problem = "reads %s[" + index + "], which nothing has written";
        return new AccessFault(Kind.UNWRITTEN, cells, index, place, problem, Clock.NEVER);
    }

    /**
     * Two accesses that nothing orders.
     *
     * @param verb what the one at the place does
     * @param other the stamp of the one before
     * @param otherVerb what that one does
     */
    static AccessFault race(CheckedArray cells, int index, int place, String verb, long other, String otherVerb) {
        String problem = "race: " + verb + " %s[" + index + "], which %s " + otherVerb + " at " + Clock.place(other)
                + ", and %s";
        return new AccessFault(Kind.RACE, cells, index, place, problem, other);
    }

    boolean isUnwritten() {
        return kind == Kind.UNWRITTEN;
    }

    /** Whether this is a race for the element that the other fault is about. */
    boolean isRaceFor(AccessFault fault) {
        return kind == Kind.RACE && cells == fault.cells && index == fault.index;
    }

    /**
     * @param kernel how messages name the kernel
     * @param names how messages name an array of the device
     */
    KernelFault in(KernelMethod kernel, Actors actors, Function<CheckedArray, String> names, Schedule schedule) {
        String array = cells == null ? "" : cells.isGlobal() ? names.apply(cells) : cells.toString();
        String sentence = kind == Kind.RACE
                ? problem.formatted(array, actors.name(cells, other), actors.disorder(cells, other))
                : problem.formatted(array);
        return new KernelFault("kernel " + kernel + " at " + SourceLocations.at(place) + ", " + actors.current() + ": "
                + sentence + schedule.replay());
    }
}
