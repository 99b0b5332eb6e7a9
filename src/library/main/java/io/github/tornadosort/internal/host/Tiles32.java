package io.github.tornadosort.internal.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeySink;
import io.github.tornadosort.KeyType;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Reads and writes 32-bit keys as ints that compare as the sort orders the keys. Floating-point numbers must not be NaNs: their
 * order is a total order of bits here.
 */
final class Tiles32 {
    /** Keys that are read at a time; they stay in the first-level cache. */
    static final int LENGTH = 1024;

    /** Equal keys that a sink receives at a time. */
    private static final int LARGE = 1 << 16;

    private final MemorySegment keys;
    private final KeySink sink;
    private final int n;
    private final int flip;
    private final boolean isFloat;

    Tiles32(Column keys, boolean descending) {
        this(keys, descending, null);
    }

    /** @param sink receives the keys that are written; null to overwrite those of the column */
    Tiles32(Column keys, boolean descending, KeySink sink) {
        this.sink = sink;
        KeyType type = keys.type();
        this.keys = keys.segment();
        this.n = Math.toIntExact(keys.size());
        this.isFloat = type.isFloat();
        boolean unsigned = type.isUnsigned();
        this.flip = (descending ? -1 : 0) ^ (unsigned ? Integer.MIN_VALUE : 0);
    }

    /** Returns whether the column's keys are overwritten by sorted ones. */
    boolean areOverwritten() {
        return sink == null;
    }

    /** Returns the number of keys. */
    int size() {
        return n;
    }

    /** Returns one key. */
    int at(int index) {
        int key = keys.get(Layouts.INT, (long) Integer.BYTES * index);
        return (isFloat ? key ^ (key >> 31 & Integer.MAX_VALUE) : key) ^ flip;
    }

    /** Reads the keys from index {@code first} on into the start of an array. */
    void read(int first, int[] to, int count) {
        MemorySegment.copy(keys, Layouts.INT, (long) Integer.BYTES * first, to, 0, count);
        if (isFloat) {
            for (int i = 0; i < count; i++) {
                to[i] = to[i] ^ (to[i] >> 31 & Integer.MAX_VALUE) ^ flip;
            }
        } else if (flip != 0) {
            for (int i = 0; i < count; i++) {
                to[i] ^= flip;
            }
        }
    }

    /** Writes the start of an array as the keys from index {@code first} on. The array's contents are undefined afterwards. */
    void write(int[] from, int count, int first) {
        if (isFloat) {
            for (int i = 0; i < count; i++) {
                int key = from[i] ^ flip;
                from[i] = key ^ (key >> 31 & Integer.MAX_VALUE);
            }
        } else if (flip != 0) {
            for (int i = 0; i < count; i++) {
                from[i] ^= flip;
            }
        }
        if (sink == null) {
            MemorySegment.copy(from, 0, keys, Layouts.INT, (long) Integer.BYTES * first, count);
        } else {
            sink.accept(first, MemorySegment.ofArray(from).asSlice(0, (long) Integer.BYTES * count));
        }
    }

    /** Writes the same key to n indices from {@code first} on. */
    void fill(int key, int first, int count) {
        int length = Math.min(areOverwritten() ? LENGTH : LARGE, count);
        int[] tile = new int[length];
        for (int written = 0; written < count; written += length) {
            Arrays.fill(tile, key);
            write(tile, Math.min(length, count - written), first + written);
        }
    }

    /** Returns whether any of the floats from index {@code first} to {@code end} is a NaN. */
    static boolean containsNaN(MemorySegment keys, long first, long end) {
        int most = 0;
        for (long i = first; i < end; i++) {
            most = Math.max(most, keys.get(Layouts.INT, Integer.BYTES * i) & Integer.MAX_VALUE);
        }
        return most > Float.floatToRawIntBits(Float.POSITIVE_INFINITY);
    }
}
