package io.github.tornadosort.bench;

import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;

/** What a program without this library would do for an operation: with the JDK alone, on all cores where the JDK can. */
final class PlainJava implements Calls {
    static final String NAME = "parallelSort";

    private record IntObject(int key, Integer object) {}

    @Override
    public Object call(Input in) {
        if (!(in.keys instanceof int[] keys)) {
            return in.operation.equals("sort") ? sort(in.keys) : null;
        }
        return switch (in.operation) {
            case "sort" -> sort(keys);
            case "pairs" -> pairs(keys, in.values);
            case "objects" -> objects(keys, in.objects);
            case "argsort" -> argsort(in.n, (a, b) -> Integer.compare(keys[a], keys[b]));
            case "lexsort" -> lexsort(keys, in.values);
            case "records" -> records(in.records);
            case "segments" -> segments(keys, in.offsets);
            case "top" -> top(in.n, in.number, (a, b) -> Integer.compare(keys[a], keys[b]));
            case "unique" -> unique(keys);
            case "run-lengths" -> runLengths(keys);
            case "merge" -> merge(keys);
            case "strings", "strings-urls" -> sort(in.strings, null);
            case "argsort-strings" -> argsort(in.n, (a, b) -> in.strings[a].compareTo(in.strings[b]));
            default -> null;
        };
    }

    private static Object sort(Object keys) {
        switch (keys) {
            case byte[] array -> Arrays.parallelSort(array);
            case short[] array -> Arrays.parallelSort(array);
            case char[] array -> Arrays.parallelSort(array);
            case int[] array -> Arrays.parallelSort(array);
            case long[] array -> Arrays.parallelSort(array);
            case float[] array -> Arrays.parallelSort(array);
            default -> Arrays.parallelSort((double[]) keys);
        }
        return keys;
    }

    /** @param order null for the natural one */
    private static <T> T[] sort(T[] rows, Comparator<T> order) {
        Arrays.parallelSort(rows, order);
        return rows;
    }

    /** Sorts boxed indices. */
    private static int[] argsort(int n, Comparator<Integer> order) {
        Integer[] boxed = new Integer[n];
        for (int i = 0; i < n; i++) {
            boxed[i] = i;
        }
        sort(boxed, order);
        int[] indices = new int[n];
        for (int i = 0; i < n; i++) {
            indices[i] = boxed[i];
        }
        return indices;
    }

    /** Sorts indices: longs of a key and a value each would not be in the order of a stable sort for all values. */
    private static Object[] pairs(int[] keys, int[] values) {
        int[] order = argsort(keys.length, (a, b) -> Integer.compare(keys[a], keys[b]));
        int[] oldKeys = keys.clone();
        int[] oldValues = values.clone();
        for (int i = 0; i < keys.length; i++) {
            keys[i] = oldKeys[order[i]];
            values[i] = oldValues[order[i]];
        }
        return new Object[] {keys, values};
    }

    private static Integer[] objects(int[] keys, Integer[] objects) {
        IntObject[] pairs = new IntObject[keys.length];
        for (int i = 0; i < keys.length; i++) {
            pairs[i] = new IntObject(keys[i], objects[i]);
        }
        sort(pairs, Comparator.comparingInt(IntObject::key));
        for (int i = 0; i < keys.length; i++) {
            keys[i] = pairs[i].key();
            objects[i] = pairs[i].object();
        }
        return objects;
    }

    private static int[] lexsort(int[] keys, int[] less) {
        return argsort(keys.length, (a, b) -> keys[a] != keys[b]
                ? Integer.compare(keys[a], keys[b])
                : Integer.compare(less[b], less[a]));
    }

    private static byte[] records(byte[] records) {
        int width = Input.RECORD_BYTES;
        byte[][] rows = new byte[records.length / width][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = Arrays.copyOfRange(records, i * width, (i + 1) * width);
        }
        sort(rows, (a, b) -> Arrays.compareUnsigned(a, 0, Input.KEY_BYTES, b, 0, Input.KEY_BYTES));
        for (int i = 0; i < rows.length; i++) {
            System.arraycopy(rows[i], 0, records, i * width, width);
        }
        return records;
    }

    private static int[] segments(int[] keys, int[] offsets) {
        for (int i = 1; i < offsets.length; i++) {
            Arrays.sort(keys, offsets[i - 1], offsets[i]);
        }
        return keys;
    }

    /** Returns the indices of the k smallest of n elements, by a heap of the smallest ones so far. */
    private static int[] top(int n, int k, Comparator<Integer> order) {
        PriorityQueue<Integer> smallest =
                new PriorityQueue<>(k, order.thenComparing(Comparator.naturalOrder()).reversed());
        for (int i = 0; i < n; i++) {
            if (smallest.size() < k) {
                smallest.add(i);
            } else if (order.compare(i, smallest.peek()) < 0) {
                smallest.poll();
                smallest.add(i);
            }
        }
        int[] indices = new int[smallest.size()];
        for (int i = indices.length - 1; i >= 0; i--) {
            indices[i] = smallest.poll();
        }
        return indices;
    }

    private static int[] unique(int[] keys) {
        int[] sorted = keys.clone();
        sort(sorted);
        int distinct = 0;
        for (int i = 0; i < sorted.length; i++) {
            if (i == 0 || sorted[i] != sorted[i - 1]) {
                sorted[distinct++] = sorted[i];
            }
        }
        return Arrays.copyOf(sorted, distinct);
    }

    private static Object[] runLengths(int[] keys) {
        int[] sorted = keys.clone();
        sort(sorted);
        int[] counts = new int[sorted.length];
        int distinct = 0;
        for (int i = 0; i < sorted.length; i++) {
            if (i > 0 && sorted[i] == sorted[distinct - 1]) {
                counts[distinct - 1]++;
            } else {
                counts[distinct] = 1;
                sorted[distinct++] = sorted[i];
            }
        }
        return new Object[] {Arrays.copyOf(sorted, distinct), Arrays.copyOf(counts, distinct)};
    }

    private static int[] merge(int[] keys) {
        int[] merged = new int[keys.length];
        int middle = keys.length / 2;
        int left = 0;
        int right = middle;
        for (int i = 0; i < merged.length; i++) {
            merged[i] = left < middle && (right == keys.length || keys[left] <= keys[right]) ? keys[left++] : keys[right++];
        }
        return merged;
    }
}
