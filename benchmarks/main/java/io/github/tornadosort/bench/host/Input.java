package io.github.tornadosort.bench.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.bench.StringKeys;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The arguments of one call of an operation: keys, and what else the operation needs, which follows from the keys.
 *
 * <p>Operations and their results: {@code sort}, {@code sort-descending}, {@code segments}: the keys;
 * {@code merge}, {@code unique}: a new array; {@code pairs}: keys and values; {@code objects}: the objects; {@code argsort},
 * {@code lexsort}, {@code argsort-strings}, {@code top}: indices; {@code records}: the records; {@code run-lengths}: keys and
 * counts; {@code strings} of words or of URLs ({@code strings-urls}). A number at the end, as in {@code top-10}, is the
 * length of segments or the k of a selection.
 */
public final class Input {
    /** Bytes per record. */
    public static final int RECORD_BYTES = 32;
    /** Bytes per key of a record, at its start. */
    public static final int KEY_BYTES = 8;

    /** The name of an operation and its number. */
    private static final Pattern OPERATION = Pattern.compile("(.*?)(?:-([0-9]+))?");
    private static final int DEFAULT_NUMBER = 50;

    private final String operation;
    private final Object keys;
    private final KeyType type;
    private final int n;
    private final Object values;
    private final Integer[] objects;
    private final byte[] records;
    private final int[] offsets;
    private final int number;
    private String[] strings;

    /** Creates the arguments of a call for n keys, which {@link #fill} sets. */
    public Input(String operation, KeyType type, int n) {
        Matcher parts = OPERATION.matcher(operation);
        if (!parts.matches()) {
            throw new IllegalArgumentException("an operation of several lines");
        }
        this.operation = parts.group(1);
        this.keys = array(type, n);
        this.type = type;
        this.n = n;
        this.number = parts.group(2) == null ? DEFAULT_NUMBER : Integer.parseInt(parts.group(2));
        this.values = this.operation.equals("pairs") || this.operation.equals("lexsort") ? array(type, n) : null;
        this.objects = new Integer[this.operation.equals("objects") ? n : 0];
        this.records = new byte[operation.equals("records") ? n * RECORD_BYTES : 0];
        this.offsets = operation.startsWith("segments") ? segments() : null;
    }

    /** Returns the offsets of segments of one length; the last one may be shorter. */
    private int[] segments() {
        int[] starts = new int[Math.ceilDiv(n, number) + 1];
        for (int i = 0; i < starts.length; i++) {
            starts[i] = (int) Math.min(n, (long) i * number);
        }
        return starts;
    }

    /** Sets the keys to the given ones, and everything else as for a new input. */
    public void fill(Column given) {
        segment(keys).copyFrom(given.segment());
        switch (operation) {
            case "pairs", "lexsort" -> number(values);
            case "objects" -> Arrays.setAll(objects, i -> i);
            case "records" -> new SplittableRandom(Arrays.hashCode((int[]) keys)).nextBytes(records);
            case "merge" -> {
                Arrays.sort((int[]) keys, 0, n / 2);
                Arrays.sort((int[]) keys, n / 2, n);
            }
            default -> {}
        }
        if (operation.contains("strings")) {
            strings = StringKeys.of(Column.of((int[]) keys), operation.endsWith("urls") ? "urls" : "words");
        }
    }

    private static void number(Object values) {
        switch (values) {
            case int[] array -> Arrays.setAll(array, i -> i);
            case long[] array -> Arrays.setAll(array, i -> i);
            case float[] array -> {
                for (int i = 0; i < array.length; i++) {
                    array[i] = i;
                }
            }
            case double[] array -> Arrays.setAll(array, i -> i);
            default -> throw new IllegalArgumentException("pairs of " + values.getClass().getSimpleName());
        }
    }

    /**
     * Returns a number for a result, so that equal results have equal numbers. The indices of floating-point keys stand for the
     * keys at them, since fastutil orders equal NaNs in any way.
     */
    public long digest(Object result) {
        if (operation.equals("argsort") && keys instanceof float[] array) {
            return Arrays.hashCode(IntStream.of((int[]) result).mapToDouble(i -> array[i]).toArray());
        }
        if (operation.equals("argsort") && keys instanceof double[] array) {
            return Arrays.hashCode(IntStream.of((int[]) result).mapToDouble(i -> array[i]).toArray());
        }
        return Arrays.deepHashCode(new Object[] {result});
    }

    /** Returns a new array of n keys; those of 16 bits without a sign are characters. */
    static Object array(KeyType type, int n) {
        return switch (type) {
            case INT8, UINT8 -> new byte[n];
            case INT16 -> new short[n];
            case UINT16 -> new char[n];
            case INT32, UINT32 -> new int[n];
            case INT64, UINT64 -> new long[n];
            case FLOAT32 -> new float[n];
            case FLOAT64 -> new double[n];
        };
    }

    /** Returns the memory of an array. */
    public static MemorySegment segment(Object keys) {
        return switch (keys) {
            case byte[] array -> MemorySegment.ofArray(array);
            case short[] array -> MemorySegment.ofArray(array);
            case char[] array -> MemorySegment.ofArray(array);
            case int[] array -> MemorySegment.ofArray(array);
            case long[] array -> MemorySegment.ofArray(array);
            case float[] array -> MemorySegment.ofArray(array);
            default -> MemorySegment.ofArray((double[]) keys);
        };
    }

    /** Returns the operation without its number. */
    public String operation() {
        return operation;
    }

    /** Returns an array of the keys' type. */
    public Object keys() {
        return keys;
    }

    KeyType type() {
        return type;
    }

    /** Returns the number of keys. */
    public int n() {
        return n;
    }

    /** Returns as many values as there are keys, of their type and in order, or null if the operation needs none. */
    public Object values() {
        return values;
    }

    /** Returns as many objects as there are keys. */
    public Integer[] objects() {
        return objects;
    }

    /** Returns a string for each key. */
    public String[] strings() {
        return strings;
    }

    /** Returns a record for each key. */
    public byte[] records() {
        return records;
    }

    /** Returns the start of each segment, and the end of the last one. */
    public int[] offsets() {
        return offsets;
    }

    /** Returns the number at the end of the operation, or the usual one. */
    public int number() {
        return number;
    }
}
