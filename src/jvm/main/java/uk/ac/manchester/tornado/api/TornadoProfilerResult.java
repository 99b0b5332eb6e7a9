package uk.ac.manchester.tornado.api;

import java.util.Map;
import java.util.stream.Collectors;
import uk.ac.manchester.tornado.jvm.Profile;

/** What one execution cost. Times are in nanoseconds, and zero unless the plan runs {@code withProfiler}. */
public class TornadoProfilerResult {

    private final Profile profile;

    TornadoProfilerResult(Profile profile) {
        this.profile = profile;
    }

    /** From the start of the execution to its end. */
    public long getTotalTime() {
        return profile.totalNanos;
    }

    /** Time to make the tasks' kernels executable: zero in an execution that found all of them ready. */
    public long getCompileTime() {
        return profile.compileNanos;
    }

    /** The same as {@link #getCompileTime}: there is no driver that compiles once more. */
    public long getTornadoCompilerTime() {
        return profile.compileNanos;
    }

    /** Always zero: there is no driver. */
    public long getDriverInstallTime() {
        return 0;
    }

    /** Copies to and from the device. */
    public long getDataTransfersTime() {
        return profile.copyInNanos + profile.copyOutNanos;
    }

    /** Copies to the device. */
    public long getDeviceWriteTime() {
        return profile.copyInNanos;
    }

    /** Copies from the device. */
    public long getDeviceReadTime() {
        return profile.copyOutNanos;
    }

    /** The kernels, one after the other. */
    public long getDeviceKernelTime() {
        return profile.kernelNanos;
    }

    /** Bytes copied to the device. */
    public long getTotalBytesCopyIn() {
        return profile.bytesIn;
    }

    /** Bytes copied from the device. */
    public long getTotalBytesCopyOut() {
        return profile.bytesOut;
    }

    public long getTotalBytesTransferred() {
        return profile.bytesIn + profile.bytesOut;
    }

    /** Bytes of the arrays that the plan holds on the device. */
    public long getTotalDeviceMemoryUsage() {
        return profile.deviceBytes;
    }

    /** The time of each task's kernel as JSON: an object a graph, in it an object a task, times as strings. */
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
