package io.github.tornadosort.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests callers that were compiled against an SDK, whose functional interfaces do not reveal the method of a kernel. */
@Tag("slow")
class ForeignCallersTest {

    /** The only type of an SDK that differs: its functional interfaces are not serializable. */
    private static final String SDK = """
            package uk.ac.manchester.tornado.api.common;
            public final class TornadoFunctions {
                public interface Task { void apply(); }
                public interface Task1<A> { void apply(A a); }
                public interface Task2<A, B> { void apply(A a, B b); }
                public interface Task3<A, B, C> { void apply(A a, B b, C c); }
            }
            """;

    private static final String CALLER = """
            import uk.ac.manchester.tornado.api.*;
            import uk.ac.manchester.tornado.api.annotations.Parallel;
            import uk.ac.manchester.tornado.api.common.TornadoFunctions.*;
            import uk.ac.manchester.tornado.api.types.arrays.IntArray;

            class Caller {
                private static final IntArray OUT = new IntArray(8);

                static void fill(IntArray a, Integer value) {
                    for (@Parallel int i = 0; i < a.getSize(); i++) {
                        a.set(i, value);
                    }
                }

                static void twice(KernelContext context, IntArray a) {
                    a.set(context.globalIdx, 2 * a.get(context.globalIdx));
                }

                static int run(TaskGraph graph) throws Exception {
                    graph.transferToHost(1, OUT);
                    WorkerGrid grid = new WorkerGrid1D(8);
                    grid.setLocalWork(4, 1, 1);
                    try (TornadoExecutionPlan plan = new TornadoExecutionPlan(graph.snapshot())) {
                        if (graph.getTaskGraphName().equals("groups")) {
                            plan.withGridScheduler(new GridScheduler("groups.b", grid));
                        }
                        plan.withDevice(TornadoExecutionPlan.getDevice(0, 1)).execute();
                    }
                    return OUT.get(7);
                }

                int inTheCall() throws Exception {
                    return run(new TaskGraph("groups")
                            .task("a", Caller::fill, OUT, OUT.getSize() > 3 ? 7 : 8)
                            .task("b", Caller::twice, new KernelContext(), OUT));
                }

                int lambda() throws Exception {
                    Task2<IntArray, Integer> other = Caller::fill;
                    return run(new TaskGraph("g").task("a", (IntArray a, Integer value) -> {
                        for (@Parallel int i = 0; i < a.getSize(); i++) {
                            a.set(i, value + 1);
                        }
                    }, OUT, 5));
                }

                int capturing() throws Exception {
                    int captured = OUT.getSize();
                    return run(new TaskGraph("g").task("a", a -> a.set(0, captured), OUT));
                }

                int variable() throws Exception {
                    Task2<IntArray, Integer> kernel = Caller::fill;
                    return run(new TaskGraph("g").task("a", kernel, OUT, 1));
                }

                int oneOfTwo() throws Exception {
                    Task2<IntArray, Integer> kernel = Caller::fill;
                    return run(new TaskGraph("g").task("a", OUT.getSize() > 3 ? kernel : Caller::fill, OUT, 1));
                }

                int oneOfTwoReferences() throws Exception {
                    return run(new TaskGraph("g")
                            .task("a", OUT.getSize() > 3 ? Caller::fill : (IntArray a, Integer value) -> {}, OUT, 1));
                }
            }
            """;

    @TempDir
    Path folder;

    @BeforeEach
    void compile() throws Exception {
        Path sdk = Files.createDirectories(folder.resolve("sdk"));
        String classPath = TestCompiler.classPathAfter(sdk);
        TestCompiler.compile("-g", classPath, sdk, Files.writeString(folder.resolve("TornadoFunctions.java"), SDK));
        TestCompiler.compile("-g", classPath, folder, Files.writeString(folder.resolve("Caller.java"), CALLER));
    }

    private Object call(String method) throws Throwable {
        return TestCompiler.call(folder, "Caller", method);
    }

    @Test
    void methodReferencesInTheCallAreFound() throws Throwable {
        assertThat(call("inTheCall")).isEqualTo(14);
        assertThat(call("lambda")).isEqualTo(6);
    }

    @Test
    void capturingLambdasAreRefused() {
        assertThatThrownBy(() -> call("capturing")).hasMessageContaining("captures variables; pass them as arguments");
    }

    /** Tests that an ambiguous method reference is refused. */
    @ParameterizedTest
    @ValueSource(strings = {"variable", "oneOfTwo", "oneOfTwoReferences"})
    void ambiguousReferencesAreRefused(String method) {
        assertThatThrownBy(() -> call(method))
                .hasMessageContaining("task g.a: the kernel's byte code cannot be found")
                .hasMessageContaining("write a method reference in the call of task");
    }
}
