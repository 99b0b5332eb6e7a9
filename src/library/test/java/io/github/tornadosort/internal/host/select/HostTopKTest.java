package io.github.tornadosort.internal.host.select;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.conformance.KeyData;
import io.github.tornadosort.conformance.Reference;
import io.github.tornadosort.internal.host.rows.IndexedRows;
import io.github.tornadosort.internal.memory.HostBuffers;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The first k keys, and the candidates for them, against the reference. */
class HostTopKTest {
    private final HostBuffers buffers = new HostBuffers();

    private void check(Column keys, Order sortOrder, int... ks) {
        int[] order = Reference.order(keys, sortOrder);
        for (int k : ks) {
            String what = "the first %d of %d %s, %s".formatted(k, order.length, keys.type(), sortOrder);
            int[] first = Arrays.copyOf(order, k);
            assertThat(HostTopK.indices(keys, k, sortOrder, buffers)).as(what).isEqualTo(first);
        }
    }

    @ParameterizedTest
    @EnumSource
    void theFirstKeysOfEveryType(KeyType type) {
        for (Order sortOrder : new Order[] {
            Order.ASCENDING, Order.DESCENDING, Order.ASCENDING.bits(1, type.bits() - 1)
        }) {
            check(KeyData.random(type, 0, 1), sortOrder, 0);
            check(KeyData.random(type, 1, 1), sortOrder, 0, 1);
            check(KeyData.random(type, 100, 1), sortOrder, 1, 50, 100);
            check(KeyData.random(type, 3000, 1), sortOrder, 1, 10, 300, 2999, 3000);
            check(KeyData.ofBits(type, new SplittableRandom(1).longs(3000, 0, 3).toArray()), sortOrder, 1, 10, 1500);
        }
    }

    /** Only slightly more than k keys may be candidates, or the collection of candidates would be of no use. */
    @ParameterizedTest
    @EnumSource(names = {"INT32", "INT64"})
    void candidatesAreFew(KeyType type) {
        int n = 20_000;
        Column random = KeyData.random(type, n, 1);
        Column equal = KeyData.ofBits(type, new long[n]);
        for (int k : new int[] {10, 100, 1000, 5000}) {
            assertThat(candidates(random, k)).hasSizeBetween(k, 2 * k + 500);
            assertThat(candidates(equal, k)).hasSizeBetween(k, 2 * k + 500);
        }
    }

    /** Keys in descending order, each of which is a candidate without a sample: all but the first k are dropped again. */
    @ParameterizedTest
    @EnumSource(names = {"INT32", "INT64"})
    void candidatesAreDroppedIfThereAreTooMany(KeyType type) {
        Column descending = KeyData.ofBits(type, LongStream.range(0, 500).map(i -> -i).toArray());
        check(descending, Order.ASCENDING, 1, 2, 20, 64, 65, 400);
        assertThat(candidates(descending, 1)).hasSizeLessThan(300);
    }

    private long[] candidates(Column keys, int k) {
        return new HostTopK(keys, k, Order.ASCENDING, buffers).candidates();
    }

    /** The indices of the sample are known: all keys there are made the smallest ones. */
    @ParameterizedTest
    @EnumSource(names = {"INT32", "INT64"})
    void aMisleadingSampleDoesNotChangeTheResult(KeyType type) {
        int n = 10_000;
        int k = 1000;
        long[] bits = LongStream.range(0, n).map(i -> n - i).toArray();
        SplittableRandom sampled = new SplittableRandom(k);
        for (int i = 0; i < 2 * Math.sqrt(n); i++) {
            bits[sampled.nextInt(n)] = -1L - i;
        }
        check(KeyData.ofBits(type, bits), Order.ASCENDING, k);
    }

    /** There are enough keys for several threads to collect the candidates. */
    @Test
    void theFirstOfManyKeys() {
        Column keys = KeyData.random(KeyType.INT32, (1 << 18) + 3, 1);
        check(keys, Order.ASCENDING, 10, 3000);
    }

    /** The last keys of a column of 2^31 - 1. Only they are read, so that the file of this size takes a few pages. */
    @ParameterizedTest
    @EnumSource(names = {"INT8", "INT64"})
    void collectsTheLastOfAsManyKeysAsIntsCanNumber(KeyType type, @TempDir Path folder) throws IOException {
        int n = Integer.MAX_VALUE;
        try (FileChannel file = FileChannel.open(folder.resolve("keys"), CREATE, READ, WRITE);
                Arena arena = Arena.ofConfined()) {
            Column keys = new Column(file.map(MapMode.READ_WRITE, 0, (long) n * type.bytes(), arena), type);
            KeyData.setBits(keys, n - 1L, -1);
            HostTopK.Candidates found = new HostTopK(keys, 1, Order.ASCENDING, buffers).new Candidates(n - 2);
            found.collect(n - 3000, n);
            int[] indices = Arrays.stream(found.rows()).mapToInt(IndexedRows::index).toArray();
            assertThat(indices).contains(n - 1);
        }
    }
}
