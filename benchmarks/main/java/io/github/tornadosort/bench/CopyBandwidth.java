package io.github.tornadosort.bench;

import io.github.tornadosort.SortDevice;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.enums.ProfilerMode;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * Measures the memory bandwidth of a device: bytes read and written per second by a plain copy, the median of several copies.
 * The JVM backend copies with {@link MemorySegment#copy} on all cores; other devices run a kernel that copies one 64-bit word
 * per work-item.
 */
final class CopyBandwidth {
    private static final int WORDS = 1 << 24;
    private static final long BYTES = 8L * WORDS;
    private static final int TIMES = 11;

    private CopyBandwidth() {}

    /** Returns the sum of bytes read and written per second. */
    static double measure(SortDevice device) {
        return device.backend().equals("jvm") ? ofCores() : ofKernel(device);
    }

    private static double ofCores() {
        int parts = Runtime.getRuntime().availableProcessors();
        long part = BYTES / parts;
        try (Arena arena = Arena.ofShared()) {
            MemorySegment from = arena.allocate(BYTES).fill((byte) 1);
            MemorySegment to = arena.allocate(BYTES);
            return bytesPerSecond(() -> {
                long start = System.nanoTime();
                IntStream.range(0, parts)
                        .parallel()
                        .forEach(i -> MemorySegment.copy(from, i * part, to, i * part, part));
                return System.nanoTime() - start;
            });
        }
    }

    private static double ofKernel(SortDevice device) {
        LongArray from = new LongArray(WORDS);
        LongArray to = new LongArray(WORDS);
        TaskGraph graph = new TaskGraph("bandwidth")
                .transferToDevice(DataTransferMode.FIRST_EXECUTION, from)
                .task("copy", CopyBandwidth::copy, from, to)
                .transferToHost(DataTransferMode.UNDER_DEMAND, to);
        try (TornadoExecutionPlan plan = new TornadoExecutionPlan(graph.snapshot())) {
            plan.withDevice(device.tornado()).withProfiler(ProfilerMode.SILENT);
            return bytesPerSecond(() -> plan.execute().getProfilerResult().getDeviceKernelTime());
        } catch (TornadoExecutionPlanException e) {
            throw new IllegalStateException("could not close the plan: " + e.getMessage(), e);
        }
    }

    private static double bytesPerSecond(LongSupplier copyNanos) {
        long[] nanos = new long[TIMES];
        Arrays.setAll(nanos, i -> copyNanos.getAsLong());
        Arrays.sort(nanos);
        return 2.0 * BYTES / nanos[TIMES / 2] * 1e9;
    }

    private static void copy(LongArray from, LongArray to) {
        for (@Parallel int i = 0; i < from.getSize(); i++) {
            to.set(i, from.get(i));
        }
    }
}
