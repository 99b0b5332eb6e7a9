package io.github.tornadosort.internal.host.strings;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Strings;
import io.github.tornadosort.internal.host.rows.Gather;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.memory.Layouts;
import io.github.tornadosort.internal.threads.Copy;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/** Reorders strings by a permutation. */
public final class StringGather {
    /** Maximum number of bytes of all strings that are copied. */
    private static final long MAX_BYTES = (long) Long.BYTES * (Integer.MAX_VALUE - 8);

    private StringGather() {}

    /**
     * Returns copies of strings, in memory of the same kind.
     *
     * @param order the index of each string to copy
     * @throws IllegalArgumentException if they have too many bytes
     */
    public static Strings take(Strings strings, int[] order) {
        Strings taken = strings.array() != null
                ? Strings.of(take(strings.array(), order))
                : take(strings, new ByteStrings(strings), order);
        Strings ordered = strings.isUtf16() ? taken.utf16() : taken;
        return strings.areNullsFirst() ? ordered.nullsFirst() : ordered;
    }

    private static String[] take(String[] strings, int[] order) {
        String[] taken = HostMemory.array(order.length, Integer.BYTES, String[]::new);
        Gather.loop(strings, MemorySegment.ofArray(order), taken).run();
        return taken;
    }

    private static Strings take(Strings strings, ByteStrings source, int[] order) {
        int n = order.length;
        long[] offsets = HostMemory.longs(n + 1);
        ParallelRanges.ranges(n, (from, to) -> {
            for (int i = (int) from; i < to; i++) {
                offsets[i + 1] = source.offset(order[i] + 1L) - source.offset(order[i]);
            }
        }, source.accessed());
        for (int i = 0; i < n; i++) {
            offsets[i + 1] += offsets[i];
        }
        if (offsets[n] > MAX_BYTES) {
            throw new IllegalArgumentException(
                    "strings of " + offsets[n] + " bytes together; at most " + MAX_BYTES + " bytes are copied");
        }
        MemorySegment bytes = memory(offsets[n]);
        ParallelRanges.ranges(n, (from, to) -> {
            for (int i = (int) from; i < to; i++) {
                MemorySegment.copy(
                        strings.bytes(), source.offset(order[i]), bytes, offsets[i], offsets[i + 1] - offsets[i]);
            }
        }, source.accessed());
        boolean wide = strings.offsets().type() == KeyType.INT64 || offsets[n] > Integer.MAX_VALUE;
        Column ends = wide ? Column.of(offsets) : Column.of(narrow(offsets));
        return Strings.of(ends, bytes, strings.validity() == null ? null : validity(source, order));
    }

    private static MemorySegment memory(long bytes) {
        return MemorySegment.ofArray(HostMemory.longs((int) Math.ceilDiv(bytes, Long.BYTES))).asSlice(0, bytes);
    }

    private static int[] narrow(long[] offsets) {
        int[] ints = HostMemory.ints(offsets.length);
        for (int i = 0; i < ints.length; i++) {
            ints[i] = (int) offsets[i];
        }
        return ints;
    }

    private static MemorySegment validity(ByteStrings source, int[] order) {
        MemorySegment validity = memory(Math.ceilDiv(order.length, Byte.SIZE));
        ParallelRanges.ranges(validity.byteSize(), (from, to) -> {
            for (long at = from; at < to; at++) {
                int bits = 0;
                int first = (int) at * Byte.SIZE;
                for (int i = first; i < Math.min(first + Byte.SIZE, order.length); i++) {
                    bits |= source.isNull(order[i]) ? 0 : 1 << i - first;
                }
                validity.set(ValueLayout.JAVA_BYTE, at, (byte) bits);
            }
        }, source.accessed());
        return validity;
    }

    /**
     * Returns loops that overwrite strings with reordered copies of them.
     *
     * @param from as many strings as {@code to} has, with the same total length
     */
    public static Loop[] storing(Strings from, Strings to) {
        if (to.array() != null) {
            return new Loop[] {Gather.copy(from.array(), to.array(), from.size())};
        }
        ByteStrings target = new ByteStrings(to);
        long base = target.offset(0);
        long bytes = from.bytes().byteSize();
        List<Loop> loops = new ArrayList<>();
        loops.add(Copy.loop(from.bytes(), to.bytes().asSlice(base, bytes)));
        loops.add(storingOffsets(from.offsets(), to.offsets(), base));
        if (to.validity() != null) {
            loops.add(storingValidity(from.validity(), to.validity(), to.size()));
        }
        return loops.toArray(Loop[]::new);
    }

    private static Loop storingOffsets(Column from, Column to, long base) {
        return ParallelRanges.loop(from.size(), (first, end) -> {
            for (long i = first; i < end; i++) {
                if (to.type() == KeyType.INT32) {
                    to.segment().set(Layouts.INT, Integer.BYTES * i, (int) base
                            + from.segment().get(Layouts.INT, Integer.BYTES * i));
                } else {
                    to.segment().set(Layouts.LONG, Long.BYTES * i, base
                            + from.segment().get(Layouts.LONG, Long.BYTES * i));
                }
            }
        }, to.segment());
    }

    /** The bits after the last string stay as they are. */
    private static Loop storingValidity(MemorySegment from, MemorySegment to, int size) {
        return ParallelRanges.loop(from.byteSize(), (first, end) -> {
            for (long at = first; at < end; at++) {
                int bits = Math.min(Byte.SIZE, (int) (size - at * Byte.SIZE));
                int kept = to.get(ValueLayout.JAVA_BYTE, at) & -1 << bits;
                to.set(ValueLayout.JAVA_BYTE, at, (byte) (from.get(ValueLayout.JAVA_BYTE, at) | kept));
            }
        }, to);
    }
}
