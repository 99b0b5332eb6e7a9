package uk.ac.manchester.tornado.jvm;

/** The cost of one execution, in nanoseconds and bytes. */
public final class Profile {
    public long totalNanos;
    public long compileNanos;
    public long kernelNanos;
    public long copyInNanos;
    public long copyOutNanos;
    public long bytesIn;
    public long bytesOut;

    /** Returns the text that {@code withProfiler(CONSOLE)} prints. */
    @Override
    public String toString() {
        return "execution %d ns: compilation %d ns, kernels %d ns, %d bytes copied in (%d ns), %d bytes copied out (%d ns)"
                .formatted(totalNanos, compileNanos, kernelNanos, bytesIn, copyInNanos, bytesOut, copyOutNanos);
    }
}
