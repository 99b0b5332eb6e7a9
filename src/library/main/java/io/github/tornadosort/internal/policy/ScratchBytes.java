package io.github.tornadosort.internal.policy;

/**
 * The memory that a call needs in addition to the caller's own.
 *
 * @param device bytes of buffers on the device
 * @param host bytes on the host: the host's side of the device's buffers, and room for chunks and wide values
 */
public record ScratchBytes(long device, long host) {}
