package io.github.tornadosort.files.internal.buckets;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.RowBytes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BucketSplitTest {
    private static final int ROWS = 100_000;

    private static RowBytes rows(List<String> strings) {
        RowBytes rows = new RowBytes(
                MemorySegment.ofArray((String.join("", strings) + "\0".repeat(RowBytes.SLACK)).getBytes(ISO_8859_1)),
                Column.allocate(KeyType.INT32, strings.size() + 1));
        for (int row = 0; row < strings.size(); row++) {
            rows.setOffset(row + 1, rows.offset(row) + strings.get(row).length());
        }
        return rows;
    }

    private static List<String> keys(int bound) {
        Random random = new Random(1);
        return IntStream.range(0, ROWS).mapToObj(_ -> "key" + Integer.toString(random.nextInt(bound), 36)).toList();
    }

    private static List<Bucket> split(List<String> keys) {
        return BucketSplit.of(bucket(keys));
    }

    private static Bucket bucket(List<String> keys) {
        RowBytes rows = rows(IntStream.range(0, ROWS).mapToObj(row -> keys.get(row) + ";" + row + "\n").toList());
        RowBytes ofRows = rows(keys);
        return new Bucket(ofRows, rows, false, room(rows), room(ofRows));
    }

    private static MemorySegment room(RowBytes rows) {
        return Arena.ofAuto().allocate(rows.buffer().byteSize());
    }

    @Test
    void rowsStayTogetherWithTheirKeysAndKeepTheirOrder() {
        List<String> keys = keys(1000);
        List<String> copies = new ArrayList<>();
        List<Bucket> buckets = split(keys);
        String greatest = "";
        for (Bucket bucket : buckets) {
            int count = bucket.keys().strings().size();
            int[] order = IntStream.range(0, count).toArray();
            MemorySegment copy = MemorySegment.ofArray(new byte[(int) bucket.length(order, 0, count)]);
            assertThat(bucket.target().byteSize()).isEqualTo(copy.byteSize() + RowBytes.SLACK);
            bucket.copy(order, 0, count, copy);
            List<String> found = new String((byte[]) copy.heapBase().orElseThrow(), ISO_8859_1).lines().toList();
            String before = greatest;
            assertThat(found).hasSize(count).allMatch(row -> before.compareTo(key(row)) < 0);
            greatest = found.stream().map(BucketSplitTest::key).max(Comparator.naturalOrder()).orElseThrow();
            copies.addAll(found.stream().sorted(Comparator.comparing(BucketSplitTest::key)).toList());
        }
        assertThat(buckets).hasSizeGreaterThan(2);
        assertThat(copies).isEqualTo(IntStream.range(0, ROWS).mapToObj(row -> keys.get(row) + ";" + row)
                .sorted(Comparator.comparing(BucketSplitTest::key)).toList());
    }

    private static String key(String row) {
        return row.substring(0, row.indexOf(';'));
    }

    @Test
    void equalKeysAreNotSplit() {
        assertThat(split(keys(1))).hasSize(1);
    }

    /** Offsets in a bucket are ints: if rows or keys of a bucket would have 2 GiB, nothing is split. */
    @Test
    void noBucketIsLargerThanItsOffsetsAllow() {
        assertIsLimited(bucket(keys(1000)), bucket(keys(1000)));
        assertIsLimited(longKeys(), longKeys());
    }

    private static Bucket longKeys() {
        RowBytes keys = rows(keys(1000).stream().map(key -> key + "0".repeat(9)).toList());
        RowBytes rows = rows(IntStream.range(0, ROWS).mapToObj(_ -> ";").toList());
        return new Bucket(keys, rows, false, room(rows), room(keys));
    }

    private static void assertIsLimited(Bucket all, Bucket copy) {
        List<Bucket> buckets = BucketSplit.of(copy);
        long longest = buckets.stream().mapToLong(bucket -> Math.max(bucket.rows().size(), bucket.keys().size())).max()
                .orElseThrow();
        assertThat(BucketSplit.of(all, longest - 1)).containsExactly(all);
        assertThat(BucketSplit.of(all, longest)).hasSameSizeAs(buckets).hasSizeGreaterThan(2);
    }
}
