package io.github.tornadosort.bench.host;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * What a program without this library would do for an operation, with the JDK alone: on one core, or on all where the JDK can.
 */
final class PlainJava implements Calls {
    private record IntObject(int key, Integer object) {}

    private final boolean isParallel;

    /** @param isParallel whether sorts are {@link Arrays#parallelSort(int[])} */
    PlainJava(boolean isParallel) {
        this.isParallel = isParallel;
    }

    @Override
    public Object call(Input in) {
        if (!(in.keys() instanceof int[] keys)) {
            return in.operation().equals("sort") ? sort(in.keys()) : null;
        }
        return switch (in.operation()) {
            case "sort" -> sort(in.keys());
            case "sort-listened", "sort-to" -> sort(keys.clone());
            case "sort-descending" -> descending(keys);
            case "sort-range" -> {
                Arrays.sort(keys, in.n() / 4, in.n());
                yield keys;
            }
            case "sort-unsigned" -> unsigned(keys);
            case "sort-bits" -> bits(keys);
            case "pairs" -> new Object[] {keys, pairs(keys, (int[]) in.values())};
            case "objects" -> objects(keys, in.objects());
            case "argsort" -> argsort(keys);
            case "lexsort" -> lexsort(keys, (int[]) in.values());
            case "records" -> records(in.records());
            case "argsort-records" -> argsortRecords(in.records());
            case "segments" -> segments(keys, in.offsets());
            case "segments-pairs" -> segmentsWithValues(keys, (int[]) in.values(), in.offsets());
            case "top" -> top(in.n(), in.number(), (a, b) -> Integer.compare(keys[a], keys[b]));
            case "unique" -> unique(keys);
            case "run-lengths" -> runLengths(keys);
            case "is-sorted" -> isSorted(keys);
            case "merge" -> merge(keys);
            case "partition" -> partition(keys);
            case "strings", "strings-urls" -> sort(in.strings());
            case "argsort-strings" -> argsort(in.strings());
            case "strings-pairs" -> stringsWithValues(in.strings(), (int[]) in.values());
            case "segments-strings" -> {
                for (int i = 1; i < in.offsets().length; i++) {
                    Arrays.sort(in.strings(), in.offsets()[i - 1], in.offsets()[i]);
                }
                yield in.strings();
            }
            case "top-strings" -> {
                String[] strings = in.strings();
                yield top(in.n(), in.number(), (a, b) -> strings[a].compareTo(strings[b]));
            }
            case "unique-strings" -> uniqueStrings(in.strings());
            case "ranks-strings" -> ranks(in.strings());
            default -> null;
        };
    }

    private Object sort(Object keys) {
        switch (keys) {
            case byte[] array when isParallel -> Arrays.parallelSort(array);
            case byte[] array -> Arrays.sort(array);
            case short[] array when isParallel -> Arrays.parallelSort(array);
            case short[] array -> Arrays.sort(array);
            case char[] array when isParallel -> Arrays.parallelSort(array);
            case char[] array -> Arrays.sort(array);
            case int[] array when isParallel -> Arrays.parallelSort(array);
            case int[] array -> Arrays.sort(array);
            case long[] array when isParallel -> Arrays.parallelSort(array);
            case long[] array -> Arrays.sort(array);
            case float[] array when isParallel -> Arrays.parallelSort(array);
            case float[] array -> Arrays.sort(array);
            case double[] array when isParallel -> Arrays.parallelSort(array);
            case double[] array -> Arrays.sort(array);
            default -> throw new IllegalArgumentException("keys in " + keys.getClass().getSimpleName());
        }
        return keys;
    }

    private String[] sort(String[] strings) {
        if (isParallel) {
            Arrays.parallelSort(strings);
        } else {
            Arrays.sort(strings);
        }
        return strings;
    }

    private <T> T[] sort(T[] rows, Comparator<T> order) {
        if (isParallel) {
            Arrays.parallelSort(rows, order);
        } else {
            Arrays.sort(rows, order);
        }
        return rows;
    }

    private int[] descending(int[] keys) {
        sort(keys);
        for (int i = 0, j = keys.length - 1; i < j; i++, j--) {
            int key = keys[i];
            keys[i] = keys[j];
            keys[j] = key;
        }
        return keys;
    }

    private int[] unsigned(int[] keys) {
        flip(keys);
        sort(keys);
        flip(keys);
        return keys;
    }

    private static void flip(int[] keys) {
        for (int i = 0; i < keys.length; i++) {
            keys[i] ^= Integer.MIN_VALUE;
        }
    }

    private int[] bits(int[] keys) {
        Integer[] boxed = new Integer[keys.length];
        for (int i = 0; i < keys.length; i++) {
            boxed[i] = keys[i];
        }
        sort(boxed, (a, b) -> Integer.compare(a & 0xffff, b & 0xffff));
        for (int i = 0; i < keys.length; i++) {
            keys[i] = boxed[i];
        }
        return keys;
    }

    /** Sorts boxed indices: longs of a key and a value each would not be in the order of a stable sort for all values. */
    private int[] pairs(int[] keys, int[] values) {
        Integer[] order = sortedOrder(keys);
        int[] oldKeys = keys.clone();
        int[] oldValues = values.clone();
        for (int i = 0; i < keys.length; i++) {
            keys[i] = oldKeys[order[i]];
            values[i] = oldValues[order[i]];
        }
        return values;
    }

    private Integer[] objects(int[] keys, Integer[] objects) {
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

    private static Integer[] order(int n) {
        Integer[] order = new Integer[n];
        for (int i = 0; i < n; i++) {
            order[i] = i;
        }
        return order;
    }

    private static int[] unboxed(Integer[] order) {
        int[] indices = new int[order.length];
        for (int i = 0; i < indices.length; i++) {
            indices[i] = order[i];
        }
        return indices;
    }

    private int[] argsort(int[] keys) {
        return unboxed(sortedOrder(keys));
    }

    private int[] argsort(String[] keys) {
        return unboxed(sortedOrder(keys));
    }

    private Integer[] sortedOrder(int[] keys) {
        return sort(order(keys.length), (a, b) -> Integer.compare(keys[a], keys[b]));
    }

    private Integer[] sortedOrder(String[] keys) {
        return sort(order(keys.length), (a, b) -> keys[a].compareTo(keys[b]));
    }

    private int[] lexsort(int[] keys, int[] less) {
        return unboxed(sort(order(keys.length), (a, b) -> {
            int first = Integer.compare(keys[a], keys[b]);
            return first != 0 ? first : Integer.compare(less[b], less[a]);
        }));
    }

    private byte[] records(byte[] records) {
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

    private int[] argsortRecords(byte[] records) {
        int width = Input.RECORD_BYTES;
        return unboxed(sort(order(records.length / width), (a, b) -> Arrays.compareUnsigned(
                records, a * width, a * width + Input.KEY_BYTES, records, b * width, b * width + Input.KEY_BYTES)));
    }

    private static int[] segments(int[] keys, int[] offsets) {
        for (int i = 1; i < offsets.length; i++) {
            Arrays.sort(keys, offsets[i - 1], offsets[i]);
        }
        return keys;
    }

    private Object[] segmentsWithValues(int[] keys, int[] values, int[] offsets) {
        for (int i = 1; i < offsets.length; i++) {
            int[] someKeys = Arrays.copyOfRange(keys, offsets[i - 1], offsets[i]);
            int[] someValues = Arrays.copyOfRange(values, offsets[i - 1], offsets[i]);
            pairs(someKeys, someValues);
            System.arraycopy(someKeys, 0, keys, offsets[i - 1], someKeys.length);
            System.arraycopy(someValues, 0, values, offsets[i - 1], someKeys.length);
        }
        return new Object[] {keys, values};
    }

    /** Returns the indices of the k smallest of n elements, by a heap of the smallest ones so far. */
    private static int[] top(int n, int k, Comparator<Integer> order) {
        Comparator<Integer> last = order.thenComparing(Comparator.naturalOrder()).reversed();
        PriorityQueue<Integer> smallest = new PriorityQueue<>(k, last);
        for (int i = 0; i < n; i++) {
            if (smallest.size() < k) {
                smallest.add(i);
            } else if (order.compare(i, smallest.peek()) < 0) {
                smallest.poll();
                smallest.add(i);
            }
        }
        return polled(smallest);
    }

    private static int[] polled(PriorityQueue<Integer> smallest) {
        int[] indices = new int[smallest.size()];
        for (int i = indices.length - 1; i >= 0; i--) {
            indices[i] = smallest.poll();
        }
        return indices;
    }

    private int[] unique(int[] keys) {
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

    private Object[] runLengths(int[] keys) {
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

    private static boolean isSorted(int[] keys) {
        for (int i = 1; i < keys.length; i++) {
            if (keys[i] < keys[i - 1]) {
                return false;
            }
        }
        return true;
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

    private static int[] partition(int[] keys) {
        int[] ones = new int[keys.length];
        int left = 0;
        int right = 0;
        for (int key : keys) {
            if ((key >>> Input.BIT & 1) == 0) {
                keys[left++] = key;
            } else {
                ones[right++] = key;
            }
        }
        System.arraycopy(ones, 0, keys, left, right);
        return keys;
    }

    private Object[] stringsWithValues(String[] strings, int[] values) {
        Integer[] order = sortedOrder(strings);
        String[] oldStrings = strings.clone();
        int[] oldValues = values.clone();
        for (int i = 0; i < strings.length; i++) {
            strings[i] = oldStrings[order[i]];
            values[i] = oldValues[order[i]];
        }
        return new Object[] {strings, values};
    }

    private String[] uniqueStrings(String[] strings) {
        String[] sorted = sort(strings.clone());
        List<String> distinct = new ArrayList<>();
        for (String string : sorted) {
            if (distinct.isEmpty() || !string.equals(distinct.getLast())) {
                distinct.add(string);
            }
        }
        return distinct.toArray(new String[0]);
    }

    private int[] ranks(String[] strings) {
        Integer[] order = sortedOrder(strings);
        int[] ranks = new int[strings.length];
        int rank = 0;
        for (int i = 0; i < order.length; i++) {
            if (i > 0 && !strings[order[i]].equals(strings[order[i - 1]])) {
                rank++;
            }
            ranks[order[i]] = rank;
        }
        return ranks;
    }
}
