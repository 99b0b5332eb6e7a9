package io.github.tornadosort.conformance;

import static io.github.tornadosort.conformance.WrongResultException.unlessEqual;
import static io.github.tornadosort.conformance.WrongResultException.unlessSame;

import io.github.tornadosort.Column;
import io.github.tornadosort.Key;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.Runs;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.TopK;
import java.util.Arrays;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** The operations of a sorter on a column, each with a check of its result for given keys. */
public enum Operation {
    SORT {
        @Override
        public void check(Sorter sorter, Column input, Order sortOrder, String what) {
            GuardedColumn keys = GuardedColumn.copy(input);
            SortStats stats = sorter.sort(keys.keys(), sortOrder);
            unlessEqual(stats.keys(), input.size(), "number of keys", what);
            keys.requireHolds(at(input, Reference.order(input, sortOrder)), what);
        }
    },
    SORT_WITH_INT8(KeyType.INT8),
    SORT_WITH_INT16(KeyType.INT16),
    SORT_WITH_INT32(KeyType.INT32),
    SORT_WITH_FLOAT64(KeyType.FLOAT64),
    SORT_WITH_SEVERAL {
        @Override
        public void check(Sorter sorter, Column input, Order sortOrder, String what) {
            GuardedColumn keys = GuardedColumn.copy(input);
            int n = (int) input.size();
            int[] order = Reference.order(input, sortOrder);
            // One and two more values than keys, which must not change.
            int[] ints = IntStream.range(0, n + 1).toArray();
            byte[] bytes = new byte[n + 2];
            double[] doubles = IntStream.range(0, n).asDoubleStream().toArray();
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) i;
            }
            SortStats stats =
                    sorter.sort(keys.keys(), sortOrder, Column.of(ints), Column.of(bytes), Column.of(doubles));
            unlessEqual(stats.keys(), input.size(), "number of keys", what);
            keys.requireHolds(at(input, order), what);
            unlessEqual(ints, IntStream.range(0, n + 1).map(i -> i < n ? order[i] : i).toArray(), "int", what);
            unlessEqual(IntStream.range(0, n).map(i -> (int) doubles[i]).toArray(), order, "double", what);
            unlessEqual(
                    IntStream.range(0, n + 2).map(i -> bytes[i]).toArray(),
                    IntStream.range(0, n + 2).map(i -> (byte) (i < n ? order[i] : i)).toArray(), "byte", what);
        }
    },
    SORT_WITH_OBJECTS {
        @Override
        public void check(Sorter sorter, Column input, Order sortOrder, String what) {
            GuardedColumn keys = GuardedColumn.copy(input);
            int n = (int) input.size();
            // Two more values than keys, which must not change.
            String[] values = IntStream.range(0, n + 2).mapToObj(i -> "value " + i).toArray(String[]::new);
            int[] order = Reference.order(input, sortOrder);
            String[] expected = values.clone();
            Arrays.setAll(expected, i -> i < n ? values[order[i]] : values[i]);
            unlessEqual(sorter.objects().sort(keys.keys(), sortOrder, values).keys(), (long) n, "number of keys", what);
            keys.requireHolds(at(input, order), what);
            unlessEqual(values, expected, "value", what);
        }
    },
    ARGSORT {
        @Override
        public void check(Sorter sorter, Column input, Order sortOrder, String what) {
            GuardedColumn keys = GuardedColumn.copy(input);
            int[] indices = sorter.argsort(keys.keys(), sortOrder);
            unlessEqual(indices, Reference.order(input, sortOrder), "index", what);
            keys.requireHolds(input, what);
        }
    },
    LEXSORT {
        @Override
        public void check(Sorter sorter, Column input, Order sortOrder, String what) {
            int n = (int) input.size();
            byte[] minor = new byte[n];
            int[] major = new int[n];
            Arrays.setAll(major, i -> i * 0x9E3779B9 >>> 30);
            for (int i = 0; i < n; i++) {
                minor[i] = (byte) (i * 7 % 3);
            }
            Order down = Order.DESCENDING;
            int[] indices =
                    sorter.argsort(Key.of(Column.of(major), down), Key.of(input, sortOrder), Key.of(Column.of(minor)));
            long[] bits = KeyData.bits(input);
            var comparator = Reference.comparator(input.type(), sortOrder);
            int[] expected = Reference.order(n, (a, b) -> {
                int byMajor = Integer.compare(major[b], major[a]);
                int byKey = byMajor != 0 ? byMajor : comparator.compare(bits[a], bits[b]);
                return byKey != 0 ? byKey : Byte.compare(minor[a], minor[b]);
            });
            unlessEqual(indices, expected, "index", what);
        }
    },
    SORT_SEGMENTS {
        @Override
        public void check(Sorter sorter, Column input, Order sortOrder, String what) {
            GuardedColumn keys = GuardedColumn.copy(input);
            int n = (int) input.size();
            // One or two keys before the first segment and after the last one. One segment is empty, one is short, one is long.
            int first = Math.min(1, n);
            int last = Math.max(first, n - 2);
            int[] offsets =
                    {first, first, Math.min(first + 3, last), Math.max(Math.min(first + 3, last), n / 2), last, last};
            int[] expected = IntStream.range(0, n).toArray();
            for (int s = 0; s + 1 < offsets.length; s++) {
                int begin = offsets[s];
                int[] order = Reference.order(input.range(begin, offsets[s + 1]), sortOrder);
                for (int i = 0; i < order.length; i++) {
                    expected[begin + i] = begin + order[i];
                }
            }
            long[] values = IntStream.range(0, n).asLongStream().toArray();
            if (n % 2 == 0) {
                sorter.segments(offsets).sort(keys.keys(), sortOrder);
            } else {
                sorter.segments(offsets).sort(keys.keys(), sortOrder, Column.of(values));
                unlessEqual(values, Arrays.stream(expected).asLongStream().toArray(), "value", what);
            }
            keys.requireHolds(at(input, expected), what);
        }
    },
    TOP_K {
        @Override
        public void check(Sorter sorter, Column input, Order sortOrder, String what) {
            GuardedColumn keys = GuardedColumn.copy(input);
            int k = (int) input.size() / 3;
            int[] expected = Arrays.copyOf(Reference.order(input, sortOrder), k);
            TopK<Column> top = sorter.topK(keys.keys(), k, sortOrder);
            unlessEqual(top.indices(), expected, "index", what);
            unlessSame(top.keys(), at(input, expected), "key", what);
            keys.requireHolds(input, what);
        }
    },
    RUN_LENGTHS {
        @Override
        public void check(Sorter sorter, Column input, Order sortOrder, String what) {
            GuardedColumn keys = GuardedColumn.copy(input);
            var comparator = Reference.comparator(input.type(), sortOrder);
            TreeMap<Long, Integer> counts = new TreeMap<>(comparator);
            // The key of an entry keeps the bits of the first of equal keys.
            Arrays.stream(KeyData.bits(input)).forEach(bits -> counts.merge(bits, 1, Integer::sum));
            Runs runs = sorter.runLengths(keys.keys(), sortOrder);
            unlessEqual(
                    KeyData.bits(runs.keys()),
                    counts.keySet().stream().mapToLong(Long::longValue).toArray(),
                    "distinct key",
                    what);
            unlessEqual(
                    runs.counts(), counts.values().stream().mapToInt(Integer::intValue).toArray(), "count", what);
            unlessSame(sorter.unique(keys.keys(), sortOrder), runs.keys(), "unique key", what);
            keys.requireHolds(input, what);
        }
    },
    IS_SORTED {
        @Override
        public void check(Sorter sorter, Column input, Order sortOrder, String what) {
            var comparator = Reference.comparator(input.type(), sortOrder);
            long[] bits = KeyData.bits(input);
            boolean expected =
                    IntStream.range(1, bits.length).allMatch(i -> comparator.compare(bits[i - 1], bits[i]) <= 0);
            unlessEqual(sorter.isSorted(input, sortOrder), expected, "whether sorted:", what);
            Column sorted = at(input, Reference.order(input, sortOrder));
            unlessEqual(sorter.isSorted(sorted, sortOrder), true, "whether sorted after a sort:", what);
        }
    },
    MERGE {
        @Override
        public void check(Sorter sorter, Column input, Order sortOrder, String what) {
            long half = input.size() / 3;
            Column first = input.range(0, half);
            Column second = input.range(half, input.size());
            Column a = at(first, Reference.order(first, sortOrder));
            Column b = at(second, Reference.order(second, sortOrder));
            GuardedColumn merged = GuardedColumn.copy(KeyData.ofZeros(input.type(), (int) input.size()));
            sorter.merge(a, b, merged.keys(), sortOrder);
            // A stable sort of both is their stable merge.
            merged.requireHolds(at(input, Reference.order(input, sortOrder)), what);
        }
    },
    PARTITION {
        @Override
        public void check(Sorter sorter, Column input, Order sortOrder, String what) {
            GuardedColumn keys = GuardedColumn.copy(input);
            KeyType type = input.type();
            int bit = sortOrder.isDescending() ? 0 : type.bits() - 1;
            int[] bits = Arrays.stream(KeyData.bits(input))
                    .mapToInt(key -> (int) (Reference.orderedBits(type, key) >>> bit) & 1)
                    .toArray();
            int[] order = Reference.order(bits.length, (i, j) -> Integer.compare(bits[i], bits[j]));
            long zeros = sorter.partition(keys.keys(), bit);
            unlessEqual(zeros, Arrays.stream(bits).filter(b -> b == 0).count(), "number of zeros", what);
            keys.requireHolds(at(input, order), what);
        }
    };

    /** The type of the values that a sort moves with the keys, or null. */
    private final KeyType valueType;

    Operation() {
        this(null);
    }

    Operation(KeyType valueType) {
        this.valueType = valueType;
    }

    /**
     * Checks the operation on these keys, which it leaves as they are.
     *
     * @param what describes the case, for messages
     * @throws WrongResultException if the result is not that of the JDK
     */
    public void check(Sorter sorter, Column input, Order sortOrder, String what) {
        GuardedColumn keys = GuardedColumn.copy(input);
        int n = (int) input.size();
        // Each value is the index of its key, as far as its width allows. There are two more values than keys, which must not
        // change.
        Column values = KeyData.ofBits(valueType, IntStream.range(0, n + 2).mapToLong(i -> i).toArray());
        int[] order = Reference.order(input, sortOrder);
        Column expected = KeyData.ofBits(
                valueType,
                IntStream.range(0, n + 2).mapToLong(i -> i < n ? order[i] : i).toArray());
        unlessEqual(sorter.sort(keys.keys(), sortOrder, values).keys(), (long) n, "number of keys", what);
        keys.requireHolds(at(input, order), what);
        unlessSame(values, expected, "value", what);
    }

    /** Returns the keys at the given indices. */
    public static Column at(Column keys, int[] indices) {
        return KeyData.ofBits(
                keys.type(), Arrays.stream(indices).mapToLong(i -> KeyData.bits(keys, i)).toArray());
    }

    /** Returns the index of the first key that differs, or -1. */
    public static long firstDifference(Column keys, Column expected) {
        long at = keys.segment().mismatch(expected.segment());
        return at < 0 ? -1 : at / keys.type().bytes();
    }
}
