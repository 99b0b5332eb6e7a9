package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.tornadosort.SortCases.SortCase;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.reference.KeyData;
import io.github.tornadosort.reference.Operation;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import uk.ac.manchester.tornado.api.exceptions.TornadoOutOfMemoryException;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * Lets sorts fail before each of their executions. The caller's memory must then be unchanged, and the sorter must still work.
 */
@Tag("slow")
class FaultTest {
    private static final int N = 3000;

    static List<SortCase> cases() {
        return SortCases.all();
    }

    /** Fails at one checkpoint, and lets all others pass. */
    private static final class Fault implements Checkpoint {
        private int until = Integer.MAX_VALUE;
        private Runnable failure;

        void at(int checkpoint, Runnable failure) {
            this.until = checkpoint;
            this.failure = failure;
        }

        @Override
        public void check(IntArray parameters) {
            if (until-- == 0) {
                failure.run();
            }
            Checkpoint.INTERRUPTS.check(parameters);
        }

        /** Whether the checkpoint was reached. */
        boolean happened() {
            return until < 0;
        }
    }

    private record Attempt(String what, Runnable call, Runnable isUntouched) {}

    /** Calls on fresh data. */
    private static List<Attempt> attempts(Sorter sorter) {
        int[] keys = IntData.random(N, 1);
        int[] values = IntData.random(N, 2);
        String[] objects = IntStream.range(0, N).mapToObj(i -> "" + i).toArray(String[]::new);
        byte[] records = new byte[100 * N];
        new SplittableRandom(3).nextBytes(records);
        int[] keysBefore = keys.clone();
        int[] valuesBefore = values.clone();
        String[] objectsBefore = objects.clone();
        byte[] recordsBefore = records.clone();
        Runnable isUntouched = () -> {
            assertThat(Arrays.mismatch(keys, keysBefore)).as("first key changed").isEqualTo(-1);
            assertThat(Arrays.mismatch(values, valuesBefore)).as("first value changed").isEqualTo(-1);
            assertThat(Arrays.mismatch(objects, objectsBefore)).as("first object changed").isEqualTo(-1);
            assertThat(Arrays.mismatch(records, recordsBefore)).as("first record byte changed").isEqualTo(-1);
        };
        Column column = Column.of(keys);
        return List.of(
                new Attempt("keys", () -> sorter.sort(column, Order.ASCENDING), isUntouched),
                new Attempt("values", () -> sorter.sort(column, Order.ASCENDING, Column.of(values)), isUntouched),
                new Attempt(
                        "wide values",
                        () -> sorter.sort(column.range(0, N / 2), Order.ASCENDING,
                                new Column(Column.of(values).segment(), KeyType.INT64)),
                        isUntouched),
                new Attempt("objects", () -> sorter.objects().sort(column, Order.ASCENDING, objects), isUntouched),
                new Attempt("records", () -> sorter.records().sort(Records.of(records, 100, 0, 10), Order.ASCENDING),
                        isUntouched));
    }

    /** Sorts without a fault, each in a sorter of its own: on an SDK's device, the first sort of a plan tests its kernels. */
    private static void testPlans(SortCase on) {
        for (int i = 0; i < 5; i++) {
            try (Sorter sorter = Sorter.builder().device(on.device()).policy(on.policy()).open()) {
                attempts(sorter).get(i).call.run();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void anExceptionBetweenPassesLeavesTheInputUnchanged(SortCase on) {
        testPlans(on);
        Fault fault = new Fault();
        try (Sorter sorter = Sorter.builder().device(on.device()).policy(on.policy()).checkpoint(fault).open()) {
            int happened = 0;
            // A planted failure costs the sorter its compiled plans.
            for (int checkpoint = 0; checkpoint < (on.slow() || on.compilesLong() ? 2 : 8); checkpoint++) {
                for (int i = 0; i < attempts(sorter).size(); i++) {
                    Attempt attempt = attempts(sorter).get(i);
                    fault.at(checkpoint, () -> {
                        throw new IllegalStateException("planted");
                    });
                    Throwable thrown = catchThrowable(attempt.call::run);
                    if (fault.happened()) {
                        assertThat(thrown).as(attempt.what).hasMessage("planted");
                        attempt.isUntouched.run();
                        happened++;
                    } else {
                        assertThat(thrown).as("%s, nothing planted", attempt.what).isNull();
                    }
                }
            }
            assertThat(happened).as("planted failures").isGreaterThanOrEqualTo(2 * attempts(sorter).size());
            fault.at(Integer.MAX_VALUE, () -> {});
            Operation.SORT_WITH_INT32.check(sorter, KeyData.random(KeyType.INT32, N, 4), Order.ASCENDING, "afterwards");
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void anInterruptLeavesTheInputUnchangedAndTheFlagSet(SortCase on) {
        testPlans(on);
        Fault fault = new Fault();
        try (Sorter sorter = Sorter.builder().device(on.device()).policy(on.policy()).checkpoint(fault).open()) {
            for (int checkpoint = 0; checkpoint < 3; checkpoint++) {
                for (int i = 0; i < attempts(sorter).size(); i++) {
                    Attempt attempt = attempts(sorter).get(i);
                    fault.at(checkpoint, () -> Thread.currentThread().interrupt());
                    Throwable thrown = catchThrowable(attempt.call::run);
                    boolean flag = Thread.interrupted();
                    if (checkpoint > 0 && !fault.happened()) {
                        continue; // one execution sorts few keys
                    }
                    assertThat(fault.happened()).as(attempt.what).isTrue();
                    assertThat(thrown).as(attempt.what).isInstanceOf(CancellationException.class);
                    assertThat(flag).as("interrupt flag").isTrue();
                    attempt.isUntouched.run();
                }
            }
            fault.at(Integer.MAX_VALUE, () -> {});
            Operation.SORT_WITH_INT32.check(sorter, KeyData.random(KeyType.INT32, N, 4), Order.ASCENDING, "afterwards");
        }
    }

    /** The device runs out of memory at one execution, later ones succeed: the call sorts in smaller chunks. */
    @ParameterizedTest
    @MethodSource("cases")
    void sortsInChunksIfDeviceMemoryRunsOut(SortCase on) {
        int n = on.slow() ? 17_000 : 40_000;
        for (int checkpoint = 0; checkpoint < 2; checkpoint++) {
            Fault fault = new Fault();
            try (Sorter sorter = Sorter.builder().device(on.device()).policy(on.policy()).checkpoint(fault).open()) {
                fault.at(checkpoint, () -> {
                    throw new TornadoOutOfMemoryException("planted");
                });
                Operation.SORT.check(sorter, KeyData.random(KeyType.INT32, n, 5), Order.ASCENDING, "fault " + checkpoint);
                assertThat(fault.happened()).isTrue();
                // Half of the capacity of the plan, which is a multiple of a quarter of the next lower power of two.
                assertThat(Diagnostics.of(sorter).capacity(KeyType.INT32)).isEqualTo(on.slow() ? 20_480 / 2 : 40_960 / 2);
            }
        }
    }

    /** Memory that never suffices is an error, not an endless loop. */
    @ParameterizedTest
    @MethodSource("cases")
    void noDeviceMemoryAtAllIsAnError(SortCase on) {
        Checkpoint never = _ -> {
            throw new TornadoOutOfMemoryException("planted");
        };
        try (Sorter sorter = Sorter.builder().device(on.device()).policy(on.policy()).checkpoint(never).open()) {
            int[] keys = IntData.random(100_000, 6);
            int[] before = keys.clone();
            assertThatThrownBy(() -> sorter.sort(keys)).isInstanceOf(TornadoOutOfMemoryException.class);
            assertThat(Arrays.mismatch(keys, before)).isEqualTo(-1);
        }
    }
}
