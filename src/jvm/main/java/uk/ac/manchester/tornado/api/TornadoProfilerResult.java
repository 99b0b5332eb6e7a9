package uk.ac.manchester.tornado.api;

import java.util.Map;
import java.util.stream.Collectors;
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

    /** Returns zero, because there is no driver. */
    public long getDriverInstallTime() {
        return 0;
    }

    /** Returns the time of the copies to and from the device. */
    public long getDataTransfersTime() {
        return profile.copyInNanos + profile.copyOutNanos;
    }

    /** Returns the time of the copies to the device. */
    public long getDeviceWriteTime() {
        return profile.copyInNanos;
    }

    /** Returns the time of the copies from the device. */
    public long getDeviceReadTime() {
        return profile.copyOutNanos;
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

    public long getTotalBytesTransferred() {
        return profile.bytesIn + profile.bytesOut;
    }

    /** Returns the size in bytes of the arrays that the plan has on the device. */
    public long getTotalDeviceMemoryUsage() {
        return profile.deviceBytes;
    }

    /**
     * Returns the kernel time of each task as JSON: an object for each graph that contains an object for each task. Times
     * are strings.
     */
    public String getProfileLog() {
        return profile.taskNanos.entrySet().stream()
                .map(graph -> "\"" + graph.getKey() + "\": " + tasks(graph.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String tasks(Map<String, Long> nanos) {
        return nanos.entrySet().stream()
                .map(task -> "\"" + task.getKey() + "\": {\"TASK_KERNEL_TIME\": \"" + task.getValue() + "\"}")
                .collect(Collectors.joining(", ", "{", "}"));
    }
}
