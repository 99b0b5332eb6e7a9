package io.github.tornadosort.internal.selftest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.plan.Checkpoint;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import uk.ac.manchester.tornado.api.exceptions.TornadoOutOfMemoryException;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

class KernelCheckTest {
    private static final SortPolicy SMALL_BLOCK = new SortPolicy(Kernels.BLOCK, 3, 3, 0, 0);
    private static final SortPolicy SMALL_GROUP = new SortPolicy(Kernels.WORK_GROUP, 5, 2, 96, 4, 0, 1, 0);

    static Stream<Arguments> cases() {
        return SortDevice.all().stream().flatMap(device -> policies(device).map(policy -> Arguments.of(device, policy)));
    }

    /** The shipped policies, and small ones unless the device is slow: checked, or an SDK that has to compile. */
    private static Stream<SortPolicy> policies(SortDevice device) {
        Stream<SortPolicy> shipped =
                Stream.of(new SortPolicy(Kernels.BLOCK, 11, 1, 0, 0),
                        new SortPolicy(Kernels.WORK_GROUP, 8, 6, 256, 16, 0, 1, 0));
        Stream<SortPolicy> small = Stream.of(SMALL_BLOCK, SMALL_GROUP);
        if (!device.backend().equals("jvm")) {
            return shipped;
        }
        return device.name().contains("checked") ? small : Stream.concat(shipped, small);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyKernelIsCorrect(SortDevice device, SortPolicy policy) {
        assertThat(KernelCheck.firstWrong(device, policy, _ -> {})).isEmpty();
    }

    /** Changes a parameter of one execution for the device, but not for the JVM. */
    private static final class WrongTurn implements Checkpoint {
        private final int execution;
        private final Consumer<IntArray> change;
        private int done;

        private WrongTurn(int execution, Consumer<IntArray> change) {
            this.execution = execution;
            this.change = change;
        }

        @Override
        public void check(IntArray parameters) {
            if (done++ == execution) {
                change.accept(parameters);
            }
        }
    }

    private static final List<Consumer<IntArray>> CHANGES = List.of(
            p -> p.set(PassParameters.N, p.get(PassParameters.N) - 1),
            p -> p.set(PassParameters.BITS, 0),
            p -> {
                p.set(PassParameters.BITS, 0);
                p.set(PassParameters.BITS_HIGH, 0);
            },
            p -> p.set(PassParameters.ALWAYS_ZERO, 1),
            p -> p.set(PassParameters.LOWEST, 20));

    static Stream<Arguments> families() {
        return Stream.of(
                Arguments.of(SMALL_BLOCK, List.of(
                        "BlockSurvey32.survey", "BlockSurvey64.survey", "BlockRadix32.upsweep", "BlockRadix64.upsweep",
                        "BlockMove.move32",
                        "BlockMove.move64", "BlockCheck32.checksum", "BlockCheck64.checksum", "Probe.arithmetic",
                        "Probe.wideArithmetic")),
                Arguments.of(SMALL_GROUP, List.of(
                        "GroupRadix32.upsweep", "GroupRadix64.upsweep", "GroupValues.number", "GroupMove.move32",
                        "GroupMove.move64", "GroupBuckets32.bounds", "GroupBuckets64.bounds", "GroupChunks.put32",
                        "GroupChunks.put64", "GroupMerge.sortTiles",
                        "GroupCheck32.checksum", "GroupCheck64.checksum",
                        "Probe.arithmetic")));
    }

    /** Each wrong execution is detected, and its kernel is named. */
    @Tag("slow")
    @ParameterizedTest
    @MethodSource("families")
    void everyFaultIsFound(SortPolicy policy, List<String> kernels) {
        SortDevice device = SortDevice.all().getFirst();
        assumeTrue(device.backend().equals("jvm"), "an SDK compiles each kernel a hundred times for this");
        int[] executions = {0};
        KernelCheck.firstWrong(device, policy, _ -> executions[0]++);
        Set<String> named = new HashSet<>();
        for (int i = 0; i < executions[0]; i++) {
            int execution = i;
            Optional<String> found = CHANGES.stream()
                    .map(change -> KernelCheck.firstWrong(device, policy, new WrongTurn(execution, change)))
                    .flatMap(Optional::stream)
                    .findFirst();
            // The exchanges between work-items have no parameters that could be changed.
            assertThat(found.isPresent()).as("execution %d is found", i).isEqualTo(i != 1 && i != 3);
            found.ifPresent(message -> {
                assertThat(message).contains("expected");
                named.add(message.split("[ :,]")[0]);
            });
        }
        assertThat(named).containsAll(kernels);
    }

    /** The report distinguishes a check that misses keys out of order from one with wrong sums. */
    @Test
    void aCheckThatFindsNothingIsReported() {
        SortDevice device = SortDevice.all().getFirst();
        int[] executions = {0};
        KernelCheck.firstWrong(device, SMALL_GROUP, _ -> executions[0]++);
        WrongTurn last = new WrongTurn(executions[0] - 1, CHANGES.get(2));
        Optional<String> found = KernelCheck.firstWrong(device, SMALL_GROUP, last);
        assertThat(found)
                .hasValueSatisfying(message -> assertThat(message).startsWith("GroupCheck64.checksum: the first of"));
    }

    /** A kernel that cannot run is reported as wrong; it does not end the program. */
    @Test
    void aKernelThatCannotRunIsReported() {
        Checkpoint broken = _ -> {
            throw new IllegalStateException("planted");
        };
        assertThat(KernelCheck.firstWrong(SortDevice.all().getFirst(), SMALL_BLOCK, broken))
                .contains("Probe.arithmetic cannot run: IllegalStateException: planted");
    }

    /** Drivers throw errors of their own if they cannot compile a kernel. */
    @Test
    void aKernelWhoseCompilationFailsIsFound() {
        Checkpoint broken = _ -> {
            throw new AssertionError("[ERROR] not\n supported");
        };
        assertThat(KernelCheck.firstWrong(SortDevice.all().getFirst(), SMALL_BLOCK, broken))
                .contains("Probe.arithmetic cannot run: AssertionError: not supported");
    }

    /** A lack of memory, or a stack overflow, says nothing about the kernels. */
    @Test
    void anErrorOfTheJvmIsNotAWrongKernel() {
        Checkpoint full = _ -> {
            throw new OutOfMemoryError("planted");
        };
        assertThatThrownBy(() -> KernelCheck.firstWrong(SortDevice.all().getFirst(), SMALL_BLOCK, full))
                .isInstanceOf(OutOfMemoryError.class);
    }

    /** A lack of memory says nothing about the kernels. It must not be recorded as their failure. */
    @Test
    void aDeviceWithoutFreeMemoryIsNotAWrongKernel() {
        Checkpoint full = _ -> {
            throw new TornadoOutOfMemoryException("planted");
        };
        assertThatThrownBy(() -> KernelCheck.firstWrong(SortDevice.all().getFirst(), SMALL_BLOCK, full))
                .isInstanceOf(TornadoOutOfMemoryException.class)
                .hasMessage("planted");
    }
}
