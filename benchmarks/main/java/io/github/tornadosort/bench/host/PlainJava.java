package io.github.tornadosort.bench.host;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** What a program without this library would do for one call of an operation. */
final class PlainJava {
    private record IntObject(int key, Integer object) {}

    private final boolean isParallel;

    /** @param isParallel whether sorts are {@link Arrays#parallelSort(int[])} */
    PlainJava(boolean isParallel) {
        this.isParallel = isParallel;
    }

    Object call(String operation, CallInput in) {
        return switch (operation) {
            case "sort" -> sort(in.keys());
            case "sort-listened", "sort-to" -> sort(((int[]) in.keys()).clone());
            case "sort-descending" -> descending((int[]) in.keys());
            case "sort-range" -> {
                Arrays.sort((int[]) in.keys(), in.n() / 4, in.n());
                yield in.keys();
            }
            case "sort-unsigned" -> unsigned((int[]) in.keys());
            case "sort-bits" -> bits((int[]) in.keys());
            case "pairs" -> pairs((int[]) in.keys(), in.other());
            case "objects" -> objects((int[]) in.keys(), in.objects());
            case "argsort" -> argsort((int[]) in.keys());
            case "lexsort", "lexsort-few" -> lexsort((int[]) in.keys(), in.other());
            case "records" -> records(in.records());
            case "argsort-records" -> argsortRecords(in.records());
            case "segments" -> segments((int[]) in.keys(), in.offsets());
            case "segments-pairs" -> segmentsWithValues((int[]) in.keys(), in.other(), in.offsets());
            case "top-k" -> top((int[]) in.keys());
            case "unique", "unique-few" -> unique((int[]) in.keys());
            case "run-lengths", "run-lengths-few" -> runLengths((int[]) in.keys());
            case "is-sorted" -> isSorted((int[]) in.keys());
            case "merge" -> merge((int[]) in.keys());
            case "partition" -> partition((int[]) in.keys());
            case "strings" -> sort(in.strings());
            case "argsort-strings" -> argsort(in.strings());
            case "strings-pairs" -> stringsWithValues(in.strings(), in.other());
            case "segments-strings" -> {
                for (int i = 1; i < in.offsets().length; i++) {
                    Arrays.sort(in.strings(), in.offsets()[i - 1], in.offsets()[i]);
                }
                yield in.strings();
            }
            case "top-strings" -> topStrings(in.strings());
            case "unique-strings" -> uniqueStrings(in.strings());
            case "ranks-strings" -> ranks(in.strings());
            default -> throw new IllegalArgumentException("unknown operation '" + operation + "'");
        };
    }

    private Object sort(Object keys) {
        switch (keys) {
            case byte[] array -> {
                if (isParallel) {
                    Arrays.parallelSort(array);
                } else {
                    Arrays.sort(array);
                }
            }
            case short[] array -> {
                if (isParallel) {
                    Arrays.parallelSort(array);
                } else {
                    Arrays.sort(array);
                }
            }
            case int[] array -> {
                if (isParallel) {
                    Arrays.parallelSort(array);
                } else {
                    Arrays.sort(array);
                }
            }
            case long[] array -> {
                if (isParallel) {
                    Arrays.parallelSort(array);
                } else {
                    Arrays.sort(array);
                }
            }
            case float[] array -> {
                if (isParallel) {
                    Arrays.parallelSort(array);
                } else {
                    Arrays.sort(array);
                }
            }
            case double[] array -> {
                if (isParallel) {
                    Arrays.parallelSort(array);
                } else {
                    Arrays.sort(array);
                }
            }
            default -> sort((String[]) keys);
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
        Integer[] order = order(keys.length);
        sort(order, (a, b) -> Integer.compare(keys[a], keys[b]));
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
        return unboxed(sort(order(keys.length), (a, b) -> Integer.compare(keys[a], keys[b])));
    }

    private int[] argsort(String[] keys) {
        return unboxed(sort(order(keys.length), (a, b) -> keys[a].compareTo(keys[b])));
    }

    private int[] lexsort(int[] keys, int[] less) {
        return unboxed(sort(order(keys.length), (a, b) -> {
            int first = Integer.compare(keys[a], keys[b]);
            return first != 0 ? first : Integer.compare(less[b], less[a]);
        }));
    }

    private byte[] records(byte[] records) {
        int width = CallInput.RECORD_BYTES;
        byte[][] rows = new byte[records.length / width][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = Arrays.copyOfRange(records, i * width, (i + 1) * width);
        }
        sort(rows, (a, b) -> Arrays.compareUnsigned(a, 0, CallInput.KEY_BYTES, b, 0, CallInput.KEY_BYTES));
        for (int i = 0; i < rows.length; i++) {
            System.arraycopy(rows[i], 0, records, i * width, width);
        }
        return records;
    }

    private int[] argsortRecords(byte[] records) {
        int width = CallInput.RECORD_BYTES;
        return unboxed(sort(order(records.length / width), (a, b) -> Arrays.compareUnsigned(
                records, a * width, a * width + CallInput.KEY_BYTES, records, b * width, b * width + CallInput.KEY_BYTES)));
    }

    private static int[] segments(int[] keys, int[] offsets) {
        for (int i = 1; i < offsets.length; i++) {
            Arrays.sort(keys, offsets[i - 1], offsets[i]);
        }
        return keys;
    }

    private int[] segmentsWithValues(int[] keys, int[] values, int[] offsets) {
        for (int i = 1; i < offsets.length; i++) {
            int[] someKeys = Arrays.copyOfRange(keys, offsets[i - 1], offsets[i]);
            int[] someValues = Arrays.copyOfRange(values, offsets[i - 1], offsets[i]);
            pairs(someKeys, someValues);
            System.arraycopy(someKeys, 0, keys, offsets[i - 1], someKeys.length);
            System.arraycopy(someValues, 0, values, offsets[i - 1], someKeys.length);
        }
        return values;
    }

    private static int[] top(int[] keys) {
        PriorityQueue<Integer> smallest = new PriorityQueue<>(CallInput.K, (a, b) -> {
            int first = Integer.compare(keys[b], keys[a]);
            return first != 0 ? first : b - a;
        });
        for (int i = 0; i < keys.length; i++) {
            if (smallest.size() < CallInput.K) {
                smallest.add(i);
            } else if (keys[i] < keys[smallest.peek()]) {
                smallest.poll();
                smallest.add(i);
            }
        }
        return polled(smallest);
    }

    private static int[] topStrings(String[] strings) {
        PriorityQueue<Integer> smallest = new PriorityQueue<>(CallInput.K, (a, b) -> {
            int first = strings[b].compareTo(strings[a]);
            return first != 0 ? first : b - a;
        });
        for (int i = 0; i < strings.length; i++) {
            if (smallest.size() < CallInput.K) {
                smallest.add(i);
            } else if (strings[i].compareTo(strings[smallest.peek()]) < 0) {
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
            if ((key >>> CallInput.BIT & 1) == 0) {
                keys[left++] = key;
            } else {
                ones[right++] = key;
            }
        }
        System.arraycopy(ones, 0, keys, left, right);
        return keys;
    }

    private int[] stringsWithValues(String[] strings, int[] values) {
        Integer[] order = order(strings.length);
        sort(order, (a, b) -> strings[a].compareTo(strings[b]));
        String[] oldStrings = strings.clone();
        int[] oldValues = values.clone();
        for (int i = 0; i < strings.length; i++) {
            strings[i] = oldStrings[order[i]];
            values[i] = oldValues[order[i]];
        }
        return values;
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
        Integer[] order = order(strings.length);
        sort(order, (a, b) -> strings[a].compareTo(strings[b]));
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
