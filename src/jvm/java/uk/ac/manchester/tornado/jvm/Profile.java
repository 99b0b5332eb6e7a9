package uk.ac.manchester.tornado.jvm;

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
}
