package io.github.tornadosort.cli;

/**
 * The width of records and the position of their keys, in bytes.
 *
 * @param width bytes per record
 * @param keyOffset offset of the key in the record
 * @param keyLength bytes per key
 */
record RecordLayout(int width, int keyOffset, int keyLength) {}
