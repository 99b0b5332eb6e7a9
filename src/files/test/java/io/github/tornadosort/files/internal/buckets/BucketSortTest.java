package io.github.tornadosort.files.internal.buckets;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.files.internal.buckets.BucketSplit.Bucket;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.files.internal.runs.RowCursor;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BucketSortTest {
    private static final int MANY = 100_000;

    private static RowBytes rows(List<String> lines, char end) {
        byte[] bytes = (String.join(end + "", lines) + end + "\0".repeat(RowBytes.SLACK)).getBytes(ISO_8859_1);
        MemorySegment memory = Arena.ofAuto().allocate(bytes.length);
        memory.copyFrom(MemorySegment.ofArray(bytes));
        long[] offsets = new long[lines.size() + 1];
        for (int line = 0; line < lines.size(); line++) {
            offsets[line + 1] = offsets[line] + lines.get(line).length() + 1;
        }
        return new RowBytes(memory, new Column(MemorySegment.ofArray(offsets), KeyType.INT64));
    }

    private static MemorySegment room(RowBytes rows) {
        return Arena.ofAuto().allocate(rows.buffer().byteSize());
    }

    /** Lines with bytes that are less than their end, and lengths around that of a word. */
    private static List<String> lines(int count, int start) {
        Random random = new Random(count);
        return IntStream.range(0, count).mapToObj(_ -> {
            StringBuilder line = new StringBuilder("the same beginning".substring(0, start));
            int length = random.nextInt(50) == 0 ? random.nextInt(300) : random.nextInt(12);
            while (line.length() < start + length) {
                line.append("\0\1\t\13abc\200\377".charAt(random.nextInt(9)));
            }
            return line.toString();
        }).toList();
    }

    private static List<String> sorted(List<String> lines, char end, boolean descending, boolean unique, long limit)
            throws IOException {
        List<String> found = new ArrayList<>();
        List<String> iterated = new ArrayList<>();
        try (Sorter sorter = Sorter.open()) {
            Order order = descending ? Order.DESCENDING : Order.ASCENDING;
            for (int pass = 0; pass < 2; pass++) {
                RowBytes rows = rows(lines, end);
                RowCursor sort = new BucketSort((byte) end, descending, unique, limit,
                        strings -> sorter.strings().argsort(strings.strings(), order)).sort(rows, room(rows));
                if (pass == 0) {
                    StringBuilder all = new StringBuilder();
                    sort.into(piece -> all.append(new String(piece.toArray(ValueLayout.JAVA_BYTE), ISO_8859_1)));
                    found.addAll(List.of(all.toString().split(end + "", -1)));
                    assertThat(found.removeLast()).isEmpty();
                } else {
                    try (sort) {
                        for (MemorySegment row = sort.next(); row != null; row = sort.next()) {
                            String line = new String(row.toArray(ValueLayout.JAVA_BYTE), ISO_8859_1);
                            assertThat(line).endsWith(end + "");
                            iterated.add(line.substring(0, line.length() - 1));
                        }
                    }
                }
            }
        }
        assertThat(iterated).isEqualTo(found);
        return found;
    }

    private static List<String> expected(List<String> lines, boolean descending, boolean unique, long limit) {
        Comparator<String> order = descending ? Comparator.reverseOrder() : Comparator.naturalOrder();
        return (unique ? lines.stream().distinct() : lines.stream()).sorted(order).limit(limit).toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 300, 200_000})
    void linesHaveTheOrderOfTheirBytes(int count) throws IOException {
        for (int start : new int[] {0, 5, 17}) {
            List<String> lines = lines(count, start);
            for (boolean descending : new boolean[] {false, true}) {
                assertThat(sorted(lines, '\n', descending, false, Long.MAX_VALUE))
                        .isEqualTo(expected(lines, descending, false, Long.MAX_VALUE));
            }
            assertThat(sorted(lines, '\n', true, true, 1000)).isEqualTo(expected(lines, true, true, 1000));
        }
    }

    /** One bucket is too long for a core. */
    @Test
    void manyEqualLines() throws IOException {
        List<String> lines = new ArrayList<>(lines(MANY, 0));
        lines.addAll(MANY / 3, IntStream.range(0, 2 * MANY).mapToObj(i -> "a line of a long bucket " + i % 7).toList());
        assertThat(sorted(lines, '\n', false, false, Long.MAX_VALUE))
                .isEqualTo(expected(lines, false, false, Long.MAX_VALUE));
        assertThat(sorted(lines, '\n', false, true, Long.MAX_VALUE))
                .isEqualTo(expected(lines, false, true, Long.MAX_VALUE));
    }

    @Test
    void linesMayEndWithAnotherByte() throws IOException {
        List<String> lines = lines(MANY, 0).stream().map(line -> line.replace('\0', '\n')).toList();
        assertThat(sorted(lines, '\0', false, false, Long.MAX_VALUE))
                .isEqualTo(expected(lines, false, false, Long.MAX_VALUE));
    }

    private static List<Bucket> split(List<String> lines, long most) {
        RowBytes rows = rows(lines, '\n');
        return BucketSplit.of(new Bucket(rows, room(rows)), most);
    }

    @Test
    void equalLinesAreNotSplit() {
        assertThat(split(IntStream.range(0, MANY).mapToObj(_ -> "equal lines").toList(), Long.MAX_VALUE)).hasSize(1);
    }

    /** Offsets in a bucket are ints: if the lines of a bucket would have 2 GiB, nothing is split. */
    @Test
    void noBucketIsLargerThanItsOffsetsAllow() {
        List<String> lines =
                IntStream.range(0, MANY).mapToObj(i -> "a longer line " + Integer.toString(i * 7919 % MANY, 36)).toList();
        long longest = split(lines, Long.MAX_VALUE).stream().mapToLong(bucket -> bucket.lines().size()).max().orElseThrow();
        assertThat(split(lines, longest - 1)).hasSize(1);
        assertThat(split(lines, longest)).hasSizeGreaterThan(2);
    }
}
