package io.github.tornadosort.jvm;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.WorkerGrid;
import uk.ac.manchester.tornado.api.WorkerGrid1D;
import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task1;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task2;
import uk.ac.manchester.tornado.api.exceptions.TornadoBailoutRuntimeException;
import uk.ac.manchester.tornado.api.exceptions.TornadoRuntimeException;
import uk.ac.manchester.tornado.api.exceptions.TornadoTaskRuntimeException;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** Tests that the backend refuses what it does not support, with a message that gives the reason. */
class RefusalsTest {
    private final IntArray out = new IntArray(8);

    private static AbstractThrowableAssert<?, ? extends Throwable> assertBailout(Runnable run) {
        return assertThatThrownBy(run::run).isInstanceOf(TornadoBailoutRuntimeException.class);
    }

    // ---- kernels

    static void unsignedCompare(IntArray a) {
        for (@Parallel int i = 0; i < a.getSize(); i++) {
            a.set(i, Integer.compareUnsigned(i, 3));
        }
    }

    static int bits(float value) {
        return Float.floatToRawIntBits(value);
    }

    static void floatBits(FloatArray a, IntArray b) {
        for (@Parallel int i = 0; i < b.getSize(); i++) {
            b.set(i, bits(a.get(i)));
        }
    }

    static void leadingZeros(IntArray a) {
        for (@Parallel int i = 0; i < a.getSize(); i++) {
            a.set(i, Integer.numberOfLeadingZeros(i));
        }
    }

    @Test
    void miscompiledMethodsAreRefusedWhenTheGraphIsBuilt() {
        assertBailout(() -> new TaskGraph("g").task("t", RefusalsTest::unsignedCompare, out))
                .hasMessageContaining("kernel RefusalsTest.unsignedCompare, line ")
                .hasMessageContaining("Integer.compareUnsigned is signed on OpenCL and PTX");
        assertBailout(() -> new TaskGraph("g").task("t", RefusalsTest::leadingZeros, out))
                .hasMessageContaining("numberOfLeadingZeros is not supported");
        assertBailout(() -> new TaskGraph("g").task("t", RefusalsTest::floatBits, new FloatArray(8), out))
                .hasMessageContaining("kernel RefusalsTest.bits, line ")
                .hasMessageContaining("fromSegmentShallow");
    }

    static void catches(IntArray a) {
        for (@Parallel int i = 0; i < a.getSize(); i++) {
            try {
                a.set(i + 1, 1);
            } catch (IndexOutOfBoundsException e) {
                a.set(0, 1);
            }
        }
    }

    @Test
    void kernelsMustNotCatchExceptions() {
        assertBailout(() -> new TaskGraph("g").task("t", RefusalsTest::catches, out))
                .hasMessageContaining("kernel RefusalsTest.catches: catches exceptions");
    }

    static void twoLoops(IntArray a) {
        for (@Parallel int i = 0; i < a.getSize(); i++) {
            a.set(i, 1);
        }
        for (@Parallel int i = 0; i < a.getSize(); i++) {
            a.set(i, 2);
        }
    }

    static void downwards(IntArray a) {
        for (@Parallel int i = a.getSize() - 1; i >= 0; i--) {
            a.set(i, 1);
        }
    }

    static void variableStep(IntArray a, int step) {
        for (@Parallel int i = 0; i < a.getSize(); i += step) {
            a.set(i, 1);
        }
    }

    static void breaks(IntArray a) {
        for (@Parallel int i = 0; i < a.getSize(); i++) {
            if (i == 3) {
                break;
            }
            a.set(i, 1);
        }
    }

    static void returns(IntArray a) {
        for (@Parallel int i = 0; i < a.getSize(); i++) {
            if (i == 3) {
                return;
            }
            a.set(i, 1);
        }
    }

    static void movingBound(IntArray a) {
        int end = 4;
        for (@Parallel int i = 0; i < end; i++) {
            a.set(i, 1);
            end = 3;
        }
    }

    @Test
    void unsupportedParallelLoops() {
        assertLoopRefused(RefusalsTest::twoLoops, "a second @Parallel loop follows the first; use two tasks");
        assertLoopRefused(RefusalsTest::downwards, "the condition is not 'variable < bound' or 'variable <= bound'");
        assertLoopRefused(RefusalsTest::movingBound, "the bound changes within the loop");
        assertLoopRefused(RefusalsTest::breaks, "an iteration leaves the loop; use 'continue'");
        assertLoopRefused(RefusalsTest::returns, "an iteration leaves the loop; use 'continue'");
        Task2<IntArray, Integer> step = RefusalsTest::variableStep;
        assertBailout(() -> Plans.run(Plans.FAST, new TaskGraph("g").task("t", step, out, 2)))
                .hasMessageContaining("the variable does not increase by a positive constant");
    }

    private void assertLoopRefused(Task1<IntArray> kernel, String reason) {
        assertBailout(() -> Plans.run(Plans.FAST, new TaskGraph("g").task("t", kernel, out)))
                .hasMessageMatching("(?s)kernel RefusalsTest\\.\\w+, line \\d+: @Parallel loop: .*")
                .hasMessageContaining(reason);
    }

    void instanceKernel(IntArray a) {
        a.set(0, 1);
    }

    @Test
    void kernelsMustBeStaticWithoutCaptures() {
        int captured = out.getSize();
        assertBailout(() -> new TaskGraph("g").task("t", this::instanceKernel, out))
                .hasMessageContaining("instanceKernel is not a static method or captures variables");
        assertBailout(() -> new TaskGraph("g").task("t", a -> a.set(0, captured), out))
                .hasMessageContaining("captures variables; pass them as arguments");
    }

    static void both(KernelContext context, IntArray a) {
        for (@Parallel int i = 0; i < a.getSize(); i++) {
            a.set(i, context.globalIdx);
        }
    }

    @Test
    void parallelLoopInAWorkGroupKernel() {
        var graph = new TaskGraph("g").task("t", RefusalsTest::both, new KernelContext(), out);
        assertBailout(() -> Plans.run(Plans.FAST, graph, 8, 4))
                .hasMessageContaining("kernel RefusalsTest.both: has both a KernelContext and an @Parallel loop");
    }

    @Test
    void kernelsCompiledWithoutDebugTables(@TempDir Path folder) throws Exception {
        Path source = Files.writeString(folder.resolve("NoTables.java"), """
                import uk.ac.manchester.tornado.api.annotations.Parallel;
                import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task1;
                import uk.ac.manchester.tornado.api.types.arrays.IntArray;
                public class NoTables implements java.util.function.Supplier<Task1<IntArray>> {
                    static void kernel(IntArray a) { for (@Parallel int i = 0; i < a.getSize(); i++) { a.set(i, i); } }
                    public Task1<IntArray> get() { return NoTables::kernel; }
                }
                """);
        TestCompiler.compile("-g:none", TestCompiler.classPathAfter(folder), folder, source);
        try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            Object supplier = loader.loadClass("NoTables").getConstructor().newInstance();
            @SuppressWarnings("unchecked") Task1<IntArray> kernel = ((Supplier<Task1<IntArray>>) supplier).get();
            assertBailout(() -> new TaskGraph("g").task("t", kernel, out))
                    .hasMessageContaining("kernel NoTables.kernel: was compiled without local variable tables");
        }
    }

    /** Compiles kernels against an API that has more members than that of the JVM backend, as the API of an SDK does. */
    @Test
    void unsupportedPartsOfTheApi(@TempDir Path folder) throws Exception {
        Path api = Files.createDirectories(folder.resolve("api/uk/ac/manchester/tornado/api/math"));
        Path context = Files.writeString(api.resolveSibling("KernelContext.java"), """
                package uk.ac.manchester.tornado.api;
                public class KernelContext { public void atomicAdd(int[] array, int index, int value) {} }
                """);
        Path math = Files.writeString(api.resolve("TornadoMath.java"), """
                package uk.ac.manchester.tornado.api.math;
                public class TornadoMath { public static int abs(int x) { return x; } }
                """);
        Path reduce = Files.writeString(api.resolveSibling("Reduce.java"), """
                package uk.ac.manchester.tornado.api.annotations;
                import java.lang.annotation.*;
                @Retention(RetentionPolicy.RUNTIME)
                public @interface Reduce {}
                """);
        Path kernels = Files.writeString(folder.resolve("Wide.java"), """
                import uk.ac.manchester.tornado.api.annotations.Reduce;
                import uk.ac.manchester.tornado.api.KernelContext;
                import uk.ac.manchester.tornado.api.common.TornadoFunctions.*;
                import uk.ac.manchester.tornado.api.math.TornadoMath;
                import uk.ac.manchester.tornado.api.types.arrays.IntArray;
                public class Wide {
                    static void atomics(KernelContext context, IntArray a) {
                        context.atomicAdd(new int[1], 0, 1);
                    }
                    static void math(KernelContext context, IntArray a) {
                        a.set(0, TornadoMath.abs(a.get(0)));
                    }
                    static void reduction(KernelContext context, @Reduce IntArray a) {
                    }
                    public static final Task2<KernelContext, IntArray> REDUCTION = Wide::reduction;
                    public static final Task2<KernelContext, IntArray> ATOMICS = Wide::atomics;
                    public static final Task2<KernelContext, IntArray> MATH = Wide::math;
                }
                """);
        TestCompiler.compile("-g", "", folder.resolve("api"), context, math, reduce);
        Path classes = Files.createDirectories(folder.resolve("classes"));
        TestCompiler.compile("-g", TestCompiler.classPathAfter(folder.resolve("api")), classes, kernels);
        try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
            Class<?> wide = loader.loadClass("Wide");
            assertUnsupported(
                    wide, "ATOMICS", "kernel Wide.atomics, line 8: uses KernelContext.atomicAdd(int[],int,int)void");
            assertUnsupported(wide, "REDUCTION", "kernel Wide.reduction: has a parameter with @Reduce");
            assertUnsupported(wide, "MATH", "kernel Wide.math, line 11: uses TornadoMath.abs(int)int");
        }
    }

    private void assertUnsupported(Class<?> kernels, String field, String message) throws ReflectiveOperationException {
        @SuppressWarnings("unchecked") var kernel = (Task2<KernelContext, IntArray>) kernels.getField(field).get(null);
        assertBailout(() -> new TaskGraph("g").task("t", kernel, new KernelContext(), out))
                .hasMessage(message + ", which the JVM backend does not support");
    }

    static void synchronize(KernelContext context) {
        context.localBarrier();
    }

    static void barrierInHelper(KernelContext context, IntArray a) {
        synchronize(context);
        a.set(context.globalIdx, 1);
    }

    @Test
    void barriersInHelperMethods() {
        for (var device : Plans.devices()) {
            var graph = new TaskGraph("g").task("t", RefusalsTest::barrierInHelper, new KernelContext(), out);
            assertBailout(() -> Plans.run(device, graph, 8, 4))
                    .hasMessageContaining("RefusalsTest.synchronize")
                    .hasMessageContaining("a barrier in a helper method");
        }
    }

    static void usesTheHost(IntArray a) {
        for (@Parallel int i = 0; i < a.getSize(); i++) {
            a.getSegment().fill((byte) 1);
        }
    }

    static void fills(IntArray a) {
        for (@Parallel int i = 0; i < a.getSize(); i++) {
            int[] mine = new int[4];
            java.util.Arrays.fill(mine, 1);
            a.set(i, mine[0]);
        }
    }

    @Test
    void codeThatTheCheckedDeviceDoesNotSupport() {
        assertBailout(() -> Plans.run(Plans.CHECKED, new TaskGraph("g").task("t", RefusalsTest::usesTheHost, out)))
                .hasMessageContaining("uses IntArray.getSegment, which the checked device does not support");
        assertBailout(() -> Plans.run(Plans.CHECKED, new TaskGraph("g").task("t", RefusalsTest::fills, out)))
                .hasMessageContaining("uses Arrays.fill, which the checked device does not support");
    }

    /** A kernel that is neither a method reference nor a lambda, so its byte code cannot be found. */
    private static final class PlainKernel implements Task1<IntArray> {
        private static final long serialVersionUID = 1;

        @Override
        public void apply(IntArray a) {
            a.set(0, 1);
        }
    }

    @Test
    void kernelsWithoutByteCode() {
        assertBailout(() -> Plans.run(Plans.CHECKED, new TaskGraph("g").task("t", new PlainKernel(), out)))
                .hasMessageContaining("task g.t: the kernel's byte code cannot be found")
                .hasMessageContaining("compiled against tornado-sort-jvm");
    }

    // ---- tasks and grids

    static void one(KernelContext context, IntArray a) {
        a.set(context.globalIdx, 1);
    }

    private TaskGraph graph() {
        return new TaskGraph("g").task("t", RefusalsTest::one, new KernelContext(), out);
    }

    @Test
    void unsupportedArguments() {
        Task1<int[]> heapArray = a -> a[0] = 1;
        assertThatThrownBy(() -> new TaskGraph("g").task("t", heapArray, new int[1]))
                .isInstanceOf(TornadoTaskRuntimeException.class)
                .hasMessageContaining("argument 1 of task g.t is an object of type int[]");
        assertThatThrownBy(() -> graph().task("t", RefusalsTest::one, new KernelContext(), out))
                .isInstanceOf(TornadoTaskRuntimeException.class)
                .hasMessageContaining("already has a task named g.t");
    }

    @Test
    void unsupportedGrids() {
        assertThatThrownBy(() -> Plans.run(Plans.FAST, graph()))
                .isInstanceOf(TornadoRuntimeException.class)
                .hasMessageContaining("no grid scheduler has a WorkerGrid");
        assertThatThrownBy(() -> Plans.run(Plans.FAST, graph(), 2048, 1025))
                .isInstanceOf(TornadoRuntimeException.class)
                .hasMessageContaining("2048 work-items in groups of 1025; a group has 1 to 1024 work-items");
        WorkerGrid stale = new WorkerGrid1D(4);
        stale.setLocalWork(4, 1, 1);
        stale.setGlobalWork(8, 1, 1);
        assertGridRefused(stale, "declares 1 groups, but has 8 work-items in groups of 4; call setGlobalWork before");
        WorkerGrid plane = new WorkerGrid1D(4);
        plane.setGlobalWork(4, 2, 1);
        plane.setLocalWork(4, 1, 1);
        assertGridRefused(plane, "only one-dimensional grids");
        WorkerGrid offset = Plans.grid(8, 4);
        offset.setGlobalOffset(4, 0, 0);
        assertGridRefused(offset, "without an offset");
    }

    private void assertGridRefused(WorkerGrid grid, String reason) {
        var scheduler = new uk.ac.manchester.tornado.api.GridScheduler("g.t", grid);
        TornadoExecutionPlan plan = new TornadoExecutionPlan(graph().snapshot()).withGridScheduler(scheduler);
        assertThatThrownBy(plan::execute).isInstanceOf(TornadoRuntimeException.class).hasMessageContaining(reason);
    }

    @Test
    void schedulersMustNameATaskOfThePlan() {
        TornadoExecutionPlan plan = new TornadoExecutionPlan(graph().snapshot());
        var other = new uk.ac.manchester.tornado.api.GridScheduler("h.t", Plans.grid(8, 4));
        assertThatThrownBy(() -> plan.withGridScheduler(other))
                .isInstanceOf(TornadoRuntimeException.class)
                .hasMessageContaining("[h.t], none of which is a task of this plan");
    }

    // ---- plans

    @Test
    void unsupportedPlanOptions() {
        TornadoExecutionPlan plan = new TornadoExecutionPlan(graph().snapshot());
        assertThatThrownBy(plan::withCUDAGraph).hasMessageContaining("withCUDAGraph is for the PTX and CUDA backends");
        assertThatThrownBy(() -> plan.withGraph(1))
                .hasMessageContaining("no graph 1: the number of graphs in the plan is 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "MB", "1.5GB", "-1MB", ""})
    void invalidMemoryLimits(String limit) {
        TornadoExecutionPlan plan = new TornadoExecutionPlan(graph().snapshot());
        assertThatThrownBy(() -> plan.withMemoryLimit(limit))
                .isInstanceOf(TornadoRuntimeException.class)
                .hasMessageContaining("memory limit '" + limit + "' is not a number followed by B, KB, MB or GB");
    }
}
