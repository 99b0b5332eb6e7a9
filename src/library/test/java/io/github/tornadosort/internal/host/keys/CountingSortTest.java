package io.github.tornadosort.internal.host.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.reference.KeyData;
import io.github.tornadosort.reference.Operation;
import io.github.tornadosort.reference.Reference;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sorts by counting, in one part and in several, must equal the reference. */
class CountingSortTest {
    private static void check(Column keys, String what) {
        for (Order order : new Order[] {Order.ASCENDING, Order.DESCENDING}) {
            Column sorted = KeyData.copy(keys);
            CountingSort.sort(sorted, order.isDescending(), 2, new HostBuffers());
            assertThat(Operation.firstDifference(sorted, Operation.at(keys, Reference.order(keys, order))))
                    .as("%s, %s, %s", what, keys.type(), order)
                    .isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"INT8", "UINT8", "INT16", "UINT16"})
    void sortsLikeTheReference(KeyType type) {
        for (int n : new int[] {1, 2, 300, 40_003}) {
            check(KeyData.random(type, n, n), "random " + n);
            // Runs that are longer than a part, next to values that do not occur.
            long[] few = new SplittableRandom(n).longs(n, 0, 3).map(bits -> bits * 50 + 1).toArray();
            check(KeyData.ofBits(type, few), "few values " + n);
        }
        int n = 2 * HostPolicy.CACHED; // two parts
        check(KeyData.random(type, n, n), "random " + n);
    }

    /** The smallest and the largest value, whose indices are the first and the last one. */
    @ParameterizedTest
    @EnumSource(names = {"INT8", "UINT8", "INT16", "UINT16"})
    void sortsTheEndsOfTheRange(KeyType type) {
        long sign = 1L << (type.bits() - 1);
        check(KeyData.ofBits(type, Stream.of(-1L, 0L, sign, sign - 1, 0L, -1L).mapToLong(Long::longValue).toArray()),
                "ends");
    }
}
