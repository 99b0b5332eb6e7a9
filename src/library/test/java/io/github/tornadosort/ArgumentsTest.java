package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that arguments that make no sense are refused before anything is written. */
class ArgumentsTest {
    private final Sorter sorter = Sorter.builder().device(SortDevice.preferred()).open();

    @AfterEach
    void close() {
        sorter.close();
    }

    private static void assertRefused(String message, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(message);
    }

    /** Returns more keys than ints can number, at an address. The memory does not exist, so that no operation can read it. */
    @SuppressWarnings("restricted")
    private static Column tooManyKeys(long address) {
        return new Column(MemorySegment.ofAddress(address).reinterpret(1L << 31), KeyType.INT8);
    }

    @Test
    void refusesMoreKeysThanIndices() {
        Column keys = tooManyKeys(1L << 12);
        Column values = tooManyKeys(1L << 40);
        String message = "2147483648 keys are more than ints can number";
        assertRefused(message, () -> sorter.argsort(keys, Order.ASCENDING));
        assertRefused(message, () -> sorter.argsort(Key.of(keys)));
        assertRefused(message, () -> sorter.segments(new int[] {0, 1}).sort(keys));
        assertRefused(message, () -> sorter.segments(new int[] {0, 1}).sort(keys, Order.ASCENDING, values));
        assertRefused(message, () -> sorter.topK(keys, 1, Order.ASCENDING));
        assertRefused(message, () -> sorter.unique(keys, Order.ASCENDING));
        assertRefused(message, () -> sorter.runLengths(keys, Order.ASCENDING));
    }

    @Test
    void mergeChecksItsArguments() {
        int[] memory = {1, 3, 2, 4, 0, 0, 0, 0};
        Column all = Column.of(memory);
        Column a = all.range(0, 2);
        Column b = all.range(2, 4);
        Column unsorted = all.range(1, 3);
        Column out = all.range(4, 8);
        Column readOnly = new Column(out.segment().asReadOnly(), KeyType.INT32);

        assertRefused("read-only", () -> sorter.merge(a, b, readOnly, Order.ASCENDING));
        assertRefused("the first keys and the merged ones overlap",
                () -> sorter.merge(all.range(4, 5), b, out, Order.ASCENDING));
        assertRefused("the second keys and the merged ones overlap",
                () -> sorter.merge(a, all.range(7, 8), out, Order.ASCENDING));
        assertRefused("the first keys to merge are not sorted", () -> sorter.merge(unsorted, b, out, Order.ASCENDING));
        assertRefused("the second keys to merge are not sorted", () -> sorter.merge(a, unsorted, out, Order.ASCENDING));
        assertThat(memory).containsExactly(1, 3, 2, 4, 0, 0, 0, 0);

        sorter.merge(a, b, out, Order.ASCENDING);
        assertThat(memory).containsExactly(1, 3, 2, 4, 1, 2, 3, 4);
    }
}
