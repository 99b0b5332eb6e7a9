package io.github.tornadosort.internal.host;

import io.github.tornadosort.Column;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * Sorts keys of 8 or 16 bits by counting how often each value occurs. It needs no copy of the keys, because the counts determine
 * the result.
 */
final class CountingSort {
    /** Consecutive bytes are counted in different tables, so that a count does not wait for that of an equal key before it. */
    private static final int TABLES = 4;
    /** The largest value of 16 bits. */
    private static final int LARGEST = (1 << Short.SIZE) - 1;

    private CountingSort() {}

    /**
     * Sorts part of an array on the calling thread. It is one method, so that the JIT compiler replaces the running code of the first
     * loop with compiled code of all loops. Otherwise the last loop, which has few iterations per call, would be interpreted in the
     * first hundred calls, and takes as long as the counts then.
     *
     * @param flip the mask of {@link OrderedKeys#flip}
     * @return false if there is no memory for counters; the keys are unchanged then
     */
    static boolean sort(byte[] keys, int from, int to, int flip) {
        int[] counts = counters(TABLES << Byte.SIZE);
        if (counts == null) {
            return false;
        }
        int i = from;
        for (; i <= to - TABLES; i += TABLES) {
            counts[Byte.toUnsignedInt(keys[i])]++;
            counts[1 << Byte.SIZE | Byte.toUnsignedInt(keys[i + 1])]++;
            counts[2 << Byte.SIZE | Byte.toUnsignedInt(keys[i + 2])]++;
            counts[3 << Byte.SIZE | Byte.toUnsignedInt(keys[i + 3])]++;
        }
        for (; i < to; i++) {
            counts[Byte.toUnsignedInt(keys[i])]++;
        }
        int end = from;
        for (int value = 0; value < 1 << Byte.SIZE; value++) {
            int key = value ^ flip;
            int start = end;
            for (int table = 0; table < TABLES; table++) {
                end += counts[table << Byte.SIZE | key];
            }
            Arrays.fill(keys, start, end, (byte) key);
        }
        return true;
    }

    /** Returns counters of zero, or null if there is no memory. */
    private static int[] counters(int n) {
        try {
            return new int[n];
        } catch (OutOfMemoryError e) {
            return null;
        }
    }

    /** Sorts part of an array on the calling thread. A sort of few keys would take the time to visit 65,536 counters. */
    static boolean sort(short[] keys, int from, int to, int flip) {
        int[] counts = counters(1 << Short.SIZE);
        if (counts == null) {
            return false;
        }
        for (int i = from; i < to; i++) {
            counts[keys[i] & LARGEST]++;
        }
        int end = from;
        for (int value = 0; value <= LARGEST; value++) {
            int key = value ^ flip;
            int start = end;
            end += counts[key];
            for (int i = start; i < end; i++) {
                keys[i] = (short) key;
            }
        }
        return true;
    }

    /** Sorts part of an array on the calling thread. */
    static boolean sort(char[] keys, int from, int to, int flip) {
        int[] counts = counters(1 << Short.SIZE);
        if (counts == null) {
            return false;
        }
        for (int i = from; i < to; i++) {
            counts[keys[i] & LARGEST]++;
        }
        int end = from;
        for (int value = 0; value <= LARGEST; value++) {
            int key = value ^ flip;
            int start = end;
            end += counts[key];
            for (int i = start; i < end; i++) {
                keys[i] = (char) key;
            }
        }
        return true;
    }

    /** Sorts many keys in place on all cores. */
    static void sort(Column keys, boolean descending) {
        int bits = keys.type().bits();
        int flip = (int) OrderedKeys.flip(keys.type(), descending) & (1 << bits) - 1;
        MemorySegment memory = keys.segment();
        long n = keys.size();
        int parts = Math.min(ParallelRanges.parts(n), Loop.threads());
        long[][] counts = new long[parts][1 << bits];
        ParallelRanges.each(
                parts,
                part -> count(memory, bits, ParallelRanges.start(n, parts, part), ParallelRanges.start(n, parts, part + 1),
                        flip, counts[part]),
                memory);
        long[] ends = new long[1 << bits];
        long end = 0;
        for (int value = 0; value < ends.length; value++) {
            for (long[] ofPart : counts) {
                end += ofPart[value];
            }
            ends[value] = end;
        }
        Loop.store(ParallelRanges.loop(n, (first, last) -> fill(memory, bits, first, last, flip, ends), memory));
    }

    private static void count(MemorySegment keys, int bits, long first, long end, int flip, long[] counts) {
        if (bits == Byte.SIZE) {
            for (long i = first; i < end; i++) {
                counts[Byte.toUnsignedInt(keys.get(ValueLayout.JAVA_BYTE, i)) ^ flip]++;
            }
        } else {
            for (long i = first; i < end; i++) {
                counts[Short.toUnsignedInt(keys.get(Layouts.SHORT, Short.BYTES * i)) ^ flip]++;
            }
        }
    }

    /** Writes the sorted keys from index {@code first} to {@code last}. */
    private static void fill(MemorySegment keys, int bits, long first, long last, int flip, long[] ends) {
        int found = Arrays.binarySearch(ends, first);
        int value = found < 0 ? -found - 1 : found;
        for (long i = first; i < last;) {
            // Skip values that do not occur.
            while (ends[value] <= i) {
                value++;
            }
            long end = Math.min(ends[value], last);
            if (bits == Byte.SIZE) {
                for (long k = i; k < end; k++) {
                    keys.set(ValueLayout.JAVA_BYTE, k, (byte) (value ^ flip));
                }
            } else {
                for (long k = i; k < end; k++) {
                    keys.set(Layouts.SHORT, Short.BYTES * k, (short) (value ^ flip));
                }
            }
            i = end;
        }
    }
}
