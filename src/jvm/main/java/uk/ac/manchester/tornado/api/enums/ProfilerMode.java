package uk.ac.manchester.tornado.api.enums;

/** The output of the profiler. */
public enum ProfilerMode {
    /** Prints the times after every execution. */
    CONSOLE,
    /** Makes the times available in {@link uk.ac.manchester.tornado.api.TornadoProfilerResult}. */
    SILENT
}
