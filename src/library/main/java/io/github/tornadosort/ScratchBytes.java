package io.github.tornadosort;

/**
 * Memory that a call works in, beside the caller's own.
 *
 * @param device bytes of buffers on the device
 * @param host bytes on the host: its side of the device's buffers, which on the JVM backend is the same memory, and what
 *     chunks and wide values are put in order in; 64-bit keys in clusters may take up to 20 bytes each besides, for a moment
 */
public record ScratchBytes(long device, long host) {}
