package io.github.tornadosort.bench;

import io.github.tornadosort.Column;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Strings that are made from int32 keys, so that suites of strings need no other files than suites of keys. */
final class StringKeys {
    private static final String[] HOSTS = {"www.example.com", "shop.example.com", "en.encyclopedia.org", "news.site.net"};
    private static final String[] FOLDERS = {"products/category", "wiki/special", "archive/2024/11", "user/profile"};

    private StringKeys() {}

    /** Returns one string for each key. */
    static String[] of(Column keys, IntFunction<String> string) {
        int[] ints = keys.segment().toArray(ValueLayout.JAVA_INT_UNALIGNED);
        return IntStream.of(ints).mapToObj(string).toArray(String[]::new);
    }

    /** Returns a word of 4 to 20 random letters. */
    static String word(int key) {
        SplittableRandom random = new SplittableRandom(key);
        char[] letters = new char[4 + random.nextInt(17)];
        for (int i = 0; i < letters.length; i++) {
            letters[i] = (char) ('a' + random.nextInt(26));
        }
        return new String(letters);
    }

    /** Returns a URL whose first 30 to 40 characters it shares with many others. */
    static String url(int key) {
        SplittableRandom random = new SplittableRandom(key);
        return "https://" + HOSTS[random.nextInt(HOSTS.length)] + "/" + FOLDERS[random.nextInt(FOLDERS.length)] + "/"
                + word(key).substring(0, 4) + "/item-" + random.nextInt(100_000) + "?page=" + random.nextInt(1000);
    }
}
