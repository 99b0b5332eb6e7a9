package io.github.tornadosort.cli;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.cli.io.KeyText;
import java.util.Arrays;

/** All keys in memory, to be sorted by the JDK and compared one by one. */
final class ExactMultiset implements KeyMultiset {
    /** The longest array that every JVM allocates. */
    static final int MOST = Integer.MAX_VALUE - 8;

    /** Two multisets, and what the JDK's parallel sort takes beside one of them. */
    static final int BYTES_A_KEY = 3 * Long.BYTES;

    private final KeyType type;
    private final long[] keys;
    private int size;

    ExactMultiset(KeyType type, int capacity) {
        this.type = type;
        this.keys = new long[capacity];
    }

    @Override
    public void add(long bits) {
        keys[size++] = bits;
    }

    @Override
    public String difference(KeyMultiset expected) {
        ExactMultiset other = (ExactMultiset) expected;
        Arrays.parallelSort(keys);
        Arrays.parallelSort(other.keys);
        int first = Arrays.mismatch(keys, other.keys);
        if (first < 0) {
            return null;
        }
        long key = Math.min(keys[first], other.keys[first]);
        return "key " + KeyText.format(type, key) + " is there " + times(occurrences(key)) + ", expected "
                + times(other.occurrences(key));
    }

    private long occurrences(long key) {
        return Arrays.stream(keys).parallel().filter(k -> k == key).count();
    }

    private static String times(long count) {
        return count == 1 ? "once" : count + " times";
    }

    @Override
    public String assurance() {
        return "exactly the keys";
    }

    @Override
    public KeyMultiset empty() {
        return new ExactMultiset(type, keys.length);
    }
}
