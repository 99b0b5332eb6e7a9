package uk.ac.manchester.tornado.jvm;

import java.util.function.Function;

/** What {@link Cells} found wrong; whoever runs the kernel knows the rest, and makes a {@link KernelFault} of it. */
final class AccessFault extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient Cells cells;
    private final String place;
    private final String problem;

    /**
     * @param place the method and line that the access is at
     * @param problem a sentence without subject, in which {@code %s} stands for the array
     */
    AccessFault(Cells cells, String place, String problem) {
        super(problem, null, false, false);
        this.cells = cells;
        this.place = place;
        this.problem = problem;
    }

    /**
     * @param kernel how messages name the kernel
     * @param worker the work-item or iteration
     * @param name how messages name an array of the device
     */
    KernelFault in(KernelMethod kernel, String worker, Function<Cells, String> name) {
        return new KernelFault("kernel " + kernel + " at " + place + ", " + worker + ": "
                + problem.formatted(cells == null ? "" : cells.isGlobal() ? name.apply(cells) : cells.toString()));
    }
}
