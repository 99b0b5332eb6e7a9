package io.github.tornadosort.internal.selftest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
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
        List<TestedKernels> all = TestedKernels.all();
        // Kernels for values differ by the width of keys alone, and those for floats by less.
        Set.of(0, 1, 2, 5, 6).forEach(
                kind -> assertThat(KernelCheck.firstWrong(device, policy, all.get(kind), _ -> {})).isEmpty());
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
            p -> p.set(PassParameters.ALWAYS_ZERO, 1),
            p -> p.set(PassParameters.LOWEST, 20));

    static Stream<SortPolicy> families() {
        return Stream.of(SMALL_BLOCK, SMALL_GROUP);
    }

    /** Most executions that go wrong are found. Some may: a copy of the result, for example, has no parameters. */
    @Tag("slow")
    @ParameterizedTest
    @MethodSource("families")
    void faultsAreFound(SortPolicy policy) {
        TestedKernels kernels = TestedKernels.of(PlanShape.of(KeyType.INT32, Payload.INDICES));
        SortDevice device = SortDevice.all().getFirst();
        assumeTrue(device.backend().equals("jvm"), "an SDK compiles each kernel a hundred times for this");
        int[] executions = {0};
        assertThat(KernelCheck.firstWrong(device, policy, kernels, _ -> executions[0]++)).isEmpty();
        int found = 0;
        for (int i = 0; i < executions[0]; i++) {
            int execution = i;
            found += CHANGES.stream()
                    .map(change -> KernelCheck.firstWrong(device, policy, kernels, new WrongTurn(execution, change)))
                    .anyMatch(Optional::isPresent) ? 1 : 0;
        }
        assertThat(found).as("of %d", executions[0]).isGreaterThanOrEqualTo(executions[0] / 2);
    }

    /** A kernel that cannot run is reported as wrong; it does not end the program. */
    @Test
    void aKernelThatCannotRunIsReported() {
        Checkpoint broken = _ -> {
            throw new IllegalStateException("planted");
        };
        assertThat(KernelCheck.firstWrong(SortDevice.all().getFirst(), SMALL_BLOCK, TestedKernels.INTEGERS, broken))
                .contains("a sort of 32-bit integers cannot run: IllegalStateException: planted");
    }

    /** Drivers throw errors of their own if they cannot compile a kernel. */
    @Test
    void aKernelWhoseCompilationFailsIsFound() {
        Checkpoint broken = _ -> {
            throw new AssertionError("[ERROR] not\n supported");
        };
        assertThat(KernelCheck.firstWrong(SortDevice.all().getFirst(), SMALL_BLOCK, TestedKernels.INTEGERS, broken))
                .contains("a sort of 32-bit integers cannot run: AssertionError: not supported");
    }

    /** A lack of memory, or a stack overflow, says nothing about the kernels. */
    @Test
    void anErrorOfTheJvmIsNotAWrongKernel() {
        Checkpoint full = _ -> {
            throw new OutOfMemoryError("planted");
        };
        assertThatThrownBy(
                () -> KernelCheck.firstWrong(SortDevice.all().getFirst(), SMALL_BLOCK, TestedKernels.INTEGERS, full))
                .isInstanceOf(OutOfMemoryError.class);
    }

    /** A lack of memory says nothing about the kernels. It must not be recorded as their failure. */
    @Test
    void aDeviceWithoutFreeMemoryIsNotAWrongKernel() {
        Checkpoint full = _ -> {
            throw new TornadoOutOfMemoryException("planted");
        };
        assertThatThrownBy(
                () -> KernelCheck.firstWrong(SortDevice.all().getFirst(), SMALL_BLOCK, TestedKernels.INTEGERS, full))
                .isInstanceOf(TornadoOutOfMemoryException.class)
                .hasMessage("planted");
    }
}
