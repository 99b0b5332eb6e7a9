package io.github.tornadosort.files.internal.table;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.files.CsvFormat;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowEndsTest {
    private static final RowEnds TABLE = new RowEnds((byte) '\n', CsvFormat.COMMAS, 0);
    private static final RowEnds PLAIN = new RowEnds((byte) '\n', CsvFormat.COMMAS.withoutQuotes(), 0);

    private static byte[] text(Random random, int length, String characters) {
        byte[] text = new byte[length];
        for (int i = 0; i < length; i++) {
            text[i] = (byte) characters.charAt(random.nextInt(characters.length()));
        }
        return text;
    }

    /** Returns the starts of rows and the end of the last complete one, found byte by byte. */
    private static NavigableSet<Long> starts(RowEnds ends, byte[] text, int from) {
        NavigableSet<Long> starts = new TreeSet<>();
        starts.add((long) from);
        boolean mayOpen = true;
        boolean isInQuotes = false;
        for (int at = from; at < text.length; at++) {
            boolean isQuote = ends.hasQuotes() && text[at] == '"' && (isInQuotes || mayOpen);
            isInQuotes ^= isQuote;
            mayOpen = isQuote || text[at] == ',' || text[at] == '\n';
            if (text[at] == '\n' && !isInQuotes) {
                starts.add(at + 1L);
            }
        }
        return starts;
    }

    private static void assertBlocks(RowEnds ends, byte[] bytes, int from) {
        MemorySegment text = MemorySegment.ofArray(bytes);
        NavigableSet<Long> starts = starts(ends, bytes, from);
        for (boolean complete : new boolean[] {true, false}) {
            long[] blocks = ends.blocks(text, from, bytes.length, complete);
            assertThat(blocks[0]).isEqualTo(from);
            assertThat(blocks[blocks.length - 1]).isEqualTo(complete ? bytes.length : starts.last());
            assertThat(blocks).isSorted().doesNotHaveDuplicates();
            assertThat(Arrays.stream(blocks).limit(blocks.length - 1)).allMatch(starts::contains);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ab,\n", "\"\n", "\",\n", "\"a,\n", "abcdefghijklmn,\"\n", "\"\"\"\",,\n\n a"})
    void blocksBeginWithRows(String characters) {
        Random random = new Random(characters.length());
        for (int length : new int[] {1, 2, 7, 100, 1023, 1024, 1025, 5000, 100_000}) {
            for (int i = 0; i < 20; i++) {
                byte[] text = text(random, length, characters);
                assertBlocks(TABLE, text, 0);
                assertBlocks(PLAIN, text, 0);
            }
            byte[] text = text(random, length + 3, characters);
            text[2] = '\n';
            assertBlocks(TABLE, text, 3);
        }
    }

    /** All blocks but the last have about the same size. */
    @Test
    void longTextsHaveManyBlocks() {
        byte[] text = "one,\"quoted\n\",row\n".repeat(10_000).getBytes(ISO_8859_1);
        assertThat(TABLE.blocks(MemorySegment.ofArray(text), 0, text.length, true)).hasSizeBetween(60, 70);
        assertThat(new RowEnds((byte) 0, null, 18).blocks(MemorySegment.ofArray(text), 0, text.length - 1, false))
                .hasSizeBetween(60, 70).endsWith(text.length - 18);
    }
}
