package io.github.tornadosort.internal.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.internal.memory.HostMemory;
import java.util.Arrays;

/**
 * Sorts keys with the JDK's sorts, which process several keys at a time with vector instructions. Other orders are reduced to
 * the JDK's order: bits of integers are flipped before the sort and again after it; floating-point numbers are sorted in
 * ascending order and then reversed. Many keys of 8 or 16 bits are counted instead.
 */
final class JdkSort {
    /** Number of bytes from which the JDK counts bytes too, so that {@link CountingSort} is as fast without flips. */
    private static final int COUNT_BYTES_FROM = 1 << 11;
    /** Number of keys of 16 bits from which {@link CountingSort} is faster than the JDK's sort. */
    private static final int COUNT_SHORTS_FROM = 1 << 16;
    /** Number of bytes from which {@link CountingSort} is faster than the JDK's sort, which counts in one table. */
    private static final int COUNT_SIGNED_BYTES_FROM = 1 << 13;

    private JdkSort() {}

    /** Sorts a column in place on the calling thread. Keys in an array of their type are sorted there, and always successfully. */
    static void sort(Column keys, boolean descending) {
        int n = Math.toIntExact(keys.size());
        Object array = arrayOf(keys);
        if (array != null) {
            int from = indexOf(keys);
            sort(array, from, from + n, keys.type(), descending, false);
        } else {
            Column copy = copy(keys);
            sort(copy.segment().heapBase().orElseThrow(), 0, n, keys.type(), descending, false);
            keys.segment().copyFrom(copy.segment());
        }
    }

    private static Column copy(Column keys) {
        KeyType type = keys.type();
        Column copy = HostMemory.array((int) keys.size(), type.bytes(), size -> Column.allocate(type, size));
        copy.segment().copyFrom(keys.segment());
        return copy;
    }

    /**
     * Returns the array that the keys are part of, or null if they are not in an array of the type that {@link #sort} accepts.
     */
    static Object arrayOf(Column keys) {
        Object array = keys.segment().heapBase().orElse(null);
        boolean suits = switch (keys.type()) {
            case INT8, UINT8 -> array instanceof byte[];
            case INT16 -> array instanceof short[];
            case UINT16 -> array instanceof char[];
            case INT32, UINT32 -> array instanceof int[];
            case INT64, UINT64 -> array instanceof long[];
            case FLOAT32 -> array instanceof float[];
            case FLOAT64 -> array instanceof double[];
        };
        return suits && keys.segment().address() % keys.type().bytes() == 0 ? array : null;
    }

    /** Returns the index of the first key in {@link #arrayOf its array}. */
    static int indexOf(Column keys) {
        return (int) (keys.segment().address() / keys.type().bytes());
    }

    /**
     * Sorts a column on several threads; on one thread if there is not enough memory. The keys are sorted in a copy: if the JDK's
     * sort runs out of memory, other threads may still move keys.
     */
    static void sortInParallel(Column keys, boolean descending, HostBuffers buffers) {
        if (keys.type().bytes() < Integer.BYTES) {
            sort(keys, descending);
            return;
        }
        try {
            sortCopy(keys, descending, buffers);
        } catch (OutOfMemoryError e) {
            sort(keys, descending);
        }
    }

    private static void sortCopy(Column keys, boolean descending, HostBuffers buffers) {
        int n = Math.toIntExact(keys.size());
        if (keys.type().isFloat()) {
            Column copy = copy(keys);
            sort(copy.segment().heapBase().orElseThrow(), 0, n, keys.type(), descending, true);
            keys.segment().copyFrom(copy.segment());
        } else if (keys.type().bytes() == Integer.BYTES) {
            Tiles32 tiles = new Tiles32(keys, descending);
            int[] copy = buffers.ints(n);
            tiles.read(0, copy, n);
            Arrays.parallelSort(copy, 0, n);
            tiles.write(copy, n, 0);
            buffers.release(copy);
        } else {
            Tiles64 tiles = new Tiles64(keys, descending);
            long[] copy = buffers.longs(n);
            tiles.read(0, copy, n);
            Arrays.parallelSort(copy, 0, n);
            tiles.write(copy, n, 0);
            buffers.release(copy);
        }
    }

    /**
     * Sorts part of an array.
     *
     * @param array an array of the type that {@link Column#allocate} uses for keys of the type
     * @param parallel whether the JDK may use several threads for floating-point numbers. If there is no memory, the keys are lost then.
     */
    static void sort(Object array, int from, int to, KeyType type, boolean descending, boolean parallel) {
        long flip = OrderedKeys.flip(type, descending);
        // A switch over the classes of arrays would take some 20 ms on its first use.
        switch (type) {
            case INT8, UINT8 -> {
                byte signed = (byte) (flip ^ Byte.MIN_VALUE);
                boolean many = to - from >= (signed == 0 ? COUNT_SIGNED_BYTES_FROM : COUNT_BYTES_FROM);
                if (!many || !CountingSort.sort((byte[]) array, from, to, (int) flip & 0xff)) {
                    sort((byte[]) array, from, to, signed);
                }
            }
            case INT16 -> {
                if (to - from < COUNT_SHORTS_FROM || !CountingSort.sort((short[]) array, from, to, (int) flip & 0xffff)) {
                    sort((short[]) array, from, to, (short) (flip ^ Short.MIN_VALUE));
                }
            }
            case UINT16 -> {
                if (to - from < COUNT_SHORTS_FROM || !CountingSort.sort((char[]) array, from, to, (int) flip & 0xffff)) {
                    sort((char[]) array, from, to, (char) flip);
                }
            }
            case INT32, UINT32 -> sort((int[]) array, from, to, (int) flip ^ Integer.MIN_VALUE);
            case INT64, UINT64 -> sort((long[]) array, from, to, flip ^ Long.MIN_VALUE);
            case FLOAT32 -> sort((float[]) array, from, to, descending, parallel);
            case FLOAT64 -> sort((double[]) array, from, to, descending, parallel);
        }
    }

    /**
     * Returns whether the JDK's quicksort takes less time than few threads that sort keys by buckets: five of eight keys of a sorted
     * sample are equal to another one.
     */
    static boolean suits(int[] sample) {
        int repeats = 0;
        for (int i = 1; i < sample.length; i++) {
            repeats += sample[i] == sample[i - 1] ? 1 : 0;
        }
        return repeats > sample.length * 5 / 8;
    }

    /**
     * Does the same for longs: seven of eight keys of the sample are equal. The JDK sorts longs by vector instructions on few processors
     * only; without them, it takes longer if fewer of them are equal.
     */
    static boolean suits(long[] sample) {
        int few = sample.length / 16;
        return sample[few] == sample[sample.length - 1 - few];
    }

    private static void sort(int[] keys, int from, int to, int flip) {
        if (flip == 0) {
            InPlaceSort.sort(keys, from, to);
            return;
        }
        flip(keys, from, to, flip);
        InPlaceSort.sort(keys, from, to);
        flip(keys, from, to, flip);
    }

    static void flip(int[] keys, int from, int to, int flip) {
        for (int i = from; i < to; i++) {
            keys[i] ^= flip;
        }
    }

    private static void sort(long[] keys, int from, int to, long flip) {
        if (flip == 0) {
            InPlaceSort.sort(keys, from, to);
            return;
        }
        flip(keys, from, to, flip);
        InPlaceSort.sort(keys, from, to);
        flip(keys, from, to, flip);
    }

    static void flip(long[] keys, int from, int to, long flip) {
        for (int i = from; i < to; i++) {
            keys[i] ^= flip;
        }
    }

    private static void sort(byte[] keys, int from, int to, byte flip) {
        if (flip == 0) {
            InPlaceSort.sort(keys, from, to);
            return;
        }
        flip(keys, from, to, flip);
        InPlaceSort.sort(keys, from, to);
        flip(keys, from, to, flip);
    }

    private static void flip(byte[] keys, int from, int to, byte flip) {
        for (int i = from; i < to; i++) {
            keys[i] ^= flip;
        }
    }

    private static void sort(short[] keys, int from, int to, short flip) {
        if (flip == 0) {
            InPlaceSort.sort(keys, from, to);
            return;
        }
        flip(keys, from, to, flip);
        InPlaceSort.sort(keys, from, to);
        flip(keys, from, to, flip);
    }

    private static void flip(short[] keys, int from, int to, short flip) {
        for (int i = from; i < to; i++) {
            keys[i] ^= flip;
        }
    }

    private static void sort(char[] keys, int from, int to, char flip) {
        if (flip == 0) {
            InPlaceSort.sort(keys, from, to);
            return;
        }
        flip(keys, from, to, flip);
        InPlaceSort.sort(keys, from, to);
        flip(keys, from, to, flip);
    }

    private static void flip(char[] keys, int from, int to, char flip) {
        for (int i = from; i < to; i++) {
            keys[i] ^= flip;
        }
    }

    private static void sort(float[] keys, int from, int to, boolean descending, boolean parallel) {
        if (parallel) {
            Arrays.parallelSort(keys, from, to);
        } else {
            InPlaceSort.sort(keys, from, to);
        }
        if (descending) {
            reverse(keys, from, to);
            // The JDK keeps the order of NaNs; so does a descending sort.
            int numbers = from;
            while (numbers < to && Float.isNaN(keys[numbers])) {
                numbers++;
            }
            reverse(keys, from, numbers);
        }
    }

    private static void reverse(float[] keys, int from, int to) {
        for (int i = from, j = to - 1; i < j; i++, j--) {
            float key = keys[i];
            keys[i] = keys[j];
            keys[j] = key;
        }
    }

    private static void sort(double[] keys, int from, int to, boolean descending, boolean parallel) {
        if (parallel) {
            Arrays.parallelSort(keys, from, to);
        } else {
            InPlaceSort.sort(keys, from, to);
        }
        if (descending) {
            reverse(keys, from, to);
            // The JDK keeps the order of NaNs; so does a descending sort.
            int numbers = from;
            while (numbers < to && Double.isNaN(keys[numbers])) {
                numbers++;
            }
            reverse(keys, from, numbers);
        }
    }

    private static void reverse(double[] keys, int from, int to) {
        for (int i = from, j = to - 1; i < j; i++, j--) {
            double key = keys[i];
            keys[i] = keys[j];
            keys[j] = key;
        }
    }
}
