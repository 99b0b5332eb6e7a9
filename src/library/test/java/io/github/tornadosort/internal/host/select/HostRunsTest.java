package io.github.tornadosort.internal.host.select;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.Runs;
import io.github.tornadosort.conformance.KeyData;
import io.github.tornadosort.conformance.Operation;
import io.github.tornadosort.conformance.Reference;
import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.HostMemory;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs of equal keys, in one part and in several, must equal those of a sorted map. */
class HostRunsTest {
    private final HostBuffers buffers = new HostBuffers();

    @AfterEach
    void stopWatching() {
        HostMemory.watch(null);
    }

    private void check(Column keys, Order order) {
        TreeMap<Long, Integer> expected = new TreeMap<>(Reference.comparator(keys.type(), order));
        // The key of an entry keeps the bits of the first of equal keys.
        for (long bits : KeyData.bits(keys)) {
            expected.merge(bits, 1, Integer::sum);
        }
        Column input = KeyData.copy(keys);
        Runs runs = HostRuns.of(input, order, buffers);
        String what = keys.size() + " of " + keys.type() + ", " + order;
        assertThat(KeyData.bits(runs.keys())).as(what).isEqualTo(expected.keySet().stream().mapToLong(i -> i).toArray());
        assertThat(runs.counts()).as(what).isEqualTo(expected.values().stream().mapToInt(i -> i).toArray());
        assertThat(Operation.firstDifference(input, keys)).as("input, %s", what).isEqualTo(-1);
    }

    private static List<Order> orders(KeyType type) {
        return List.of(
                Order.ASCENDING,
                Order.DESCENDING,
                Order.ASCENDING.bits(1, type.bits() - 1));
    }

    @ParameterizedTest
    @EnumSource
    void runsAreThoseOfASortedMap(KeyType type) {
        for (Order order : orders(type)) {
            for (int n : new int[] {0, 1, 2, 3, 200}) {
                check(KeyData.random(type, n, n), order);
                check(KeyData.ofBits(type, new SplittableRandom(n).longs(n, 0, 4).toArray()), order);
            }
        }
    }

    /** Runs that end at the border of two parts, cross it, or fill a part. */
    @ParameterizedTest
    @EnumSource(names = {"UINT8", "INT32", "INT64"})
    void runsOfSeveralParts(KeyType type) {
        for (int distinct : new int[] {1, 2, 3, 100}) {
            long[] bits = new long[2 << 14];
            for (int i = 0; i < bits.length; i++) {
                bits[i] = (long) i * distinct / bits.length;
            }
            check(KeyData.ofBits(type, bits), Order.DESCENDING);
        }
    }

    /** NaNs are one run with the bits of the first NaN, and keys next to NaN have other runs. */
    @ParameterizedTest
    @EnumSource(names = {"FLOAT32", "FLOAT64"})
    void specialNumbers(KeyType type) {
        for (Order order : orders(type).subList(0, 2)) {
            check(KeyData.specials(type, 100, 1), order);
            check(KeyData.ofValues(type, new int[] {3, 1, 3}), order);
            long nan = KeyData.bits(type, Double.NaN);
            check(KeyData.ofBits(type, new long[] {KeyData.bits(type, 1), nan | 2, nan | 1, nan}), order);
        }
    }

    /** Returns keys of the given bits in random order. */
    private static Column mixed(KeyType type, long[] bits, int n) {
        SplittableRandom random = new SplittableRandom(n);
        return KeyData.ofBits(type, LongStream.generate(() -> bits[random.nextInt(bits.length)]).limit(n).toArray());
    }

    @ParameterizedTest
    @EnumSource
    void fewDistinctKeys(KeyType type) {
        for (Order order : orders(type)) {
            for (int distinct : new int[] {1, 16, 1000}) {
                check(mixed(type, KeyData.bits(KeyData.random(type, distinct, 1)), HostPolicy.SAMPLED_DISTINCT + 5),
                        order);
            }
            check(mixed(type, KeyData.bits(KeyData.specials(type, 100, 1)), 5 * HostPolicy.SAMPLED_DISTINCT), order);
        }
    }

    @Test
    void fewDistinctKeysAreNotSorted() {
        Column keys = mixed(KeyType.INT32, new long[] {3, 1, 2}, HostPolicy.SAMPLED_DISTINCT);
        HostMemory.watch(bytes -> assertThat(bytes).as("not a copy of the keys").isNotEqualTo(keys.segment().byteSize()));
        assertThat(HostRuns.of(keys, Order.ASCENDING, buffers).counts()).hasSize(3);
    }

    @Test
    void manyDistinctKeysInTheSampleAreNotCounted() {
        Column keys = mixed(KeyType.INT32, new SplittableRandom(1).longs(2500).toArray(), HostPolicy.SAMPLED_DISTINCT);
        assertThat(HostRuns.byCounts(keys, Order.ASCENDING, buffers)).isNull();
    }

    @Test
    void fewDistinctKeysOfAConfinedSegment() {
        try (Arena arena = Arena.ofConfined()) {
            Column keys = new Column(arena.allocate(64L * HostPolicy.SAMPLED_DISTINCT), KeyType.INT64);
            int[] counts = HostRuns.of(keys, Order.ASCENDING, buffers).counts();
            assertThat(counts).containsExactly(8 * HostPolicy.SAMPLED_DISTINCT);
        }
    }

    /** A few keys are frequent, so that the sample has few distinct keys, but the table of a thread has no room for the others. */
    @Test
    void manyDistinctKeysThatAreRare() {
        SplittableRandom random = new SplittableRandom(1);
        long[] bits = random.longs(2 * HostPolicy.SAMPLED_DISTINCT).map(key -> key % 4 == 0 ? key : key & 15).toArray();
        check(KeyData.ofBits(KeyType.INT64, bits), Order.ASCENDING);
    }

    /** Each thread has room for the keys it counts, but the merged table has no room for those of all threads. */
    @RepeatedTest(10)
    void manyDistinctKeysOfAllThreads() {
        int n = 8 * HostPolicy.SAMPLED_DISTINCT;
        long[] bits = new SplittableRandom(1).longs(n).toArray();
        for (int i = 0; i < n; i++) {
            bits[i] = i % 39 == 0 ? bits[i] : 0;
        }
        check(KeyData.ofBits(KeyType.INT64, bits), Order.DESCENDING);
    }

    @Test
    void theNextCallUsesTheSameMemory() {
        theNextCallUsesTheSameMemory(20_000);
        theNextCallUsesTheSameMemory(HostPolicy.SAMPLED_DISTINCT);
    }

    private void theNextCallUsesTheSameMemory(int n) {
        for (Order order : orders(KeyType.INT32)) {
            Column keys = KeyData.ofValues(KeyType.INT32, new int[n]);
            HostRuns.of(keys, order, buffers);
            List<Long> large = new ArrayList<>();
            HostMemory.watch(bytes -> {
                if (bytes > 4096) {
                    synchronized (large) {
                        large.add(bytes);
                    }
                }
            });
            HostRuns.of(keys, order, buffers);
            HostMemory.watch(null);
            // A sort by some bits returns its indices in an array of their own length.
            assertThat(large).as("%s", order).hasSizeLessThanOrEqualTo(order.isDescending() ? 0 : 1);
        }
    }
}
