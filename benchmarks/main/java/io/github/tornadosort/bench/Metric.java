package io.github.tornadosort.bench;

/** Names of what is measured, as results, bars and peers spell them. */
public final class Metric {
    /** Time in kernels, by the device's clock. */
    public static final String KERNEL = "kernel";
    /** What is before a kernel's name: the time of all its launches. */
    public static final String OF_KERNEL = "kernels.";
    /** Wall time with the data on the device before and after. */
    public static final String RESIDENT = "resident";
    /** Wall time from a Java array (a host array, for peers) to the same array, sorted. */
    public static final String END_TO_END = "endToEnd";
    /** {@link #END_TO_END} of a sort that verifies its result. */
    public static final String VERIFIED = "verified";
    /** {@link #KERNEL} of a sort that verifies its result. */
    public static final String VERIFIED_KERNEL = "verifiedKernel";
    /** Wall time to bring such an array to the device and back, with no sort between. */
    public static final String COPIES = "copies";
    /** Wall time of a program, from its start to its end. */
    public static final String WALL = "wall";
    /** Processor time of a program, its own and the kernel's for it. */
    public static final String CPU = "cpu";

    /** Digit passes that ran. */
    public static final String PASSES_ISSUED = "passesIssued";
    /** Digit passes that did not have to. */
    public static final String PASSES_SKIPPED = "passesSkipped";
    /** Bytes that kernels read and wrote in keys and values. */
    public static final String BYTES_MOVED = "bytesMoved";
    /** Device memory held: all arrays of the plan, added up (the SDK's own count misses what graphs hand to each other). */
    public static final String DEVICE_BYTES = "deviceBytes";
    /** Most memory of a program resident at a time. */
    public static final String PEAK_RSS_BYTES = "peakRssBytes";

    private Metric() {}
}
