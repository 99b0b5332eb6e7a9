package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.KeyText;
import java.util.Arrays;

/** A multiset that holds all keys in memory. Two of them are sorted by the JDK and compared key by key. */
public final class ExactMultiset implements KeyMultiset {
    /** The longest array that every JVM can allocate. */
    static final int MAX_KEYS = Integer.MAX_VALUE - 8;

    /** Bytes per key of two multisets and the scratch array of the JDK's parallel sort. */
    static final int BYTES_PER_KEY = 3 * Long.BYTES;

    private final KeyType type;
    private final long[] keys;
    private int size;

    public ExactMultiset(KeyType type, int capacity) {
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
        return "key " + KeyText.format(type, key) + " occurs " + times(occurrences(key)) + ", expected "
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
        return "compared exactly";
    }

    @Override
    public KeyMultiset empty() {
        return new ExactMultiset(type, keys.length);
    }
}
