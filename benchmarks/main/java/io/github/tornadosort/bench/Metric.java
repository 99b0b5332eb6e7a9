package io.github.tornadosort.bench;

import java.util.List;

/** The names of metrics in results and replies of peers. */
final class Metric {
    /** Total time of all kernels, measured by the device's clock. */
    public static final String KERNEL = "kernel";
    /** Wall time from an unsorted Java array (for peers, a host array) to the same array sorted. */
    public static final String END_TO_END = "endToEnd";
    /** Wall time of a program from start to exit. */
    public static final String WALL = "wall";
    /** Spark's metric "sort time" of a query, added up over tasks. */
    public static final String SORT = "sort";
    /** Processor time of a program: user and system time. */
    public static final String CPU = "cpu";

    /** Peak resident memory of a program. */
    public static final String PEAK_RSS_BYTES = "peakRssBytes";

    /** What devices and their peers are asked for. Each needs a sort of its own; a contender leaves out what it does not have. */
    public static final List<String> MEASURES = List.of(END_TO_END, KERNEL);

    private Metric() {}
}
