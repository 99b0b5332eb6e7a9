package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.policy.SortPolicy;
import io.github.tornadosort.internal.policy.SortPolicy.Kernels;
import io.github.tornadosort.reference.KeyData;
import io.github.tornadosort.reference.Operation;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** Tests sorts that copy keys to the device and back in chunks. */
class ChunkedSortTest {
    private static final int CHUNK = 1000;
    private static final int N = 7 * CHUNK + 77;

    private static SortPolicy policy(int radixBits) {
        return new SortPolicy(Kernels.WORK_GROUP, radixBits, 2, 32, 4, 0, 0, CHUNK);
    }

    /** Lists the executions and the copies of results of a sort, and fails at one of them. */
    private static final class Fault implements Checkpoint {
        private final List<Boolean> loads = new ArrayList<>();
        private int failing = -1;

        @Override
        public void check(IntArray parameters) {
            // A load has no blocks.
            loads.add(parameters.get(PassParameters.BLOCKS) == 0);
            if (loads.size() - 1 == failing) {
                throw new IllegalStateException("planted");
            }
        }
    }

    /** With 8 bits per digit, the result of a 32-bit sort is in the first buffer; with 5, in the second. */
    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"INT32, 8", "INT32, 5", "INT64, 8", "UINT16, 8"})
    void afterAnyFailureTheKeysAreAsTheyWere(KeyType type, int radixBits) {
        Fault fault = new Fault();
        try (Sorter sorter = Sorter.builder().device(SortDevice.preferred()).policy(policy(radixBits)).algorithm("radix")
                .checkpoint(fault).open()) {
            Operation.SORT.check(sorter, KeyData.random(type, N, 1), Order.ASCENDING, "no fault");
            int checkpoints = fault.loads.size();
            assertThat(fault.loads).startsWith(true, true, true, true, true, true, true, true, false);
            for (int failing = 0; failing < checkpoints; failing++) {
                Column keys = KeyData.random(type, N, 1);
                byte[] before = bytes(keys);
                fault.loads.clear();
                fault.failing = failing;
                Throwable thrown = catchThrowable(() -> sorter.sort(keys));
                assertThat(thrown).as("at %d", failing).hasMessage("planted");
                assertThat(Arrays.mismatch(bytes(keys), before)).as("byte changed at %d", failing).isEqualTo(-1);
            }
            fault.failing = -1;
            Operation.SORT.check(sorter, KeyData.random(type, N, 2), Order.ASCENDING, "afterwards");
        }
    }

    /** The result is copied while other threads overwrite the caller's keys; a result in the second buffer is copied whole. */
    @ParameterizedTest
    @EnumSource(names = {"INT32", "INT64"})
    void resultsInTheFirstBufferAreStoredInChunks(KeyType type) {
        int all = type.bytes() * Byte.SIZE;
        for (int bits : new int[] {all, all - 8}) {
            Fault fault = new Fault();
            try (Sorter sorter = Sorter.builder().device(SortDevice.preferred()).policy(policy(8)).algorithm("radix")
                    .checkpoint(fault).open()) {
                Order order = Order.ASCENDING.bits(0, bits);
                int passes = sorter.sort(KeyData.random(type, N, 3), order).passesIssued();
                assertThat(passes).isEqualTo(bits / 8);
                int copies = fault.loads.size() - 8 - 1 - passes;
                assertThat(copies).as("%d passes", passes).isEqualTo(passes % 2 == 0 ? 8 : 1);
            }
        }
    }

    /** The device fails when sorted keys have already overwritten others. */
    @Test
    void keysThatWereOverwrittenAreRestored() {
        assumeTrue(ForkJoinPool.getCommonPoolParallelism() > 0, "no other thread overwrites keys");
        // Enough keys that another thread copies the unsorted ones.
        int chunks = 80;
        int[] keys = IntData.random(chunks * CHUNK, 4);
        int[] before = keys.clone();
        int beforeLastCopy = chunks + 1 + 4 + chunks - 1;
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        AtomicInteger checkpoints = new AtomicInteger();
        try (Sorter sorter = Sorter.builder().device(SortDevice.preferred()).policy(policy(8)).algorithm("radix")
                .checkpoint(parameters -> {
                    if (checkpoints.getAndIncrement() == beforeLastCopy) {
                        while (Arrays.equals(keys, before)) {
                            assertThat(System.nanoTime()).as("time, no key was overwritten").isLessThan(deadline);
                        }
                        throw new IllegalStateException("planted");
                    }
                }).open()) {
            assertThat(catchThrowable(() -> sorter.sort(Column.of(keys)))).hasMessage("planted");
            assertThat(checkpoints).hasValue(beforeLastCopy + 1);
            assertThat(Arrays.mismatch(keys, before)).as("key that was not restored").isEqualTo(-1);
        }
    }

    private static byte[] bytes(Column keys) {
        return keys.segment().toArray(ValueLayout.JAVA_BYTE);
    }
}
