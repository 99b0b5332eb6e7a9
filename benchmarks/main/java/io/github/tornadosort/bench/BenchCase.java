package io.github.tornadosort.bench;

import io.github.tornadosort.KeyType;

/**
 * What is measured: one operation on keys of one type, number and distribution.
 *
 * <p>Operations: {@code sort}; {@code pairs} and {@code pairs64}, keys with 32-bit and with 64-bit values; {@code argsort};
 * {@code records}, {@value #RECORD_BYTES} bytes each with a key of {@value #RECORD_KEY_BYTES} in front (type uint8);
 * {@code records-W}, W bytes each with a key of four in front, and {@code argsort-records-W}, the order of such alone;
 * {@code top-K}; {@code sort-file} and {@code sort-records-file}, by a program of its own.
 *
 * @param distribution as {@link io.github.tornadosort.cli.data.Distribution#of} takes it
 */
public record BenchCase(String operation, KeyType type, int n, String distribution) {
    /** Bytes of a record where the operation is on records, as gensort makes them. */
    public static final int RECORD_BYTES = 100;

    /** Bytes of a record's key, which is in front. */
    public static final int RECORD_KEY_BYTES = 10;

    /** Bytes of one of the n things that the operation is on: a key, or a record. */
    static int elementBytes(String operation, KeyType type) {
        return operation.contains("records") ? RecordShape.of(operation).bytes() : type.bytes();
    }

    @Override
    public String toString() {
        return operation + " " + type.label() + " " + Sizes.text(n) + " " + distribution;
    }
}
