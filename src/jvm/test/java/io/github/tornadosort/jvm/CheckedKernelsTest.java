package io.github.tornadosort.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.jvm.KernelFault;
import uk.ac.manchester.tornado.jvm.Schedule;
import uk.ac.manchester.tornado.jvm.junit.CheckedKernels;

/** Tests {@code @CheckedKernels}. */
class CheckedKernelsTest {
    static void lostSum(IntArray in, IntArray sum) {
        for (@Parallel int i = 0; i < in.getSize(); i++) {
            sum.set(0, sum.get(0) + in.get(i));
        }
    }

    private static void runRacyPlan() throws Exception {
        IntArray in = new IntArray(100);
        IntArray sum = new IntArray(1);
        TaskGraph graph = new TaskGraph("g")
                .transferToDevice(0, in, sum)
                .task("t", CheckedKernelsTest::lostSum, in, sum);
        try (TornadoExecutionPlan plan = new TornadoExecutionPlan(graph.snapshot())) {
            plan.execute();
        }
    }

    @Test
    @CheckedKernels(seed = 7)
    void plansRunOnTheCheckedDeviceInTheOrderOfTheSeed() {
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(CheckedKernelsTest::runRacyPlan)
                    .isInstanceOf(KernelFault.class)
                    .hasMessageContaining("race: ")
                    .hasMessageContaining("iteration 0 of the @Parallel loop: race: reads sum[0], which iteration 84 of")
                    .hasMessageEndingWith(" (replay this schedule with -Dtornado.jvm.schedule=7)");
        }
    }

    @RepeatedTest(2)
    @CheckedKernels
    void eachTestHasADifferentSeed() {
        assertThat(System.getProperty(Schedule.PROPERTY)).matches("\\d+").isNotEqualTo(seedBefore);
        seedBefore = System.getProperty(Schedule.PROPERTY);
    }

    private static String seedBefore;

    @Nested
    class Afterwards {
        @Test
        @CheckedKernels
        void checked() {
            assertThatThrownBy(CheckedKernelsTest::runRacyPlan).isInstanceOf(KernelFault.class);
        }

        @AfterAll
        static void settingsAreRestored() throws Exception {
            assertThat(System.getProperty(Schedule.PROPERTY)).isNull();
            runRacyPlan(); // on the fast device, which does not check
        }
    }

    /**
     * Checks the failure of each test below, by the name of the test. If the failure is not the expected one, the test
     * fails.
     */
    static final class ExpectedFailures implements TestExecutionExceptionHandler {
        @Override
        public void handleTestExecutionException(ExtensionContext context, Throwable failure) {
            switch (context.getDisplayName()) {
                case "wrongResult()" ->
                    assertThat(failure.getSuppressed()).singleElement().satisfies(note -> assertThat(note)
                            .hasMessage("to repeat this order: @CheckedKernels(seed = 11)"));
                default ->
                    assertThat(failure)
                            .hasMessage("this test uses a part of TornadoVM's API that the JVM backend does not support: "
                                    + "uk/ac/manchester/tornado/api/types/HalfFloat");
            }
        }
    }

    @Test
    @ExtendWith(ExpectedFailures.class)
    @CheckedKernels(seed = 11)
    void wrongResult() {
        assertThat(1).isEqualTo(2);
    }

    @Test
    @ExtendWith(ExpectedFailures.class)
    @CheckedKernels
    void missingClassOfTheApi() {
        throw new NoClassDefFoundError("uk/ac/manchester/tornado/api/types/HalfFloat");
    }
}
