package io.github.tornadosort.internal.host;

import java.lang.foreign.MemorySegment;

/** Copies memory on all cores, since one core cannot use the full memory bandwidth. */
public final class Copy {
    private Copy() {}

    /** Copies all of {@code from} to the start of {@code to}. The segments must not overlap. */
    public static void bytes(MemorySegment from, MemorySegment to) {
        loop(from, to).run();
    }

    /** Returns a loop that copies all of {@code from} to the start of {@code to} when it runs. */
    public static Loop loop(MemorySegment from, MemorySegment to) {
        return ParallelRanges.loop(
                from.byteSize(), (begin, end) -> MemorySegment.copy(from, begin, to, begin, end - begin), from, to);
    }
}
