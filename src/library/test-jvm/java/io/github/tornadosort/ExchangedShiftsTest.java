package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.internal.kernel.GroupSample64;
import io.github.tornadosort.internal.policy.SortPolicy;
import io.github.tornadosort.internal.policy.SortPolicy.Kernels;
import io.github.tornadosort.reference.KeyData;
import io.github.tornadosort.reference.Operation;
import io.github.tornadosort.testing.OtherJvm;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that no kernel of a sort depends on how a backend shifts negative numbers. */
@Tag("slow")
class ExchangedShiftsTest {
    private static final SortPolicy BLOCKS = new SortPolicy(Kernels.BLOCK, 3, 3, 0, 0);
    private static final SortPolicy GROUPS = new SortPolicy(Kernels.WORK_GROUP, 5, 2, 32, 4, 0, GroupSample64.KEYS, 0);

    /** Runs another JVM: a kernel is compiled once, with the shifts of that time. */
    @Test
    void everyKernelIsRightWithTheShiftsOfSpirv() throws Exception {
        assertThat(OtherJvm.run(120, List.of("-Dtornado.jvm.shifts=spirv"), ExchangedShiftsTest.class))
                .containsExactly("right");
    }

    /** Sorts digit by digit, in buckets and at once on the checked device. */
    public static void main(String[] args) {
        SortDevice checked = SortDevice.all().get(1);
        int n = GroupSample64.KEYS;
        for (SortPolicy policy : List.of(BLOCKS, GROUPS, GROUPS.withKeysAtOnce(n))) {
            try (Sorter sorter = Sorter.builder().device(checked).policy(policy).onDevice().open()) {
                for (KeyType type : List.of(KeyType.INT32, KeyType.FLOAT32, KeyType.INT64, KeyType.FLOAT64)) {
                    for (Operation operation : List.of(Operation.SORT, Operation.ARGSORT)) {
                        operation.check(sorter, KeyData.random(type, n, 1), Order.DESCENDING, operation + " of " + type);
                    }
                }
            }
        }
        System.out.println("right");
    }
}
