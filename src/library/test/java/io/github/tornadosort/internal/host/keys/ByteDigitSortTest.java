package io.github.tornadosort.internal.host.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.conformance.KeyData;
import io.github.tornadosort.conformance.Operation;
import io.github.tornadosort.conformance.Reference;
import io.github.tornadosort.internal.memory.HostBuffers;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sorts of 16-bit keys by two bytes must equal the reference. */
class ByteDigitSortTest {
    private static void check(KeyType type, long[] bits) {
        Column keys = KeyData.ofBits(type, bits);
        for (SortOptions order : new SortOptions[] {SortOptions.ascending(), SortOptions.descending()}) {
            Column sorted = KeyData.copy(keys);
            ByteDigitSort.sort(sorted, order.isDescending(), new HostBuffers());
            assertThat(Operation.firstDifference(sorted, Operation.at(keys, Reference.order(keys, order))))
                    .as("%s keys, %s, %s", bits.length, type, order)
                    .isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"INT16", "UINT16"})
    void sortsLikeTheReference(KeyType type) {
        for (int n : new int[] {1, 2, 300, 5_003}) {
            SplittableRandom random = new SplittableRandom(n);
            check(type, random.longs(n).toArray());
            check(type, random.longs(n, -2, 3).toArray());
        }
    }
}
