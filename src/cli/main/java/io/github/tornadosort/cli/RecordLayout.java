package io.github.tornadosort.cli;

/**
 * Where the key is in a record, in bytes.
 *
 * @param width of a record
 */
record RecordLayout(int width, int keyOffset, int keyLength) {}
