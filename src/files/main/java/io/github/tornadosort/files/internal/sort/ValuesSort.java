package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.Column;
import io.github.tornadosort.Diagnostics;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.ProgressListener.Step;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.internal.host.rows.Gather;
import io.github.tornadosort.internal.memory.NativeMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/**
 * Sorts keys in memory together with something else: values of any width, or their indices.
 *
 * @param name of the keys in messages
 */
public record ValuesSort(Path name, KeyType type, Order sortOrder, Sorter sorter, ProgressListener progress) {
    /** Receives keys and values in sorted order. */
    public interface Output {
        void write(Column keys, MemorySegment values) throws FileSortException;
    }

    /**
     * Sorts keys and their values.
     *
     * @param valuesName of the values in messages
     * @param values the bytes of the values
     */
    public SortStats sort(KeyReader keys, Path valuesName, KeyReader values, Output output) throws FileSortException {
        int width = width(valuesName, values.count(), keys.count());
        if (integerType(width) == null) {
            requireIndices(keys.count());
        }
        SystemMemory.require(
                name, "sorting its " + keys.count() + " keys and their values", bytes(keys.count(), width));
        try (Arena arena = Arena.ofShared()) {
            Column read = WholeFile.readKeys(keys, type, arena, progress);
            MemorySegment moved = WholeFile.read(values, 1, arena, progress);
            KeyType direct = integerType(width);
            SortStats stats;
            try (Step _ = progress.begin("sort", ProgressListener.UNKNOWN)) {
                if (direct != null) {
                    stats = sorter.sort(read, sortOrder, new Column(moved, direct));
                } else {
                    MemorySegment indices = indices(read.size(), arena);
                    stats = sorter.sort(read, sortOrder, new Column(indices, KeyType.INT32));
                    MemorySegment ordered = NativeMemory.allocate(arena, moved.byteSize());
                    Gather.rows(moved, indices, ordered, width);
                    moved = ordered;
                }
            }
            output.write(read, moved);
            return stats;
        }
    }

    private static MemorySegment indices(long n, Arena arena) {
        MemorySegment indices = arena.allocate(Integer.BYTES * n, Long.BYTES);
        for (int i = 0; i < n; i++) {
            indices.setAtIndex(ValueLayout.JAVA_INT, i, i);
        }
        return indices;
    }

    /** Returns the indices that would sort keys. */
    public int[] argsort(KeyReader keys) throws FileSortException {
        long n = keys.count();
        requireIndices(n);
        long scratch = Diagnostics.of(sorter).hostBytes(n, type, KeyType.INT32);
        SystemMemory.require(
                name, "computing the order of its " + n + " keys", n * (type.bytes() + 2 * Integer.BYTES) + scratch);
        try (Arena arena = Arena.ofShared()) {
            Column read = WholeFile.readKeys(keys, type, arena, progress);
            try (Step _ = progress.begin("sort", ProgressListener.UNKNOWN)) {
                return sorter.argsort(read, sortOrder);
            }
        }
    }

    /** Checks that every key has an int index. */
    private void requireIndices(long keys) throws FileSortException {
        if (keys > Integer.MAX_VALUE) {
            throw new FileSortException(name, "expected at most " + Integer.MAX_VALUE
                    + " keys, the limit of int32 indices, found " + keys);
        }
    }

    private int width(Path values, long bytes, long keys) throws FileSortException {
        long width = keys == 0 ? 1 : bytes / keys;
        if (width * keys != bytes || width < 1 || width > Integer.MAX_VALUE) {
            throw new FileSortException(values, "expected the same number of bytes, at least one, for each of the " + keys
                    + " keys of " + name + ", found " + bytes + " bytes");
        }
        return (int) width;
    }

    /** Returns the bytes that n keys, their values and the sort need. */
    long bytes(long n, int width) {
        KeyType direct = integerType(width);
        long gather = direct == null ? n * (Integer.BYTES + width) : 0;
        long scratch = Diagnostics.of(sorter).hostBytes(n, type, direct == null ? KeyType.INT32 : direct);
        return n * (type.bytes() + width) + gather + scratch;
    }

    /** Returns the integer type of this width, whose values the sorter moves with the keys, or null if there is none. */
    private static KeyType integerType(int width) {
        return switch (width) {
            case 1 -> KeyType.UINT8;
            case 2 -> KeyType.UINT16;
            case 4 -> KeyType.UINT32;
            case 8 -> KeyType.UINT64;
            default -> null;
        };
    }
}
