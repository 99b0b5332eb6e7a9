package uk.ac.manchester.tornado.jvm;

import java.util.function.Function;

/** What {@link Cells} found wrong; whoever runs the kernel knows the rest, and makes a {@link KernelFault} of it. */
final class AccessFault extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient Cells cells;
    private final int place;
    private final String problem;
    private final long other;
    private final String otherVerb;

    /**
     * @param place where the access is
     * @param problem a sentence without subject, in which {@code %s} stands for the array
     */
    AccessFault(Cells cells, int place, String problem) {
        this(cells, place, problem, Clock.NEVER, "");
    }

    /**
     * A race.
     *
     * @param other the stamp of the access before
     * @param otherVerb what that one does
     */
    AccessFault(Cells cells, int place, String problem, long other, String otherVerb) {
        super(problem, null, false, false);
        this.cells = cells;
        this.place = place;
        this.problem = problem;
        this.other = other;
        this.otherVerb = otherVerb;
    }

    /**
     * @param kernel how messages name the kernel
     * @param names how messages name an array of the device
     */
    KernelFault in(KernelMethod kernel, Actors actors, Function<Cells, String> names, Schedule schedule) {
        String array = cells == null ? "" : cells.isGlobal() ? names.apply(cells) : cells.toString();
        String race = other == Clock.NEVER
                ? ""
                : ", which " + actors.name(cells, other) + " " + otherVerb + " at " + Clock.place(other) + ", and "
                        + actors.disorder(cells, other);
        return new KernelFault("kernel " + kernel + " at " + Places.at(place) + ", " + actors.current() + ": "
                + problem.formatted(array) + race + schedule.replay());
    }
}
