package io.github.tornadosort.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.TornadoProfilerResult;
import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.common.TornadoDevice;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.enums.ProfilerMode;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.jvm.KernelFault;

/**
 * Tests when tasks are compiled, what the profiler reports, and that a plan still works after a kernel has thrown an
 * exception.
 */
class CompilationTest {
    static List<TornadoDevice> devices() {
        return Plans.devices();
    }

    static void upTo(IntArray n, IntArray out) {
        for (@Parallel int i = 0; i < n.get(0); i++) {
            out.set(i, n.get(0));
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void tasksAreCompiledOncePerPlan(TornadoDevice device) throws Exception {
        IntArray n = IntArray.fromElements(0);
        IntArray out = new IntArray(100);
        TaskGraph graph = new TaskGraph("g")
                .transferToDevice(DataTransferMode.EVERY_EXECUTION, n)
                .task("t", CompilationTest::upTo, n, out)
                .transferToHost(DataTransferMode.EVERY_EXECUTION, out);
        try (TornadoExecutionPlan plan = new TornadoExecutionPlan(graph.snapshot())) {
            plan.withDevice(device).withProfiler(ProfilerMode.SILENT);
            for (int round = 0; round < 20; round++) {
                n.set(0, 5 * round);
                TornadoProfilerResult result = plan.execute().getProfilerResult();
                assertThat(result.getCompileTime() > 0).isEqualTo(round == 0);
                assertThat(result.getTornadoCompilerTime() > 0).isEqualTo(round == 0);
                assertThat(result.getDeviceKernelTime()).isPositive();
                assertThat(result.getTotalTime()).isGreaterThanOrEqualTo(result.getDeviceKernelTime());
                assertThat(round == 0 ? 0 : out.get(5 * round - 1)).isEqualTo(5 * round);
            }
            plan.withoutProfiler();
            assertThat(plan.execute().getProfilerResult().getDeviceKernelTime()).isZero();
        }
    }

    static void writesOutside(IntArray out) {
        for (@Parallel int i = 0; i < 1000; i++) {
            out.set(i, 1);
        }
    }

    @Test
    void aPlanWorksAfterAKernelHasThrown() throws Exception {
        IntArray out = new IntArray(999);
        for (TornadoDevice device : devices()) {
            TaskGraph graph = new TaskGraph("g").task("t", CompilationTest::writesOutside, out);
            try (TornadoExecutionPlan plan = new TornadoExecutionPlan(graph.snapshot())) {
                plan.withDevice(device);
                for (int round = 0; round < 3; round++) {
                    assertThatThrownBy(plan::execute)
                            .isInstanceOfAny(IndexOutOfBoundsException.class, KernelFault.class)
                            .hasMessageContaining("999");
                }
            }
        }
    }

    static void fill(IntArray out, int value) {
        for (@Parallel int i = 0; i < out.getSize(); i++) {
            out.set(i, value);
        }
    }

    @Test
    void plansRunConcurrentlyInSeveralThreads() throws Exception {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> threads = java.util.stream.IntStream.range(0, 4)
                .mapToObj(id -> Thread.ofPlatform().start(() -> {
                    IntArray out = new IntArray(5000);
                    try (TornadoExecutionPlan plan = new TornadoExecutionPlan(
                            new TaskGraph("g").task("t", CompilationTest::fill, out, id).snapshot())) {
                        for (int round = 0; round < 200; round++) {
                            out.clear();
                            plan.execute();
                            assertThat(out.toHeapArray()).containsOnly(id);
                        }
                    } catch (Throwable e) {
                        failure.set(e);
                    }
                }))
                .toList();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failure.get()).isNull();
    }
}
