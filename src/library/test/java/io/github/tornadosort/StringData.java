package io.github.tornadosort;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Strings that break string sorts. */
enum StringData {
    WORDS(StringData::word),
    EMPTY(random -> ""),
    EQUAL(random -> "the quick brown fox jumps over the lazy dog"),
    FEW_DISTINCT(random -> "word number ".repeat(2) + random.nextInt(5)),
    PREFIX_OF_7(random -> "1234567" + word(random)),
    PREFIX_OF_8(random -> "12345678" + word(random)),
    PREFIX_OF_9(random -> "123456789" + word(random)),
    PREFIX_OF_4096(random -> "x".repeat(4096) + word(random)),
    TWO_LONG_PREFIXES(random -> (random.nextBoolean() ? "a" : "b").repeat(1000) + word(random)),
    PREFIXES_OF_EACH_OTHER(random -> "a".repeat(random.nextInt(100))),
    NULS(random -> "\0".repeat(random.nextInt(20))),
    NULS_AND_LETTERS(random -> text(random, 20, "\0\0a")),
    LATIN_1(random -> text(random, 12, "aé\u00ff\u0080\u007f")),
    ALL_LENGTHS_OF_UTF_8(random -> text(random, 12, "a\u007f\u0080é\u07ff\u0800\ud7ff\ue000\uffff\ud83d\ude00\udbff\udfff")),
    SURROGATES(random -> text(random, 9, "\ud800\ud83d\udc00\ude00\ue000\uffffa")),
    URLS(random -> "https://www.example.com/" + (random.nextInt(3) == 0 ? "shop/products/" : "news/2024/")
            + random.nextInt(1000) + "?page=" + random.nextInt(10)),
    NULLS(random -> random.nextInt(3) == 0 ? null : word(random));

    @SuppressWarnings("ImmutableEnumChecker") // Makers have no state.
    private final Maker maker;

    private interface Maker {
        String make(Random random);
    }

    StringData(Maker maker) {
        this.maker = maker;
    }

    String[] strings(int n) {
        Random random = new Random(n);
        return IntStream.range(0, n).mapToObj(i -> maker.make(random)).toArray(String[]::new);
    }

    private static String word(Random random) {
        return text(random, 4 + random.nextInt(17), "abcdefghijklmnopqrstuvwxyz");
    }

    private static String text(Random random, int length, String alphabet) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }

    /** The order of code points, in which surrogates without their other half have their own values. */
    static int compareCodePoints(String a, String b) {
        return Arrays.compare(a.codePoints().toArray(), b.codePoints().toArray());
    }

    /** Returns the indices of elements in the order of a stable sort. */
    static <T> int[] argsort(
            int n, IntFunction<T> element, Comparator<? super T> order, boolean descending, boolean nullsFirst) {
        Comparator<? super T> directed = descending ? order.reversed() : order;
        Comparator<T> withNulls = nullsFirst ? Comparator.nullsFirst(directed) : Comparator.nullsLast(directed);
        return IntStream.range(0, n)
                .boxed()
                .sorted((i, j) -> withNulls.compare(element.apply(i), element.apply(j)))
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
