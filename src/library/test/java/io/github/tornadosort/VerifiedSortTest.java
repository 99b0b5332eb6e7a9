package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.SortCases.SortCase;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.policy.SortPolicy.Kernels;
import io.github.tornadosort.reference.KeyData;
import io.github.tornadosort.reference.Operation;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** Tests verified sorts: no false alarms, and correct results although the device receives wrong parameters. */
class VerifiedSortTest {
    private static final int N = 3000;
    private static final List<Order> ORDERS = List.of(Order.ASCENDING, Order.DESCENDING, Order.ASCENDING.bits(3, 7));
    private static final List<KeyType> TYPES =
            List.of(KeyType.INT8, KeyType.INT32, KeyType.FLOAT32, KeyType.UINT64, KeyType.FLOAT64);

    private static final EnumSet<Operation> FEW =
            EnumSet.of(Operation.SORT, Operation.SORT_WITH_INT32, Operation.SORT_WITH_FLOAT64, Operation.ARGSORT);

    static List<SortCase> cases() {
        return SortCases.all();
    }

    /** All operations that sort on the device. */
    private static EnumSet<Operation> operations() {
        return EnumSet.complementOf(
                EnumSet.of(
                        Operation.IS_SORTED, Operation.MERGE, Operation.PARTITION, Operation.TOP_K,
                        Operation.SORT_SEGMENTS));
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("cases")
    void aCorrectDeviceRaisesNoAlarm(SortCase on) {
        boolean few = on.slow() || on.compilesLong();
        int n = on.slow() ? 700 : N;
        Sorter sorter = on.sorter(null, 0, true);
        for (KeyType type : few ? TYPES.subList(1, 4) : TYPES) {
            for (Order order : ORDERS) {
                for (Operation operation : few ? FEW : operations()) {
                    Column keys = type.isFloat() ? KeyData.specials(type, n, 1) : KeyData.random(type, n, 1);
                    operation.check(sorter, keys, order, operation + " of " + type + ", " + order);
                }
            }
        }
        SortStats stats = sorter.sort(IntData.random(N, 2));
        assertThat(stats.verified()).isEqualTo(1);
        assertThat(stats.mismatches()).isZero();
        assertThat(Diagnostics.of(sorter).mismatches()).isZero();
        assertThat(on.sorter().sort(IntData.random(N, 2)).verified()).isZero();
    }

    /** Changes a parameter of one execution. */
    private static final class WrongTurn implements Checkpoint {
        private int until = Integer.MAX_VALUE;
        private Consumer<IntArray> change;
        private int n;

        void at(int execution, Consumer<IntArray> change) {
            this.until = execution;
            this.change = change;
        }

        @Override
        public void check(IntArray parameters) {
            if (PassParameters.bits64(parameters) == 0) {
                return; // A chunk of the keys is loaded.
            }
            if (until == 0) {
                n = parameters.get(PassParameters.N);
                change.accept(parameters);
            } else if (until == -1) {
                parameters.set(PassParameters.N, n);
            }
            until--;
        }
    }

    private record Fault(String name, int execution, Consumer<IntArray> change) {}

    /** The executions are a survey and the passes. */
    private static List<Fault> faults(SortCase on) {
        Consumer<IntArray> noDigit = p -> {
            p.set(PassParameters.DIGITS, PassParameters.MOST_WINDOWS);
            if (on.policy().kernels() == Kernels.BLOCK) {
                p.set(PassParameters.WINDOWS, p.get(PassParameters.WINDOWS) + 3);
            }
        };
        List<Fault> faults = List.of(
                new Fault("the survey sees no bits", 0, p -> {
                    p.set(PassParameters.BITS, 0);
                    p.set(PassParameters.BITS_HIGH, 0);
                }),
                new Fault("a pass sorts by other bits", 1, noDigit),
                new Fault("a pass goes the other way", 1, p -> {
                    p.set(PassParameters.FLIP, ~p.get(PassParameters.FLIP));
                    p.set(PassParameters.FLIP_HIGH, ~p.get(PassParameters.FLIP_HIGH));
                }));
        // The checked device itself refuses two writes of one element.
        boolean checked = on.device().name().contains("checked");
        return faults.stream().filter(fault -> !checked || !fault.name.equals("a pass goes the other way")).toList();
    }

    /** Keys that differ only in some of the lowest bits, so that no wrong pass leaves the keys sorted by chance. */
    private static Column dense(KeyType type, long seed) {
        return KeyData.ofValues(type, Arrays.stream(IntData.random(N, seed)).map(key -> key & 0xfff).toArray());
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("cases")
    void wrongResultsAreDetected(SortCase on) {
        boolean few = on.slow() || on.compilesLong();
        EnumSet<Operation> operations = few ? EnumSet.of(Operation.SORT, Operation.ARGSORT) : operations();
        // The first sort of this one is not verified.
        operations.remove(Operation.LEXSORT);
        WrongTurn turn = new WrongTurn();
        try (Sorter sorter = Sorter.builder().device(on.device()).policy(on.policy().withKeysAtOnce(0)).verified()
                .checkpoint(turn).open()) {
            int noticed = 0;
            for (Fault fault : faults(on)) {
                for (Operation operation : operations) {
                    turn.at(fault.execution, fault.change);
                    Column keys = dense(KeyType.INT32, 3);
                    operation.check(sorter, keys, Order.ASCENDING, fault.name + ", " + operation);
                    assertThat(turn.until).as("the fault happened, %s, %s", fault.name, operation).isNegative();
                    assertThat(Diagnostics.of(sorter).mismatches()).as("%s, %s", fault.name, operation).isEqualTo(++noticed);
                }
            }
            turn.at(1, faults(on).getLast().change);
            SortStats stats = sorter.sort(dense(KeyType.UINT64, 4));
            assertThat(stats.mismatches()).isEqualTo(1);
            assertThat(stats.why()).isEqualTo("device wrong: JVM");
            assertThat(stats.device()).isEqualTo(on.device().toString());
            assertThat(sorter.sort(dense(KeyType.UINT64, 4)).mismatches()).isZero();
        }
    }
}
