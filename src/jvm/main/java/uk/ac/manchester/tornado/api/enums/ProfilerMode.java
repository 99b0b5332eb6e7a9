package uk.ac.manchester.tornado.api.enums;

/** What the profiler does with its times. */
public enum ProfilerMode {
    /** Prints them after every execution. */
    CONSOLE,
    /** Keeps them for {@link uk.ac.manchester.tornado.api.TornadoProfilerResult}. */
    SILENT
}
