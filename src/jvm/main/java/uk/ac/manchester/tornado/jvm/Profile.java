package uk.ac.manchester.tornado.jvm;

import java.util.LinkedHashMap;
import java.util.Map;

/** What one execution cost, in nanoseconds and bytes. */
public final class Profile {
    public long totalNanos;
    public long compileNanos;
    public long kernelNanos;
    public long copyInNanos;
    public long copyOutNanos;
    public long bytesIn;
    public long bytesOut;
    public long deviceBytes;
    /** Each graph's tasks, in their order, with the time of each task's kernel. */
    public final Map<String, Map<String, Long>> taskNanos = new LinkedHashMap<>();

    /** What {@code withProfiler(CONSOLE)} prints. */
    @Override
    public String toString() {
        return "execution %d ns: compilation %d ns, kernels %d ns, %d bytes copied in in %d ns, %d bytes out in %d ns"
                .formatted(totalNanos, compileNanos, kernelNanos, bytesIn, copyInNanos, bytesOut, copyOutNanos);
    }
}
