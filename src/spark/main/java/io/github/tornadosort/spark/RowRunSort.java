package io.github.tornadosort.spark;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * Sorts rows of bytes. The rows stay in their blocks. Eight bytes of each key are sorted with the row's location; rows in which they
 * are equal are sorted by the next eight bytes in which these rows differ, and so on.
 */
final class RowRunSort<T> implements RunSort<T> {
    private final RowCodec<T> codec;
    private final RowFormat format;
    private final TaskSorter sorter;

    RowRunSort(RowCodec<T> codec, TaskSorter sorter) {
        this.codec = codec;
        this.format = codec.format();
        this.sorter = sorter;
    }

    @Override
    public long sortBytes(long rows) {
        return rows * 2 * Long.BYTES + sorter.scratchBytes(rows, KeyType.UINT64, KeyType.INT64);
    }

    @Override
    public long cursorBytes(long rows, long blockBytes) {
        return rows * Long.BYTES + blockBytes;
    }

    @Override
    public Cursor<T> sort(List<byte[]> list, int rows) {
        byte[][] blocks = list.toArray(byte[][]::new);
        long[] locations = new Sort(blocks, rows).sort();
        return new Rows() {
            private int index = -1;

            @Override
            public boolean advance() {
                if (++index >= rows) {
                    return false;
                }
                bytes = blocks[(int) (locations[index] >>> 32)];
                row = (int) locations[index];
                return true;
            }
        };
    }

    @Override
    public Cursor<T> read(DataInputStream in, long rows) {
        return new Rows() {
            private long left = rows;

            @Override
            public boolean advance() throws IOException {
                if (left-- == 0) {
                    return false;
                }
                bytes = new byte[in.readInt()];
                in.readFully(bytes);
                return true;
            }
        };
    }

    private abstract class Rows implements Cursor<T> {
        byte[] bytes;
        int row;

        @Override
        public T row() {
            return codec.read(bytes, row);
        }

        @Override
        public void write(DataOutputStream out) throws IOException {
            int length = format.length(bytes, row);
            out.writeInt(length);
            out.write(bytes, row, length);
        }

        @Override
        public int compareTo(Cursor<T> cursor) {
            Rows other = (Rows) cursor;
            int from = format.keyFrom(bytes, row);
            int otherFrom = format.keyFrom(other.bytes, other.row);
            return Arrays.compareUnsigned(bytes, from, from + format.keyLength(bytes, row), other.bytes, otherFrom,
                    otherFrom + format.keyLength(other.bytes, other.row));
        }
    }

    /** One sort. */
    private final class Sort {
        /** Rows with equal bytes before {@code depth}; bytes after the end of a key count as 0. */
        private record Range(int from, int to, int depth) {}

        private final byte[][] blocks;
        /** A row's block in the high half, its index there in the low half. */
        private final long[] locations;
        private final long[] window;
        private final Deque<Range> open = new ArrayDeque<>();

        Sort(byte[][] blocks, int rows) {
            this.blocks = blocks;
            this.locations = new long[rows];
            this.window = new long[rows];
            int i = 0;
            for (int block = 0; block < blocks.length; block++) {
                byte[] bytes = blocks[block];
                for (int row = Block.HEADER; row < bytes.length; row += format.length(bytes, row)) {
                    locations[i++] = (long) block << 32 | row;
                }
            }
        }

        /** Returns the locations of the rows in order. */
        long[] sort() {
            open.push(new Range(0, locations.length, 0));
            while (!open.isEmpty()) {
                sort(open.pop());
            }
            return locations;
        }

        private void sort(Range range) {
            int shortest = Integer.MAX_VALUE;
            int longest = 0;
            int equal = Integer.MAX_VALUE;
            byte[] firstBytes = block(range.from());
            int firstRow = row(range.from());
            for (int i = range.from(); i < range.to(); i++) {
                byte[] bytes = block(i);
                int length = format.keyLength(bytes, row(i));
                shortest = Math.min(shortest, length);
                longest = Math.max(longest, length);
                equal = Math.min(shortest, equal);
                if (equal > range.depth()) {
                    equal = range.depth() + equalBytes(firstBytes, firstRow, bytes, row(i), range.depth(), equal);
                }
            }
            if (equal == longest) {
                return;
            }
            int depth = Math.max(range.depth(), equal);
            if (depth >= longest) { // they differ in the number of zeros at the end
                sortBy(range, i -> format.keyLength(block(i), row(i)));
            } else {
                sortBy(range, i -> window(block(i), row(i), depth));
                pushTies(range, depth + Long.BYTES);
            }
        }

        private void sortBy(Range range, IntToLongFunction key) {
            for (int i = range.from(); i < range.to(); i++) {
                window[i] = key.applyAsLong(i);
            }
            sorter.sort(Column.of(window).unsigned().range(range.from(), range.to()),
                    Column.of(locations).range(range.from(), range.to()), true);
        }

        private void pushTies(Range range, int depth) {
            int from = range.from();
            for (int i = from + 1; i <= range.to(); i++) {
                if (i == range.to() || window[i] != window[from]) {
                    if (i - from > 1) {
                        open.push(new Range(from, i, depth));
                    }
                    from = i;
                }
            }
        }

        private byte[] block(int i) {
            return blocks[(int) (locations[i] >>> 32)];
        }

        private int row(int i) {
            return (int) locations[i];
        }

        /** Returns how many bytes of two keys are equal, from depth to end. */
        private int equalBytes(byte[] a, int rowOfA, byte[] b, int rowOfB, int depth, int end) {
            int fromA = format.keyFrom(a, rowOfA);
            int fromB = format.keyFrom(b, rowOfB);
            int mismatch = Arrays.mismatch(a, fromA + depth, fromA + end, b, fromB + depth, fromB + end);
            return mismatch < 0 ? end - depth : mismatch;
        }

        /** Returns eight bytes of a key, the first as the most significant. */
        private long window(byte[] bytes, int row, int depth) {
            int from = format.keyFrom(bytes, row);
            int end = from + format.keyLength(bytes, row);
            from += depth;
            if (end - from >= Long.BYTES) {
                return Long.reverseBytes((long) Block.LONGS.get(bytes, from));
            }
            long window = 0;
            for (int i = 0; i < Long.BYTES; i++) {
                window = window << 8 | (from + i < end ? bytes[from + i] & 0xFF : 0);
            }
            return window;
        }
    }
}
