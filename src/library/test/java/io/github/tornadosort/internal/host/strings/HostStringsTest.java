package io.github.tornadosort.internal.host.strings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.Column;
import io.github.tornadosort.Strings;
import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.host.rows.TieSort;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.threads.Loop;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sorts of strings on the host, of arrays that are as short as each step allows, so that planted faults are found in seconds. */
@Timeout(20)
class HostStringsTest {
    private static final List<Function<SplittableRandom, String>> KINDS = List.of(
            random -> text(random, random.nextInt(20), "ab"),
            random -> text(random, random.nextInt(9), "\0\1a"),
            random -> "equal".repeat(4),
            random -> "nine char" + text(random, 1 + random.nextInt(9), "abcdefgh"),
            random -> (random.nextBoolean() ? "a long prefix " : "another long prefix ") + text(random, 6, "xyz"),
            // One to four bytes in UTF-8; the last one comes before the one before it in the order of UTF-16.
            random -> text(random, random.nextInt(9), "a\u00e9\u07ff\u0800\ufffd\ud83d\ude00"),
            random -> random.nextInt(3) == 0 ? null : text(random, random.nextInt(9), "abc"));

    private final HostBuffers buffers = new HostBuffers();

    @AfterEach
    void stopWatching() {
        HostMemory.watch(null);
    }

    private static String text(SplittableRandom random, int length, String alphabet) {
        int[] points = alphabet.codePoints().toArray();
        return IntStream.range(0, length)
                .map(i -> points[random.nextInt(points.length)])
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static String[] strings(Function<SplittableRandom, String> kind, int n) {
        SplittableRandom random = new SplittableRandom(n);
        return Stream.generate(() -> kind.apply(random)).limit(n).toArray(String[]::new);
    }

    private static byte[] utf8(String string) {
        return string.getBytes(StandardCharsets.UTF_8);
    }

    private static int compareBytes(String a, String b) {
        return Arrays.compareUnsigned(utf8(a), utf8(b));
    }

    private static Strings bytes(String[] strings, boolean wide) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        long[] offsets = new long[strings.length + 1];
        byte[] validity = new byte[strings.length / Byte.SIZE + 1];
        for (int i = 0; i < strings.length; i++) {
            bytes.writeBytes(utf8(strings[i] == null ? "unused" : strings[i]));
            offsets[i + 1] = bytes.size();
            validity[i / Byte.SIZE] |= (byte) (strings[i] == null ? 0 : 1 << i % Byte.SIZE);
        }
        Column ends = wide
                ? Column.of(offsets)
                : Column.of(Arrays.stream(offsets).mapToInt(Math::toIntExact).toArray());
        return Strings.of(ends, MemorySegment.ofArray(bytes.toByteArray()), MemorySegment.ofArray(validity));
    }

    /** Returns the indices of the strings, from {@code first} to {@code end}, in the order of a stable sort. */
    private static int[] expected(
            String[] strings, int first, int end, Comparator<String> order, boolean descending, boolean nullsFirst) {
        Comparator<String> directed = descending ? order.reversed() : order;
        Comparator<String> all = nullsFirst ? Comparator.nullsFirst(directed) : Comparator.nullsLast(directed);
        return IntStream.range(first, end)
                .boxed()
                .sorted((i, j) -> all.compare(strings[i], strings[j]))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private void check(String[] strings, boolean descending, boolean nullsFirst) {
        int n = strings.length;
        int[] byBytes = expected(strings, 0, n, HostStringsTest::compareBytes, descending, nullsFirst);
        int[] byUnits = expected(strings, 0, n, Comparator.naturalOrder(), descending, nullsFirst);
        assertThat(argsort(Strings.of(strings), descending, nullsFirst)).isEqualTo(byBytes);
        assertThat(argsort(Strings.of(strings).utf16(), descending, nullsFirst)).isEqualTo(byUnits);
        assertThat(argsort(bytes(strings, false), descending, nullsFirst)).isEqualTo(byBytes);
        assertThat(argsort(bytes(strings, true), descending, nullsFirst)).isEqualTo(byBytes);
        if (Arrays.stream(strings).allMatch(Objects::nonNull)) {
            assertThat(argsortArrays(strings, descending)).isEqualTo(byBytes);
        }
    }

    private int[] argsortArrays(String[] strings, boolean descending) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int[] offsets = new int[strings.length + 1];
        for (int i = 0; i < strings.length; i++) {
            bytes.writeBytes(utf8(strings[i]));
            offsets[i + 1] = bytes.size();
        }
        bytes.writeBytes("seven..".getBytes(StandardCharsets.US_ASCII));
        return HostStrings.argsort(bytes.toByteArray(), offsets, strings.length, descending, buffers);
    }

    private int[] argsort(Strings strings, boolean descending, boolean nullsFirst) {
        return TieSort.argsort(StringSource.of(strings), descending, nullsFirst, buffers);
    }

    /** Runs that are sorted by insertion, by the JDK and by digits. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 20, 21, 255, 256, 2000})
    void shortRunsAreSorted(int n) {
        for (Function<SplittableRandom, String> kind : KINDS) {
            String[] strings = strings(kind, n);
            check(strings, false, false);
            check(strings, true, true);
        }
    }

    /** A run that all threads sort, which leaves a long run, runs for one thread each, and short ones. */
    @Test
    void longRunsAreDivided() {
        int longFrom = 20_000;
        int n = Math.max(2, Loop.threads() / 2) * longFrom;
        SplittableRandom random = new SplittableRandom(1);
        String[] strings = new String[n];
        for (int i = 0; i < n; i++) {
            strings[i] = switch (i % 40) {
                case 0, 1, 2, 3 -> "some strings, by one thread " + random.nextInt(1000);
                case 4 -> "few " + random.nextInt(100);
                case 5 -> text(random, 12, "abcdefgh");
                default -> "most of the strings, by all threads " + random.nextInt(3000);
            };
        }
        int[] expected = expected(strings, 0, n, Comparator.naturalOrder(), false, false);
        assertThat(Arrays.equals(argsort(Strings.of(strings), false, false), expected)).isTrue();
        expected = expected(strings, 0, n, Comparator.naturalOrder(), true, false);
        assertThat(Arrays.equals(argsort(bytes(strings, false), true, false), expected)).isTrue();
    }

    /** A helper leaves a loop for a loop that one of its parts runs, and does not return. */
    @Test
    void helpersStayInALoopThatSortsManyStringsInEachPart() {
        int parts = 100;
        assumeTrue(Loop.threads(parts) > 1, "there are no helpers");
        String[] strings = strings(KINDS.get(3), 1 << 12);
        int[] expected = argsort(Strings.of(strings), false, false);
        AtomicInteger byHelpers = new AtomicInteger();
        new Loop(parts, (_, thread) -> {
            assertThat(Arrays.equals(argsortArrays(strings, false), expected)).isTrue();
            byHelpers.addAndGet(thread == 0 ? 0 : 1);
        }).run();
        assertThat(byHelpers.get()).as("a helper that leaves takes one part").isGreaterThan(parts / 20);
    }

    /** A sort that went one level deeper with each word would need too much stack. */
    @Test
    void runsThatLoseOneStringPerWordNeedNoDeepRecursion() {
        String longest = "abcdefg".repeat(1500);
        String[] strings =
                IntStream.range(0, 1500).mapToObj(i -> longest.substring(0, i * 7919 % 1500 * 7)).toArray(String[]::new);
        int[] expected = expected(strings, 0, 1500, Comparator.naturalOrder(), false, false);
        assertThat(argsort(Strings.of(strings), false, false)).isEqualTo(expected);
    }

    /** Few segments on the calling thread, and more strings than one range on several threads. */
    @ParameterizedTest
    @ValueSource(ints = {700, 70_000})
    void segmentsAreSortedByThemselves(int n) {
        int[] offsets = {3, 3, 5, 300, n / 2, n - 10, n - 10};
        for (Function<SplittableRandom, String> kind : List.of(KINDS.getFirst(), KINDS.getLast())) {
            String[] strings = strings(kind, n);
            for (boolean nullsFirst : new boolean[] {false, true}) {
                IntStream.Builder expected = IntStream.builder();
                for (int i = 0; i + 1 < offsets.length; i++) {
                    Arrays.stream(expected(
                            strings, offsets[i], offsets[i + 1], Comparator.naturalOrder(), false, nullsFirst))
                            .forEach(expected);
                }
                int[] order =
                        TieSort.argsort(StringSource.of(Strings.of(strings)), offsets, false, nullsFirst, buffers);
                assertThat(Arrays.equals(order, expected.build().toArray())).isTrue();
            }
        }
    }

    @Test
    void memoryIsKeptBetweenCalls() {
        int n = 30_000;
        StringSource source = StringSource.of(Strings.of(strings(KINDS.get(3), n)));
        TieSort.argsort(source, false, false, buffers);
        long[] largest = new long[1];
        HostMemory.watch(bytes -> {
            synchronized (largest) {
                largest[0] = Math.max(largest[0], bytes);
            }
        });
        TieSort.argsort(source, false, false, buffers);
        assertThat(largest[0]).as("bytes of the result").isEqualTo((long) n * Integer.BYTES);
    }

    // ---- strings as words

    @Test
    void prefixesAndComparisonsHaveTheOrderOfTheStrings() {
        for (Function<SplittableRandom, String> kind : KINDS.subList(0, KINDS.size() - 1)) {
            String[] strings = strings(kind, 40);
            strings[0] = "";
            strings[1] = "\uffff";
            assertOrder(StringSource.of(Strings.of(strings)), strings, HostStringsTest::compareBytes);
            assertOrder(StringSource.of(Strings.of(strings).utf16()), strings, Comparator.naturalOrder());
            assertOrder(StringSource.of(bytes(strings, false)), strings, HostStringsTest::compareBytes);
        }
    }

    private static void assertOrder(StringSource source, String[] strings, Comparator<String> order) {
        for (int a = 0; a < strings.length; a++) {
            for (int b = 0; b < strings.length; b++) {
                int expected = Integer.signum(order.compare(strings[a], strings[b]));
                assertThat(Integer.signum(source.compare(a, b))).isEqualTo(expected);
                assertThat(Long.compare(source.prefix(a), source.prefix(b))).isIn(0, expected);
            }
        }
    }

    @Test
    void wordsHaveSevenBytesAndALengthOrAMark() {
        for (StringSource source : List.of(
                StringSource.of(Strings.of(new String[] {"", "a", "1234567", "12345678", "123456789012345"})),
                StringSource.of(bytes(new String[] {"", "a", "1234567", "12345678", "123456789012345"}, false)))) {
            assertThat(source.size()).isEqualTo(5);
            assertThat(IntStream.range(0, 5).mapToLong(source::length)).containsExactly(0L, 1L, 7L, 8L, 15L);
            assertThat(source.word(0, 0)).isZero();
            assertThat(source.word(1, 0)).isEqualTo(0x6100000000000001L);
            assertThat(source.word(1, 1)).isZero();
            assertThat(source.word(1, 7)).isZero();
            assertThat(source.word(2, 0)).isEqualTo(0x3132333435363707L);
            assertThat(source.word(3, 0)).isEqualTo(0x3132333435363708L);
            assertThat(source.word(3, 7)).isEqualTo(0x3800000000000001L);
            assertThat(source.word(4, 8)).isEqualTo(0x3930313233343507L);
            assertThat(source.commonPrefix(3, 4, 0, Long.MAX_VALUE)).isEqualTo(8);
            assertThat(source.commonPrefix(3, 4, 0, 5)).isEqualTo(5);
            assertThat(source.commonPrefix(4, 4, 0, 100)).isEqualTo(15);
            assertThat(source.commonPrefix(2, 3, 7, 100)).isEqualTo(7);
            assertThat(source.compare(3, 4, 0)).isNegative();
            assertThat(source.compare(4, 3, 7)).isPositive();
            assertThat(source.compare(4, 4, 0)).isZero();
        }
        assertThat(StringSource.goesOn(0x3132333435363708L)).isTrue();
        assertThat(StringSource.goesOn(0x3132333435363707L)).isFalse();
        assertThat(StringSource.withoutZeros(0x6100620000000000L, 7)).isEqualTo(3);
        assertThat(StringSource.withoutZeros(0x6100620000000000L, 2)).isEqualTo(1);
        assertThat(StringSource.withoutZeros(0, 7)).isZero();
    }

    /** A character that does not fit at the end of a word is the first one of the next word. */
    @Test
    void depthsOfArraysAreChars() {
        StringSource source = StringSource.of(Strings.of(new String[] {"abcde\u0800f", "\ud83d\ude00\u00e9z"}));
        long first = source.word(0, 0);
        assertThat(first).isEqualTo(0x6162636465e0a008L);
        assertThat(source.after(first, 0)).isEqualTo(5);
        assertThat(source.word(0, 5)).isEqualTo(0xe0a0806600000004L);
        long second = source.word(1, 0);
        assertThat(second).isEqualTo(0xf09f9880c3a97a07L);
        assertThat(IntStream.rangeClosed(0, 7).map(bytes -> source.units(second, bytes)))
                .containsExactly(0, 0, 0, 0, 2, 2, 3, 4);
    }

    @Test
    void offsetsAreChecked() {
        MemorySegment bytes = MemorySegment.ofArray(new byte[8]);
        assertThatThrownBy(() -> StringSource.of(Strings.of(Column.of(new int[] {0, 5, 4, 8}), bytes)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("offsets[2] is 4, before offsets[1], which is 5");
        for (int[] offsets : new int[][] {{-1, 8}, {0, 9}}) {
            assertThatThrownBy(() -> StringSource.of(Strings.of(Column.of(offsets), bytes)))
                    .isInstanceOf(ArrayIndexOutOfBoundsException.class)
                    .hasMessage("offsets from " + offsets[0] + " to " + offsets[1] + ", there are 8 bytes");
        }
        assertThat(StringSource.of(Strings.of(Column.of(new int[] {0, 0, 8}), bytes)).accessed()).hasSize(3);
        assertThat(StringSource.of(Strings.of(new String[0])).accessed()).isEmpty();
    }

    // ---- short arrays, equal strings and copies

    @Test
    void fewStringsAreSortedByInsertion() {
        for (Function<SplittableRandom, String> kind : KINDS.subList(0, KINDS.size() - 1)) {
            for (int n = 0; n <= HostPolicy.FEW_ROWS; n += 13) {
                for (boolean descending : new boolean[] {false, true}) {
                    String[] strings = strings(kind, n);
                    String[] before = strings.clone();
                    assertThat(FewStrings.sort(strings, descending)).isTrue();
                    int[] expected = expected(before, 0, n, HostStringsTest::compareBytes, descending, false);
                    for (int i = 0; i < n; i++) {
                        assertThat(strings[i]).isSameAs(before[expected[i]]);
                    }
                }
            }
        }
        String[] borders = {
            "\uffff", "\ue000", "\ud7ff", "\uc000", "aaaa\ud83d\ude00", "aaaa\uffff", "aaaab", "aaaa", "a\0", "a", "\0", "",
            "aaa\ud800\udc00", "aaa\udbff\udfff", "aaa\ue000", "aaa\ud7ff"
        };
        for (int first = 0; first < borders.length; first++) {
            String[] strings = Arrays.copyOfRange(borders, first, borders.length);
            String[] expected = strings.clone();
            Arrays.sort(expected, HostStringsTest::compareBytes);
            FewStrings.sort(strings, false);
            assertThat(strings).containsExactly(expected);
        }
        String[] surrogates = {"\ud83d\ude01", "\ud83d\ude00", "\ufffd", "\ud83da", "\ud83d"};
        FewStrings.sort(surrogates, false);
        assertThat(surrogates).containsExactly("\ud83d", "\ud83da", "\ufffd", "\ud83d\ude00", "\ud83d\ude01");
        String[] withNull = {"b", null, "a"};
        assertThat(FewStrings.sort(withNull, false)).isFalse();
        assertThat(withNull).containsExactly("b", null, "a");
    }

    @Test
    void equalStringsAreFound() {
        StringSource source = StringSource.of(Strings.of(new String[] {"b", null, "a", "b", null, "", "a"}));
        int[] order = {5, 2, 6, 0, 3, 1, 4};
        assertThat(EqualStrings.ranks(source, order)).containsExactly(2, 3, 1, 2, 3, 0, 1);
        assertThat(EqualStrings.firsts(source, order)).containsExactly(5, 2, 0, 1);
        assertThat(EqualStrings.firsts(StringSource.of(Strings.of(new String[0])), new int[0])).isEmpty();
        String[] many = strings(KINDS.get(4), 40_000);
        int[] sorted = argsort(Strings.of(many), false, false);
        String[] distinct = Arrays.stream(many).distinct().sorted().toArray(String[]::new);
        StringSource all = StringSource.of(Strings.of(many));
        int[] ranks = EqualStrings.ranks(all, sorted);
        assertThat(IntStream.range(0, many.length).allMatch(i -> distinct[ranks[i]].equals(many[i]))).isTrue();
        assertThat(Arrays.stream(EqualStrings.firsts(all, sorted)).mapToObj(i -> many[i]).toArray()).isEqualTo(distinct);
    }

    @Test
    void copiesAreStored() {
        String[] strings = strings(KINDS.getLast(), 40_000);
        int[] reversed = IntStream.range(0, strings.length).map(i -> strings.length - 1 - i).toArray();
        String[] expected = IntStream.of(reversed).mapToObj(i -> strings[i]).toArray(String[]::new);
        Strings array = Strings.of(strings.clone());
        Loop.store(StringGather.storing(StringGather.take(array.utf16().nullsFirst(), reversed), array));
        assertThat(array.array()).isEqualTo(expected);
        for (boolean wide : new boolean[] {false, true}) {
            Strings bytes = bytes(strings, wide);
            Strings taken = StringGather.take(bytes, reversed);
            assertThat(taken.offsets().type()).isEqualTo(bytes.offsets().type());
            Loop.store(StringGather.storing(taken, bytes));
            for (int i = 0; i < expected.length; i++) {
                assertThat(bytes.get(i)).isEqualTo(expected[i]);
            }
        }
        assertThat(StringGather.take(array.utf16().nullsFirst(), new int[1]).isUtf16()).isTrue();
        assertThat(StringGather.take(array.utf16().nullsFirst(), new int[1]).areNullsFirst()).isTrue();
    }

    /** The bits after the last string, and the bytes before the first one, belong to others. */
    @Test
    void copiesAreStoredWithinTheirMemory() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = arena.allocateFrom("..cbbaaa");
            MemorySegment validity = arena.allocate(1).fill((byte) 0b11111011);
            Column offsets = Column.of(new int[] {2, 3, 5, 8});
            Strings strings = Strings.of(offsets, bytes, validity);
            Loop.store(StringGather.storing(StringGather.take(strings, new int[] {2, 1, 0}), strings));
            assertThat(bytes.getString(0)).isEqualTo("..aaabbc");
            assertThat(offsets.toIntArray()).containsExactly(2, 5, 7, 8);
            assertThat(validity.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 0b11111110);
        }
    }
}
