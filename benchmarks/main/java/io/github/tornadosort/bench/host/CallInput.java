package io.github.tornadosort.bench.host;

import io.github.tornadosort.KeyType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The arguments of one call of an operation: uniform keys, and what else the operation needs.
 *
 * @param keys an array of the type
 * @param type the type of the keys
 * @param n the number of keys
 * @param other as many ints as there are keys, in order: values, or a less important key
 * @param objects as many objects as there are keys
 * @param strings words of letters, or null if the operation sorts no strings
 * @param records records of {@value #RECORD_BYTES} bytes, or null if the operation sorts none
 * @param offsets the start of each segment of {@value #SEGMENT} keys, and the end of the last one
 */
record CallInput(
        Object keys, KeyType type, int n, int[] other, Integer[] objects, String[] strings, byte[] records, int[] offsets) {
    /** Keys per segment. */
    static final int SEGMENT = 50;
    /** Bytes per record. */
    static final int RECORD_BYTES = 32;
    /** Bytes per key of a record, at its start. */
    static final int KEY_BYTES = 8;
    /** The k of top-k. */
    static final int K = 10;
    /** The bit by which keys are partitioned. */
    static final int BIT = 5;

    private static final int DISTINCT = 100;

    static CallInput of(String operation, KeyType type, int n, SplittableRandom random) {
        int bound = operation.endsWith("-few") ? DISTINCT : 0;
        Object keys = keys(type, n, bound, random);
        if (operation.equals("is-sorted")) {
            Arrays.sort((int[]) keys);
        } else if (operation.equals("merge")) {
            Arrays.sort((int[]) keys, 0, n / 2);
            Arrays.sort((int[]) keys, n / 2, n);
        }
        int[] other = new int[n];
        Integer[] objects = new Integer[operation.equals("objects") ? n : 0];
        for (int i = 0; i < n; i++) {
            other[i] = i;
        }
        for (int i = 0; i < objects.length; i++) {
            objects[i] = i;
        }
        byte[] records = null;
        if (operation.contains("records")) {
            records = new byte[n * RECORD_BYTES];
            random.nextBytes(records);
        }
        return new CallInput(
                keys, type, n, other, objects, operation.contains("strings") ? strings(n, random) : null, records,
                Operations.offsets(n, SEGMENT));
    }

    private static Object keys(KeyType type, int n, int bound, SplittableRandom random) {
        switch (type) {
            case INT8, UINT8 -> {
                byte[] keys = new byte[n];
                random.nextBytes(keys);
                return keys;
            }
            case INT16, UINT16 -> {
                short[] keys = new short[n];
                for (int i = 0; i < n; i++) {
                    keys[i] = (short) random.nextInt();
                }
                return keys;
            }
            case INT32, UINT32 -> {
                int[] keys = new int[n];
                for (int i = 0; i < n; i++) {
                    keys[i] = bound == 0 ? random.nextInt() : random.nextInt(bound);
                }
                return keys;
            }
            case INT64, UINT64 -> {
                long[] keys = new long[n];
                for (int i = 0; i < n; i++) {
                    keys[i] = bound == 0 ? random.nextLong() : random.nextInt(bound);
                }
                return keys;
            }
            case FLOAT32 -> {
                float[] keys = new float[n];
                for (int i = 0; i < n; i++) {
                    keys[i] = (float) random.nextDouble();
                }
                return keys;
            }
            default -> {
                double[] keys = new double[n];
                for (int i = 0; i < n; i++) {
                    keys[i] = random.nextDouble();
                }
                return keys;
            }
        }
    }

    private static String[] strings(int n, SplittableRandom random) {
        String[] strings = new String[n];
        for (int i = 0; i < n; i++) {
            byte[] letters = new byte[random.nextInt(4, 20)];
            for (int j = 0; j < letters.length; j++) {
                letters[j] = (byte) ('a' + random.nextInt(26));
            }
            strings[i] = new String(letters, StandardCharsets.ISO_8859_1);
        }
        return strings;
    }
}
