package uk.ac.manchester.tornado.jvm;

/**
 * A defect that {@link CheckedArray} found. The code that runs the kernel adds the kernel and the work-item, and throws a
 * {@link KernelFault}.
 */
final class AccessFault extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient CheckedArray array;
    private final int index;
    private final int location;
    private final String problem;
    private final boolean isUninitializedRead;
    /** The other access of a race, or {@link EpochClock#NEVER}. */
    private final long otherStamp;

    private AccessFault(
            CheckedArray array, int index, int location, String problem, boolean isUninitializedRead, long otherStamp) {
        super(problem, null, false, false);
        this.array = array;
        this.index = index;
        this.location = location;
        this.problem = problem;
        this.isUninitializedRead = isUninitializedRead;
        this.otherStamp = otherStamp;
    }

    /**
     * @param location the source location of the access
     * @param problem a sentence without a subject, in which {@code %s} stands for the array
     */
    AccessFault(CheckedArray array, int location, String problem) {
        this(array, 0, location, problem, false, EpochClock.NEVER);
    }

    /** Returns a fault for a read of an element that was never written. */
    static AccessFault uninitializedRead(CheckedArray array, int index, int location) {
        String problem = "reads %s[" + index + "], which is uninitialized";
        return new AccessFault(array, index, location, problem, true, EpochClock.NEVER);
    }

    /**
     * Returns a fault for two accesses that are not ordered.
     *
     * @param verb what the access at the location does
     * @param otherStamp the stamp of the earlier access
     * @param otherVerb what the earlier access does
     */
    static AccessFault race(CheckedArray array, int index, int location, String verb, long otherStamp, String otherVerb) {
        String problem =
                "race: " + verb + " %s[" + index + "], which %s " + otherVerb + " at " + EpochClock.location(otherStamp)
                        + ", %s";
        return new AccessFault(array, index, location, problem, false, otherStamp);
    }

    boolean isUninitializedRead() {
        return isUninitializedRead;
    }

    private boolean isRace() {
        return otherStamp != EpochClock.NEVER;
    }

    /** Returns whether this is a race for the element that the other fault is about. */
    boolean isRaceFor(AccessFault fault) {
        return isRace() && array == fault.array && index == fault.index;
    }

    /** Returns the source location of the access. */
    String location() {
        return SourceLocations.at(location);
    }

    /** Returns the problem with the names that the run has for the array and for the other access. */
    String sentence(CheckedRun run) {
        String name = array == null ? "" : run.name(array);
        return isRace()
                ? problem.formatted(name, run.actorOf(array, otherStamp), run.whyUnordered(array, otherStamp))
                : problem.formatted(name);
    }
}
