package io.github.tornadosort.cli;

import java.util.List;

/**
 * The width of records and the positions of their keys, in bytes.
 *
 * @param width bytes per record
 * @param keys the keys, the primary key first
 */
record RecordLayout(int width, List<Key> keys) {
    /**
     * Bytes of a record that are compared.
     *
     * @param offset offset of the key in the record
     * @param length bytes of the key
     */
    record Key(int offset, int length) {}
}
