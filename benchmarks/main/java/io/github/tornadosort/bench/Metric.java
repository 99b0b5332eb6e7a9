package io.github.tornadosort.bench;

/** The names of metrics in results, targets and replies of peers. */
public final class Metric {
    /** Total time of all kernels, measured by the device's clock. */
    public static final String KERNEL = "kernel";
    /** Prefix for the name of a kernel: the total time of its launches. */
    public static final String OF_KERNEL = "kernels.";
    /** Wall time with the data on the device before and after. */
    public static final String RESIDENT = "resident";
    /** Wall time from an unsorted Java array (for peers, a host array) to the same array sorted. */
    public static final String END_TO_END = "endToEnd";
    /** {@link #END_TO_END} of a sort right after another one. */
    public static final String WARM = "warm";
    /** {@link #END_TO_END} of the first call in a JVM. */
    public static final String FIRST_CALL = "firstCall";
    /** {@link #END_TO_END} of a sort that verifies its result. */
    public static final String VERIFIED = "verified";
    /** {@link #KERNEL} of a sort that verifies its result. */
    public static final String VERIFIED_KERNEL = "verifiedKernel";
    /** Wall time of the copies of an array to the device and back, without a sort. */
    public static final String COPIES = "copies";
    /** Wall time of a program from start to exit. */
    public static final String WALL = "wall";
    /** Processor time of a program: user and system time. */
    public static final String CPU = "cpu";

    /** Number of digit passes that ran. */
    public static final String PASSES_ISSUED = "passesIssued";
    /** Number of digit passes that were skipped. */
    public static final String PASSES_SKIPPED = "passesSkipped";
    /** Bytes of keys and values that kernels read and wrote; a sort of buckets counts as a digit pass, see {@link KernelModel}. */
    public static final String BYTES_MOVED = "bytesMoved";
    /** Device memory of all arrays of the plan (the SDK's own count omits arrays that graphs pass to each other). */
    public static final String DEVICE_BYTES = "deviceBytes";
    /** Peak resident memory of a program. */
    public static final String PEAK_RSS_BYTES = "peakRssBytes";
    /** Number of calls that were timed together, for contenders that share a JVM. */
    public static final String BATCH = "batch";

    private Metric() {}
}
