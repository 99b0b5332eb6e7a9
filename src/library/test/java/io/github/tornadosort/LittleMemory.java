package io.github.tornadosort;

/**
 * A program that sorts in little memory, and says on the last line whether its data are then sorted, original or neither.
 * It takes no more memory to find out.
 */
final class LittleMemory {
    /** An odd factor: two different ints or longs have different products with it. */
    private static final int FACTOR = 0x9E3779B1;

    private LittleMemory() {}

    /** @param words ints, kept or pairs; their number, or a part of what is sorted in one piece */
    public static void main(String[] words) {
        try (Sorter sorter = Sorter.open()) {
            double number = Double.parseDouble(words[1]);
            int n = (int) (words[1].contains(".") ? number * Diagnostics.of(sorter).capacity(KeyType.INT32) : number);
            Data data = switch (words[0]) {
                case "ints" -> new Ints(n);
                case "kept" -> new IntsOnHost(n);
                default -> new Pairs(n);
            };
            try {
                data.sort(sorter);
            } catch (OutOfMemoryError e) {
                System.out.println(e);
            }
            int[] small = {3, 1, 2};
            sorter.sort(small);
            if (small[0] != 1 || small[1] != 2 || small[2] != 3) {
                throw new IllegalStateException("the sorter does not work any more");
            }
            System.out.println(data.state());
        }
    }

    /** Distinct keys, each with its original index. */
    private abstract static class Data {
        private final int n;

        private Data(int n) {
            this.n = n;
        }

        abstract void sort(Sorter sorter);

        /** The key at an index, which is a multiple of its original index. */
        abstract long key(int index);

        /** The original index of the key, if it is known. */
        abstract int was(int index);

        final String state() {
            boolean original = true;
            boolean sorted = true;
            for (int i = 0; i < n; i++) {
                original &= key(i) == product(i) && was(i) == i;
                sorted &= (i == 0 || key(i - 1) < key(i)) && key(i) == product(was(i)) && was(i) >= 0 && was(i) < n;
            }
            return sorted ? "sorted" : original ? "original" : "neither";
        }

        abstract long product(int index);
    }

    /** Ints that the host sorts. Then there is room for an array only if the memory of the sort is given back. */
    private static final class IntsOnHost extends Ints {
        private byte[] other = {};

        private IntsOnHost(int n) {
            super(n);
        }

        @Override
        void sort(Sorter sorter) {
            sorter.sort(keys);
            other = new byte[5 * keys.length];
        }

        @Override
        int was(int index) {
            return other.length == 5 * keys.length ? super.was(index) : -1;
        }
    }

    private static class Ints extends Data {
        final int[] keys;
        /** The inverse of the factor: their product is 1. */
        private final int inverse;

        private Ints(int n) {
            super(n);
            keys = new int[n];
            for (int i = 0; i < n; i++) {
                keys[i] = i * FACTOR;
            }
            int found = FACTOR;
            for (int i = 0; i < 5; i++) {
                found *= 2 - FACTOR * found;
            }
            inverse = found;
        }

        @Override
        void sort(Sorter sorter) {
            sorter.sort(keys);
        }

        @Override
        long key(int index) {
            return keys[index];
        }

        @Override
        int was(int index) {
            return keys[index] * inverse;
        }

        @Override
        long product(int index) {
            int product = index * FACTOR;
            return product;
        }
    }

    private static final class Pairs extends Data {
        private final long[] keys;
        private final long[] values;

        private Pairs(int n) {
            super(n);
            keys = new long[n];
            values = new long[n];
            for (int i = 0; i < n; i++) {
                keys[i] = product(i);
                values[i] = i;
            }
        }

        @Override
        void sort(Sorter sorter) {
            sorter.sort(Column.of(keys), Order.ASCENDING, Column.of(values));
        }

        @Override
        long key(int index) {
            return keys[index];
        }

        @Override
        int was(int index) {
            return (int) values[index];
        }

        @Override
        long product(int index) {
            return index * 0x9E3779B97F4A7C15L;
        }
    }
}
