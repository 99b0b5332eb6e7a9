package io.github.tornadosort.internal.selftest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.internal.selftest.ResultCheck.MismatchException;
import io.github.tornadosort.reference.KeyData;
import io.github.tornadosort.reference.Operation;
import io.github.tornadosort.reference.Reference;
import java.lang.foreign.MemorySegment;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ResultCheckTest {
    /** Several threads check as many. */
    private static final int N = 200_003;
    private static final Order DESCENDING = Order.DESCENDING;

    private static void assertFound(String what, ThrowingCallable check) {
        assertThatThrownBy(check).isInstanceOf(MismatchException.class).hasMessage("the device returned " + what);
    }

    private static MemorySegment of(int[] indices) {
        return MemorySegment.ofArray(indices);
    }

    @ParameterizedTest
    @EnumSource(KeyType.class)
    void keysOfEveryType(KeyType type) {
        Column keys = type.isFloat() ? KeyData.specials(type, N, 1) : KeyData.random(type, N, 1);
        long sum = ResultCheck.sum(keys, null);
        int[] order = Reference.order(keys, DESCENDING);
        Column sorted = Operation.at(keys, order);
        ResultCheck.requireSorted(sorted, null, sum, DESCENDING);
        ResultCheck.requireOrder(keys, of(order), sorted, DESCENDING);
        ResultCheck.requireStable(sorted, of(order), DESCENDING);

        assertFound("keys out of order", () -> ResultCheck.requireSorted(keys, null, sum, DESCENDING));
        KeyData.setBits(sorted, N - 1, KeyData.bits(sorted, N - 1) ^ 1);
        assertFound("other keys than before", () -> ResultCheck.requireSorted(sorted, null, sum, DESCENDING));
        assertFound("other keys than those of the indices",
                () -> ResultCheck.requireOrder(keys, of(order), sorted, DESCENDING));
    }

    /** Two keys that change in opposite ways keep their sum. */
    @Test
    void theSumIsThatOfHashes() {
        long sum = ResultCheck.sum(Column.of(new int[] {5, 7}), null);
        assertThat(ResultCheck.sum(Column.of(new int[] {7, 5}), null)).isEqualTo(sum);
        assertThat(ResultCheck.sum(Column.of(new int[] {4, 8}), null)).isNotEqualTo(sum);
    }

    @Test
    void valuesBelongToTheirKeys() {
        Column keys = Column.of(new int[] {2, 1});
        long sum = ResultCheck.sum(keys, of(new int[] {20, 10}));
        Column sorted = Column.of(new int[] {1, 2});
        ResultCheck.requireSorted(sorted, of(new int[] {10, 20}), sum, Order.ASCENDING);
        assertFound("other keys or values than before",
                () -> ResultCheck.requireSorted(sorted, of(new int[] {20, 10}), sum, Order.ASCENDING));
    }

    @Test
    void indicesAreAPermutationInStableOrder() {
        Column keys = Column.of(new int[] {2, 1, 2});
        ResultCheck.requireOrder(keys, of(new int[] {1, 0, 2}), null, Order.ASCENDING);
        for (int[] wrong : new int[][] {{1, 2, 0}, {1, 0, 0}, {0, 1, 2}}) {
            assertFound("indices that are not in order",
                    () -> ResultCheck.requireOrder(keys, of(wrong), null, Order.ASCENDING));
        }
        for (int[] wrong : new int[][] {{1, 0, 3}, {-1, 0, 2}}) {
            assertFound("indices that no key has",
                    () -> ResultCheck.requireOrder(keys, of(wrong), null, Order.ASCENDING));
        }
        assertFound("equal keys in another order than before",
                () -> ResultCheck.requireStable(
                        Column.of(new int[] {1, 2, 2}), of(new int[] {1, 2, 0}), Order.ASCENDING));
    }

    @Test
    void noKeys() {
        Column none = Column.of(new int[0]);
        ResultCheck.requireSorted(none, null, ResultCheck.sum(none, null), Order.ASCENDING);
        ResultCheck.requireOrder(none, of(new int[0]), none, Order.ASCENDING);
    }
}
