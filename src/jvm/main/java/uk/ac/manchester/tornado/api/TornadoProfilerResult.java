package uk.ac.manchester.tornado.api;

import uk.ac.manchester.tornado.jvm.Profile;

/** The cost of one execution. Times are in nanoseconds. They are zero unless the plan uses {@code withProfiler}. */
public class TornadoProfilerResult {
    private final Profile profile;

    TornadoProfilerResult(Profile profile) {
        this.profile = profile;
    }

    /** Returns the time from the start to the end of the execution. */
    public long getTotalTime() {
        return profile.totalNanos;
    }

    /** Returns the time to compile the kernels. It is zero if all kernels were compiled already. */
    public long getCompileTime() {
        return profile.compileNanos;
    }

    /** Returns the same as {@link #getCompileTime}, because there is no second compilation by a driver. */
    public long getTornadoCompilerTime() {
        return profile.compileNanos;
    }

    /** Returns the time of the copies to the device. */
    public long getDeviceWriteTime() {
        return profile.copyInNanos;
    }

    /** Returns the total time of the kernels. */
    public long getDeviceKernelTime() {
        return profile.kernelNanos;
    }

    /** Returns the number of bytes copied to the device. */
    public long getTotalBytesCopyIn() {
        return profile.bytesIn;
    }

    /** Returns the number of bytes copied from the device. */
    public long getTotalBytesCopyOut() {
        return profile.bytesOut;
    }
}
