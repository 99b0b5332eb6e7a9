package io.github.tornadosort.files.internal.buckets;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.internal.memory.HostBuffers;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HeapRowsTest {
    private final HeapRows rows = new HeapRows();

    private void load(String... strings) {
        int[] offsets = new int[strings.length + 1];
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < strings.length; i++) {
            bytes.writeBytes(strings[i].getBytes(StandardCharsets.ISO_8859_1));
            offsets[i + 1] = bytes.size();
        }
        bytes.writeBytes(new byte[RowBytes.SLACK]);
        rows.load(new RowBytes(
                MemorySegment.ofArray(bytes.toByteArray()), new Column(MemorySegment.ofArray(offsets), KeyType.INT32)));
    }

    private String copy(int[] order, int number, boolean endsMissing) {
        byte[] target = HeapRows.withRoom(new byte[0], rows.size());
        Arrays.fill(target, (byte) '?');
        return new String(target, 0, rows.copy(order, number, endsMissing, target), StandardCharsets.ISO_8859_1);
    }

    /** Rows that are copied by words and by a call, with an end in place of their last bytes. */
    @Test
    void rowsOfAnyLengthAreCopied() {
        int[] lengths = {0, 1, 7, 8, 9, 127, 128, 129, 300};
        for (boolean endsMissing : new boolean[] {false, true}) {
            String[] texts =
                    Arrays.stream(lengths).mapToObj(n -> "abcdefghi".repeat(40).substring(0, n)).toArray(String[]::new);
            load(Arrays.stream(texts).map(text -> endsMissing ? text + "\0" : text).toArray(String[]::new));
            StringBuilder expected = new StringBuilder();
            int[] order = IntStream.range(0, lengths.length).map(i -> (i * 5 + 2) % lengths.length).toArray();
            for (int i = 0; i < lengths.length - 1; i++) {
                expected.append(texts[order[i]]).append(endsMissing ? "\n" : "");
            }
            assertThat(copy(order, lengths.length - 1, endsMissing)).isEqualTo(expected.toString());
        }
    }

    /** The arrays of a long bucket are used for a short one, and arrays grow. */
    @Test
    void bucketsAreLoadedOneAfterTheOther() {
        HostBuffers buffers = new HostBuffers();
        for (int n : new int[] {3, 1, 4000, 2}) {
            String[] texts = IntStream.range(0, n).mapToObj(i -> "a row of a bucket " + "x".repeat(n / 5) + i * 7 % n)
                    .toArray(String[]::new);
            load(texts);
            int[] order = rows.argsort(true, buffers);
            Arrays.sort(texts, Comparator.reverseOrder());
            assertThat(copy(order, n, false)).isEqualTo(String.join("", texts));
        }
    }
}
