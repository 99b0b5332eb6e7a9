package io.github.tornadosort.bench;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The arguments of one call of an operation: keys, and what else the operation needs, which follows from the keys.
 *
 * <p>Operations and their results: {@code sort}, {@code segments}: the keys;
 * {@code merge}, {@code unique}: a new array; {@code pairs}: keys and values; {@code objects}: the objects; {@code argsort},
 * {@code lexsort}, {@code argsort-strings}, {@code top}: indices; {@code records}: the records; {@code run-lengths}: keys and
 * counts; {@code strings} of words or of URLs ({@code strings-urls}). A number at the end, as in {@code top-10}, is the
 * length of segments or the k of a selection.
 */
final class Input {
    /** Bytes per record. */
    static final int RECORD_BYTES = 32;
    /** Bytes per key of a record, at its start. */
    static final int KEY_BYTES = 8;

    private static final Pattern OPERATION = Pattern.compile("(.*?)(?:-([0-9]+))?");

    /** The operation without its number. */
    final String operation;
    final int number;
    final KeyType type;
    final int n;
    final Column column;
    /** The array of the column. */
    final Object keys;
    /** For pairs and lexsort, as many values as there are keys, in order. */
    final int[] values;
    final Integer[] objects;
    final byte[] records;
    /** The start of each segment, and the end of the last one. */
    final int[] offsets;
    /** A string for each key. */
    String[] strings;

    /** Creates the arguments of a call for n keys, which {@link #fill} sets. */
    Input(String operation, KeyType type, int n) {
        Matcher parts = OPERATION.matcher(operation);
        if (!parts.matches()) {
            throw new IllegalArgumentException("an operation of several lines");
        }
        this.operation = parts.group(1);
        this.number = parts.group(2) == null ? 50 : Integer.parseInt(parts.group(2));
        this.type = type;
        this.n = n;
        this.column = Column.allocate(type, n);
        this.keys = column.segment().heapBase().orElseThrow();
        this.values = new int[this.operation.matches("pairs|lexsort") ? n : 0];
        this.objects = new Integer[operation.equals("objects") ? n : 0];
        this.records = new byte[operation.equals("records") ? n * RECORD_BYTES : 0];
        this.offsets = new int[this.operation.equals("segments") ? Math.ceilDiv(n, number) + 1 : 0];
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = (int) Math.min(n, (long) i * number);
        }
    }

    /** Sets the keys to the given ones, and everything else as for a new input. */
    void fill(Column given) {
        column.segment().copyFrom(given.segment());
        switch (operation) {
            case "pairs", "lexsort" -> Arrays.setAll(values, i -> i);
            case "objects" -> Arrays.setAll(objects, i -> i);
            case "records" -> new SplittableRandom(Arrays.hashCode((int[]) keys)).nextBytes(records);
            case "merge" -> {
                Arrays.sort((int[]) keys, 0, n / 2);
                Arrays.sort((int[]) keys, n / 2, n);
            }
            case "strings", "argsort-strings" -> strings = StringKeys.of(column, StringKeys::word);
            case "strings-urls" -> strings = StringKeys.of(column, StringKeys::url);
            default -> {}
        }
    }

    /** Returns a number for a result, so that equal results have equal numbers. */
    static long digest(Object result) {
        return Arrays.deepHashCode(new Object[] {result});
    }
}
