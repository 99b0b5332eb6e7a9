package io.github.tornadosort.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.TestDevices;
import io.github.tornadosort.internal.driver.Handle;
import io.github.tornadosort.internal.kernel.PlantedDefect;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** Groups that wait for each other believe no words of earlier runs and plans; a device that gets stuck is remembered. */
class LookBackStageTest {
    private static final int CAPACITY = 6 * StageRuns.TILE * 4 + 5;

    static List<StageRuns.Way> ways() {
        return StageRuns.ways().stream().filter(StageRuns.Way::looksBack).toList();
    }

    /** A scan and a selection in one graph, with their plan. */
    private static final class Program implements AutoCloseable {
        private final IntArray in = new IntArray(CAPACITY);
        private final IntArray sums = new IntArray(CAPACITY);
        private final IntArray chosen = new IntArray(CAPACITY);
        private final IntArray count = new IntArray(1);
        private final Chain chain;
        private final TornadoExecutionPlan plan;

        Program(StageRuns.Way way, boolean recorded) {
            Chain.Builder builder = StageRuns.on(
                    way,
                    Chain.builder("chain")
                            .then(ScanStage.builder("scan").sums(in, sums).inclusive())
                            .then(SelectStage.builder("select").flags(in).indices(chosen).count(count)))
                    .toHost(sums, chosen, count);
            chain = recorded ? builder.withCUDAGraph().build() : builder.build();
            ImmutableTaskGraph[] graphs = chain.graphs().toArray(ImmutableTaskGraph[]::new);
            plan = new TornadoExecutionPlan(graphs);
            plan.withDevice(Handle.of(way.device()));
            chain.scheduleOn(plan, graphs, new GridScheduler());
        }

        void run(int round) {
            int n = CAPACITY - round * 37 % CAPACITY;
            for (int i = 0; i < n; i++) {
                in.set(i, (i + round) % 3);
            }
            chain.run(n);
            int sum = 0;
            int found = 0;
            for (int i = 0; i < n; i++) {
                int element = (i + round) % 3;
                sum += element;
                assertThat(sums.get(i)).as("sum %d of %d in round %d", i, n, round).isEqualTo(sum);
                if (element != 0) {
                    assertThat(chosen.get(found++)).as("round %d", round).isEqualTo(i);
                }
            }
            assertThat(count.get(0)).isEqualTo(found);
        }

        @Override
        public void close() throws TornadoExecutionPlanException {
            plan.close();
            chain.close();
        }
    }

    /**
     * Each run has an epoch of its own, so that words of earlier runs, of longer inputs, are not believed. Kernels may be
     * recorded with their arguments; the epoch is none of them.
     */
    @ParameterizedTest
    @MethodSource("ways")
    void manyRunsOfOnePlan(StageRuns.Way way) throws TornadoExecutionPlanException {
        for (boolean recorded : new boolean[] {false, true}) {
            try (Program program = new Program(way, recorded)) {
                for (int round = 0; round < (recorded ? 30 : 300); round++) {
                    program.run(round);
                }
            }
        }
    }

    /** Memory of a closed plan has words with the epochs of the next one. */
    @ParameterizedTest
    @MethodSource("ways")
    void plansOneAfterTheOtherAndSideBySide(StageRuns.Way way) throws TornadoExecutionPlanException {
        for (int plans = 0; plans < 3; plans++) {
            try (Program first = new Program(way, false);
                    Program second = new Program(way, false)) {
                for (int round = 0; round < 5; round++) {
                    first.run(round);
                    second.run(7 * round);
                }
            }
        }
    }

    /** Without publications, each group but the first waits in vain. */
    @Test
    void aDeviceThatGetsStuckIsRemembered() throws Exception {
        assumeTrue(SortDevice.all().getFirst().backend().equals("jvm"), "only kernels of the JVM backend can be edited");
        assertThat(PlantedDefect.withoutPublication("LookBack", "publish").fault(Stuck.class, new int[] {}))
                .isEqualTo("stage scan: groups on 77:0 jvm (test) waited in vain for those before them, and the results are"
                        + " wrong; build the stage again, which then has kernels that do not wait; then 4500");
    }

    /** Scans on a device that gets stuck, and again. */
    public static final class Stuck implements Callable<String> {
        public Stuck(int[] unused) {}

        @Override
        public String call() throws TornadoExecutionPlanException {
            SortDevice jvm = SortDevice.preferred();
            SortDevice device = TestDevices.device(77, 0, "jvm", "test", jvm.type(), jvm.memoryBytes(), Handle.of(jvm));
            String failure = "";
            int last = 0;
            for (int attempt = 0; attempt < 2; attempt++) {
                IntArray in = new IntArray(4500);
                IntArray out = new IntArray(4500);
                in.init(1);
                ScanStage stage = ScanStage.builder("scan").sums(in, out).inclusive().device(device).toHost(out).build();
                try {
                    StageRuns.run(device, stage, new int[] {4500}, _ -> {}, _ -> {});
                } catch (IllegalStateException e) {
                    failure = e.getMessage();
                }
                last = out.get(4499);
            }
            return failure + "; then " + last;
        }
    }
}
