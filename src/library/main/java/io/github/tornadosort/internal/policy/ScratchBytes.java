package io.github.tornadosort.internal.policy;

/**
 * The memory that a call needs in addition to the caller's own.
 *
 * @param device bytes of buffers on the device
 * @param host bytes on the host: the host's side of the device's buffers, which is the same memory on the JVM backend, and
 *     room for chunks and wide values. Keys of 64 bits that differ only in their low bits may need up to 20 bytes more per
 *     key for a short time.
 */
public record ScratchBytes(long device, long host) {}
