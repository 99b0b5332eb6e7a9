package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Everything that a sorter does with a column, each with the check of what it did to given keys. */
enum Operation {
    SORT {
        @Override
        void check(Sorter sorter, Column input, SortOptions options, String what) {
            Column keys = KeyData.copy(input);
            SortStats stats = sorter.sort(keys, options);
            assertThat(stats.keys()).isEqualTo(input.size());
            assertThat(firstDifference(keys, at(input, Reference.order(input, options))))
                    .as("first wrong key, %s", what)
                    .isEqualTo(-1);
        }
    },
    SORT_WITH_INT8 {
        @Override
        void check(Sorter sorter, Column input, SortOptions options, String what) {
            checkPairs(sorter, input, KeyType.INT8, options, what);
        }
    },
    SORT_WITH_INT16 {
        @Override
        void check(Sorter sorter, Column input, SortOptions options, String what) {
            checkPairs(sorter, input, KeyType.INT16, options, what);
        }
    },
    SORT_WITH_INT32 {
        @Override
        void check(Sorter sorter, Column input, SortOptions options, String what) {
            checkPairs(sorter, input, KeyType.INT32, options, what);
        }
    },
    SORT_WITH_FLOAT64 {
        @Override
        void check(Sorter sorter, Column input, SortOptions options, String what) {
            checkPairs(sorter, input, KeyType.FLOAT64, options, what);
        }
    },
    SORT_WITH_OBJECTS {
        @Override
        void check(Sorter sorter, Column input, SortOptions options, String what) {
            Column keys = KeyData.copy(input);
            int n = (int) input.size();
            // Two more than there are keys, which stay.
            String[] values = IntStream.range(0, n + 2).mapToObj(i -> "value " + i).toArray(String[]::new);
            int[] order = Reference.order(input, options);
            String[] expected = values.clone();
            Arrays.setAll(expected, i -> i < n ? values[order[i]] : values[i]);
            sorter.sort(keys, values, options);
            assertThat(firstDifference(keys, at(input, order))).as("first wrong key, %s", what).isEqualTo(-1);
            assertThat(Arrays.mismatch(values, expected)).as("first wrong value, %s", what).isEqualTo(-1);
        }
    },
    ARGSORT {
        @Override
        void check(Sorter sorter, Column input, SortOptions options, String what) {
            Column keys = KeyData.copy(input);
            int[] places = sorter.argsort(keys, options);
            assertThat(Arrays.mismatch(places, Reference.order(input, options)))
                    .as("first wrong place, %s", what)
                    .isEqualTo(-1);
            assertThat(firstDifference(keys, input)).as("first key changed, %s", what).isEqualTo(-1);
        }
    },
    LEXSORT {
        @Override
        void check(Sorter sorter, Column input, SortOptions options, String what) {
            int n = (int) input.size();
            byte[] minor = new byte[n];
            int[] major = new int[n];
            Arrays.setAll(major, i -> i * 0x9E3779B9 >>> 30);
            for (int i = 0; i < n; i++) {
                minor[i] = (byte) (i * 7 % 3);
            }
            SortOptions down = SortOptions.builder().descending().build();
            int[] places = sorter.lexsort(List.of(
                    SortKey.of(Column.of(minor)), new SortKey(input, options), new SortKey(Column.of(major), down)));
            long[] bits = KeyData.bits(input);
            var comparator = Reference.comparator(input.type(), options);
            int[] expected = Reference.order(n, (a, b) -> {
                int byMajor = Integer.compare(major[b], major[a]);
                int byKey = byMajor != 0 ? byMajor : comparator.compare(bits[a], bits[b]);
                return byKey != 0 ? byKey : Byte.compare(minor[a], minor[b]);
            });
            assertThat(Arrays.mismatch(places, expected)).as("first wrong place, %s", what).isEqualTo(-1);
        }
    };

    /** Checks the operation on these keys, which it leaves as they are. */
    abstract void check(Sorter sorter, Column input, SortOptions options, String what);

    private static void checkPairs(Sorter sorter, Column input, KeyType valueType, SortOptions options, String what) {
        Column keys = KeyData.copy(input);
        int n = (int) input.size();
        // Each value tells where its key was, as far as it has the bits; two more than there are keys, which stay.
        Column values = KeyData.ofBits(valueType, IntStream.range(0, n + 2).mapToLong(i -> i).toArray());
        int[] order = Reference.order(input, options);
        Column expected = KeyData.ofBits(
                valueType,
                IntStream.range(0, n + 2).mapToLong(i -> i < n ? order[i] : i).toArray());
        sorter.sort(keys, values, options);
        assertThat(firstDifference(keys, at(input, order))).as("first wrong key, %s", what).isEqualTo(-1);
        assertThat(firstDifference(values, expected)).as("first wrong value, %s", what).isEqualTo(-1);
    }

    /** The keys at these places. */
    static Column at(Column keys, int[] places) {
        return KeyData.ofBits(
                keys.type(), Arrays.stream(places).mapToLong(i -> KeyData.bits(keys, i)).toArray());
    }

    static long firstDifference(Column keys, Column expected) {
        long at = keys.segment().mismatch(expected.segment());
        return at < 0 ? -1 : at / keys.type().bytes();
    }
}
