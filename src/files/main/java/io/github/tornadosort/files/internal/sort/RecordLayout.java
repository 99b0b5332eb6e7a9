package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.files.internal.io.RowBytes;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * The width of records and the positions of their keys, in bytes.
 *
 * @param width bytes per record
 * @param keys the keys, the primary key first
 */
public record RecordLayout(int width, List<Key> keys) {
    /**
     * Bytes of a record that are compared.
     *
     * @param offset offset of the key in the record
     * @param length bytes of the key
     */
    public record Key(int offset, int length) {}

    /** Compares the keys of record i of {@code a} with those of record j of {@code b}. */
    int compare(MemorySegment a, long i, MemorySegment b, long j, boolean descending) {
        for (Key key : keys) {
            long left = i * width + key.offset;
            long right = j * width + key.offset;
            int comparison = RowBytes.compare(a, left, left + key.length, b, right, right + key.length);
            if (comparison != 0) {
                return descending ? -comparison : comparison;
            }
        }
        return 0;
    }
}
