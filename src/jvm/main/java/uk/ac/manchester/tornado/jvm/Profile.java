package uk.ac.manchester.tornado.jvm;

import java.util.LinkedHashMap;
import java.util.Map;

/** The cost of one execution, in nanoseconds and bytes. */
public final class Profile {
    public long totalNanos;
    public long compileNanos;
    public long kernelNanos;
    public long copyInNanos;
    public long copyOutNanos;
    public long bytesIn;
    public long bytesOut;
    public long deviceBytes;
    /** The kernel time of each task, by graph and task, in the order of execution. */
    public final Map<String, Map<String, Long>> taskNanos = new LinkedHashMap<>();

    /** Returns the text that {@code withProfiler(CONSOLE)} prints. */
    @Override
    public String toString() {
        return "execution %d ns: compilation %d ns, kernels %d ns, %d bytes copied in (%d ns), %d bytes copied out (%d ns)"
                .formatted(totalNanos, compileNanos, kernelNanos, bytesIn, copyInNanos, bytesOut, copyOutNanos);
    }
}
