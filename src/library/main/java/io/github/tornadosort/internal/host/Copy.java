package io.github.tornadosort.internal.host;

import java.lang.foreign.MemorySegment;

/** Copies on all cores: one core alone does not use up the memory's bandwidth. */
public final class Copy {
    private Copy() {}

    /** Copies all of {@code from} to the start of {@code to}; they do not overlap. */
    public static void bytes(MemorySegment from, MemorySegment to) {
        loop(from, to).run();
    }

    /** A loop that does this when it runs. */
    public static Loop loop(MemorySegment from, MemorySegment to) {
        return ParallelRanges.loop(
                from.byteSize(), (begin, end) -> MemorySegment.copy(from, begin, to, begin, end - begin), from, to);
    }
}
