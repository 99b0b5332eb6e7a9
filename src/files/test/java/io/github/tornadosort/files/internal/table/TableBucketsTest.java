package io.github.tornadosort.files.internal.table;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.buckets.Bucket;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.files.internal.runs.KeyedRows;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TableBucketsTest {
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

    private static KeyedRows table(List<String> keys) {
        return new KeyedRows(rows(IntStream.range(0, ROWS).mapToObj(row -> keys.get(row) + ";" + row + "\n").toList()),
                rows(keys), 20);
    }

    private static List<Bucket> split(List<String> keys, long limit) {
        return TableBuckets.of(table(keys), limit, (bytes, _) -> Arena.ofAuto().allocate(bytes));
    }

    @Test
    void rowsStayTogetherWithTheirKeysAndKeepTheirOrder() {
        List<String> keys = keys(1000);
        List<String> copies = new ArrayList<>();
        List<Bucket> buckets = split(keys, Long.MAX_VALUE);
        String greatest = "";
        for (Bucket bucket : buckets) {
            Bucket.Rows rows = bucket.rows();
            int count = rows.keys().strings().size();
            int[] order = IntStream.range(0, count).toArray();
            MemorySegment copy = MemorySegment.ofArray(new byte[(int) rows.length(order, 0, count)]);
            assertThat(bucket.target().byteSize()).isEqualTo(copy.byteSize());
            rows.copy(order, 0, count, copy);
            List<String> found = new String((byte[]) copy.heapBase().orElseThrow(), ISO_8859_1).lines().toList();
            String before = greatest;
            assertThat(found).hasSize(count).allMatch(row -> before.compareTo(key(row)) < 0);
            greatest = found.stream().map(TableBucketsTest::key).max(Comparator.naturalOrder()).orElseThrow();
            copies.addAll(found.stream().sorted(Comparator.comparing(TableBucketsTest::key)).toList());
        }
        assertThat(buckets).hasSizeGreaterThan(2);
        assertThat(copies).isEqualTo(IntStream.range(0, ROWS).mapToObj(row -> keys.get(row) + ";" + row)
                .sorted(Comparator.comparing(TableBucketsTest::key)).toList());
    }

    private static String key(String row) {
        return row.substring(0, row.indexOf(';'));
    }

    @Test
    void equalKeysAreNotSplit() {
        assertThat(split(keys(1), Long.MAX_VALUE)).isNull();
    }

    @Test
    void copiesMustFitInMemory() {
        List<String> keys = keys(1000);
        KeyedRows table = table(keys);
        long size = table.end() + table.keys().offset(ROWS) + 10L * ROWS;
        assertThat(split(keys, size)).isNotNull();
        assertThat(split(keys, size - 1)).isNull();
    }
}
