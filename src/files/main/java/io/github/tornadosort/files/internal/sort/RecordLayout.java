package io.github.tornadosort.files.internal.sort;

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
}
