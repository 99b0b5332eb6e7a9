package io.github.tornadosort.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.List;
import java.util.Random;
import java.util.function.IntToLongFunction;
import org.apache.spark.unsafe.array.LongArray;
import org.apache.spark.unsafe.memory.MemoryBlock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sorts pairs of every distribution, also more than fit in the cache. */
class PairSortTest {
    /** The field that a word has. */
    private static final KeyField LONG = new KeyField(new int[] {0}, new int[] {1}, KeyField.Kind.LONG, false, false, true);

    private final Random random = new Random(7);

    private IntToLongFunction words(String distribution) {
        return switch (distribution) {
            case "random" -> _ -> random.nextLong();
            case "ints" -> _ -> random.nextInt() & 0xFFFF_FFFFL;
            case "doubles" -> _ -> Double.doubleToLongBits(random.nextGaussian()) ^ Long.MIN_VALUE;
            case "uneven" -> _ -> random.nextLong() >>> random.nextInt(64);
            case "20 bits" -> _ -> random.nextInt(1 << 20);
            case "upper bits" -> _ -> (long) random.nextInt(1 << 10) << 50;
            case "two" -> _ -> random.nextInt(2) * -1L;
            case "one larger" -> i -> i == 0 ? Long.MAX_VALUE : random.nextInt(100);
            case "ascending" -> i -> 3L * i;
            case "descending" -> i -> -3L * i;
            case "equal" -> _ -> 42;
            case "two columns" -> _ -> (long) random.nextInt(1 << 10) << 40 | random.nextInt(1000);
            case "characters" -> _ -> random.nextLong() & 0x0F0F_0F0F_0F0F_0F0FL | 0x3030_3030_3030_3030L;
            case "both signs" -> _ -> random.nextInt(2000) - 1000L;
            default -> throw new AssertionError(distribution);
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"random", "ints", "doubles", "uneven", "20 bits", "upper bits", "two", "one larger", "ascending",
        "descending", "equal", "both signs", "two columns", "characters"})
    void sortsPairs(String distribution) {
        for (int n : new int[] {1, 2, 24, 25, 3000, 300_000}) {
            IntToLongFunction word = words(distribution);
            long[] words = new long[n];
            for (int i = 0; i < n; i++) {
                words[i] = word.applyAsLong(i);
            }
            check(words, words, new KeyWords(List.of(LONG)));
        }
    }

    /** Rows of two words. */
    @ParameterizedTest
    @CsvSource({"two, random", "equal, 20 bits", "20 bits, two", "ints, equal", "equal, equal", "two columns, random",
        "characters, 20 bits"})
    void sortsTiesByTheNextWord(String first, String second) {
        for (int n : new int[] {3, 30, 200_000}) {
            long[] firsts = new long[n];
            long[] seconds = new long[n];
            IntToLongFunction firstWord = words(first);
            IntToLongFunction secondWord = words(second);
            for (int i = 0; i < n; i++) {
                firsts[i] = firstWord.applyAsLong(i);
                seconds[i] = secondWord.applyAsLong(i);
            }
            check(firsts, seconds, new KeyWords(List.of(LONG, LONG)));
        }
    }

    /** A bit tells nulls from the value with the same word; if it does not occur, no second word is read. */
    @ParameterizedTest
    @CsvSource({"true, 1, 99, true", "true, 0, 99, false", "true, 1, -1, true", "false, 0, 99, true", "false, 0, -1, false"})
    void nullsAreToldByASecondWordWhereTheyMayBe(boolean nullsFirst, long least, long most, boolean isTold) {
        KeyField nullable = new KeyField(new int[] {0}, new int[] {1}, KeyField.Kind.LONG, false, true, nullsFirst);
        WordRange range = new WordRange(false, least, most, -1);

        assertThat(new KeyWords(List.of(nullable)).areToldByFirst(range)).isEqualTo(isTold);
        assertThat(new KeyWords(List.of(nullable, LONG)).areToldByFirst(range)).isFalse();
        assertThat(new KeyWords(List.of(LONG)).areToldByFirst(range)).isTrue();
    }

    /** The longest and the shortest string of a range do not tell whether those between them go on. */
    @Test
    void stringsMayGoOn() {
        KeyField text = new KeyField(new int[] {0}, new int[] {1}, KeyField.Kind.TEXT, false, false, true);
        WordRange range = new WordRange(true, 1, 1, 0);

        assertThat(new KeyWords(List.of(text)).areToldByFirst(range)).isFalse();
    }

    /** Sorts rows whose addresses are their indices, and compares neighbours. */
    private static void check(long[] firsts, long[] seconds, KeyWords keys) {
        int n = firsts.length;
        LongArray pairs = new LongArray(MemoryBlock.fromLongArray(new long[4 * n]));
        for (int i = 0; i < n; i++) {
            pairs.set(2 * i, firsts[i]);
            pairs.set(2 * i + 1, i);
        }

        PairSort.Rows rows = new PairSort.Rows() {
            @Override
            public long word(long address, long position) {
                return (position == KeyWords.FIRST ? firsts : seconds)[(int) address];
            }

            @Override
            public int compare(long a, long b) {
                throw new AssertionError("rows of two words are not compared");
            }
        };
        int from = new PairSort(rows, keys).sort(pairs, n);

        boolean[] found = new boolean[n];
        int last = -1;
        for (int i = from; i < from + n; i++) {
            int row = (int) pairs.get(2 * i + 1);
            if (found[row] || last >= 0 && compare(firsts, seconds, last, row) > 0) {
                fail("the pair %d of %d is there twice or out of order", i, n);
            }
            found[row] = true;
            last = row;
        }
    }

    private static int compare(long[] firsts, long[] seconds, int a, int b) {
        int order = Long.compareUnsigned(firsts[a], firsts[b]);
        return order != 0 ? order : Long.compareUnsigned(seconds[a], seconds[b]);
    }
}
