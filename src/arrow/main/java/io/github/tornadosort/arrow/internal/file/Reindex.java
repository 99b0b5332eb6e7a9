package io.github.tornadosort.arrow.internal.file;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.arrow.internal.ArrowArray;
import io.github.tornadosort.files.internal.io.KeyBits;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flatbuf.Field;

/** Replaces the indices of a dictionary-encoded column by indices into another dictionary. */
final class Reindex {
    private final int[] indices;
    private final KeyType type;
    private final boolean needed;

    /**
     * @param indices for each value of the dictionary of the column, its index in the other one
     * @param field the field of the column
     * @param type the type of its indices
     * @throws IllegalArgumentException if an index is too large for the column, or the values of the dictionary are in order and
     *     those of the other one may be in another order
     */
    Reindex(int[] indices, Field field, KeyType type) {
        this.indices = indices;
        this.type = type;
        boolean same = true;
        int greatest = -1;
        for (int i = 0; i < indices.length; i++) {
            same &= indices[i] == i;
            greatest = Math.max(greatest, indices[i]);
        }
        this.needed = !same;
        if (needed && field.dictionary().isOrdered()) {
            throw new IllegalArgumentException("the dictionary of column '" + field.name()
                    + "' is in order, and it is not the beginning of that of the files before");
        }
        if (greatest > -1L >>> Long.SIZE - type.bits() + (type.isUnsigned() ? 0 : 1)) {
            throw new IllegalArgumentException("the dictionaries of column '" + field.name() + "' have more than "
                    + greatest + " values together, too many for its indices of type " + type.label());
        }
    }

    /** Returns a column with other indices. Those of the column were checked when it was read. */
    ArrowArray of(ArrowArray column, Arena arena) {
        if (!needed) {
            return column;
        }
        MemorySegment from = column.buffers().get(1);
        MemorySegment to = arena.allocate((long) column.length() * type.bytes(), Long.BYTES);
        ParallelRanges.ranges(column.length(), (begin, end) -> {
            for (long i = begin; i < end; i++) {
                if (!column.isNull(i)) {
                    KeyBits.set(to, type, i, indices[(int) KeyBits.get(from, type, i)]);
                }
            }
        });
        List<MemorySegment> buffers = new ArrayList<>(column.buffers());
        buffers.set(1, to);
        return new ArrowArray(column.layout(), column.length(), column.nulls(), buffers, List.of());
    }
}
