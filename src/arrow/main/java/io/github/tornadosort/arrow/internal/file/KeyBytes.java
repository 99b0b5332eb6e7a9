package io.github.tornadosort.arrow.internal.file;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.arrow.internal.ArrowArray;
import io.github.tornadosort.files.internal.io.KeyBits;
import io.github.tornadosort.files.internal.io.RowBytes;
import io.github.tornadosort.files.internal.table.EncodedKeys;
import io.github.tornadosort.files.internal.table.TableKey;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * Encodes the keys of rows as byte strings whose order is that of the rows, so that runs on disk are merged without their
 * columns.
 * {@link EncodedKeys} describes their format.
 *
 * @param keys the keys that belong to the columns, the primary one first
 * @param columns the index of the column of each key
 * @param nullsFirst whether nulls come first
 */
record KeyBytes(List<TableKey> keys, int[] columns, boolean nullsFirst) {
    /** Bytes that a sort needs per row in addition to the keys: an offset, two longs to sort, an index, and a row
     * with its offset. */
    static final int BYTES_PER_ROW = Long.BYTES + 2 * Long.BYTES + Integer.BYTES + 2 * Long.BYTES;

    /** Most bytes of a key in addition to those of its value, unless bytes are escaped. */
    private static final int EXTRA = 2;
    /** Rows whose keys are encoded by one thread at a time. */
    private static final int RANGE = 1 << 14;

    /** Rows of a record batch. */
    private record Range(Batch batch, int from, int to) {}

    /** Returns about the number of bytes that a sort of a record batch needs in addition to its columns. */
    long need(ArrowTable table, int batch) {
        return table.bytes(batch, columns) + table.rows(batch) * (BYTES_PER_ROW + (long) EXTRA * columns.length);
    }

    /**
     * Encodes the keys of all rows.
     *
     * @param memory allocates memory that all threads can access
     * @throws IllegalArgumentException if a column is damaged
     */
    RowBytes encode(List<Batch> batches, SegmentAllocator memory) {
        List<Range> ranges = new ArrayList<>();
        for (Batch batch : batches) {
            for (int from = 0; from < batch.rows(); from += RANGE) {
                ranges.add(new Range(batch, from, Math.min(batch.rows(), from + RANGE)));
            }
        }
        long[] rowsBefore = new long[ranges.size() + 1];
        long[] bytesBefore = new long[ranges.size() + 1];
        ParallelRanges.each(ranges.size(), i -> bytesBefore[i + 1] = length(ranges.get(i)));
        for (int i = 0; i < ranges.size(); i++) {
            rowsBefore[i + 1] = rowsBefore[i] + ranges.get(i).to - ranges.get(i).from;
            bytesBefore[i + 1] += bytesBefore[i];
        }
        long rows = rowsBefore[ranges.size()];
        long bytes = bytesBefore[ranges.size()] + RowBytes.SLACK;
        KeyType type = RowBytes.offsetType(bytes);
        RowBytes encoded = new RowBytes(
                memory.allocate(bytes, Long.BYTES),
                new Column(memory.allocate((rows + 1) * type.bytes(), Long.BYTES), type));
        encoded.setOffset(0, 0);
        ParallelRanges.each(
                ranges.size(), i -> encode(ranges.get(i), encoded, rowsBefore[i], bytesBefore[i], bytesBefore[i + 1]));
        return encoded;
    }

    private ArrowArray column(Batch batch, int key) {
        return batch.columns().get(columns[key]);
    }

    private long length(Range range) {
        long length = 0;
        for (int key = 0; key < columns.length; key++) {
            ArrowArray column = column(range.batch, key);
            for (int row = range.from; row < range.to; row++) {
                length += 1 + (column.isNull(row) ? 0 : length(column, row, isEnded(key)));
            }
        }
        return length;
    }

    private static long length(ArrowArray column, int row, boolean ended) {
        return switch (column.layout().order()) {
            case NUMBER, DECIMAL -> column.layout().width();
            case HALF -> Float.BYTES;
            case BIT -> 1;
            default -> length(column.bytes(row), ended);
        };
    }

    private static long length(MemorySegment value, boolean ended) {
        long length = value.byteSize();
        if (ended) {
            for (long i = 0; i < value.byteSize(); i++) {
                length += EncodedKeys.isEscaped(value.get(ValueLayout.JAVA_BYTE, i)) ? 1 : 0;
            }
            length++;
        }
        return length;
    }

    /** Returns whether something follows the bytes of a key, or its order needs an end. */
    private boolean isEnded(int key) {
        return key + 1 < columns.length || keys.get(key).descending();
    }

    private void encode(Range range, RowBytes encoded, long row, long start, long end) {
        // What is written together ends with the range: the next one may have been encoded.
        MemorySegment target = encoded.buffer().asSlice(0, end);
        long at = start;
        for (int i = range.from; i < range.to; i++) {
            for (int key = 0; key < columns.length; key++) {
                at = encode(column(range.batch, key), i, key, target, at);
            }
            encoded.setOffset(row + i - range.from + 1, at);
        }
    }

    /** Encodes a key, and returns its end. */
    private long encode(ArrowArray column, int row, int key, MemorySegment target, long at) {
        if (column.isNull(row)) {
            target.set(ValueLayout.JAVA_BYTE, at, nullsFirst ? EncodedKeys.NULL_FIRST : EncodedKeys.NULL_LAST);
            return at + 1;
        }
        target.set(ValueLayout.JAVA_BYTE, at, EncodedKeys.VALUE);
        long flip = keys.get(key).descending() ? -1 : 0;
        MemorySegment values = column.buffers().get(1);
        return switch (column.layout().order()) {
            case NUMBER -> {
                KeyType type = column.layout().keyType();
                long ordered = KeyBits.ordered(type, KeyBits.get(values, type, row));
                yield EncodedKeys.number(ordered ^ flip, type.bytes(), target, at + 1);
            }
            case HALF -> {
                float value = Float.float16ToFloat(values.get(ValueLayout.JAVA_SHORT_UNALIGNED, 2L * row));
                long bits = Integer.toUnsignedLong(Float.floatToRawIntBits(value));
                yield EncodedKeys.number(KeyBits.ordered(KeyType.FLOAT32, bits) ^ flip, Float.BYTES, target, at + 1);
            }
            case BIT -> EncodedKeys.number((column.bit(row) ? 1 : 0) ^ flip, 1, target, at + 1);
            case DECIMAL -> decimal(values, column.layout().width(), row, flip, target, at + 1);
            default -> {
                MemorySegment value = column.bytes(row);
                yield EncodedKeys.bytes(value, 0, value.byteSize(), isEnded(key), (byte) flip, target, at + 1);
            }
        };
    }

    private static long decimal(MemorySegment values, int width, int row, long flip, MemorySegment target, long at) {
        for (int i = 0; i < width; i += Long.BYTES) {
            long word = values.get(ValueLayout.JAVA_LONG_UNALIGNED, (row + 1L) * width - Long.BYTES - i);
            // Only the most significant word has a sign.
            EncodedKeys.number((i == 0 ? word ^ Long.MIN_VALUE : word) ^ flip, Long.BYTES, target, at + i);
        }
        return at + width;
    }
}
