package io.github.tornadosort.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.unsafe.Platform;

/**
 * Moves the varying bits of words together, in their order: fewer digits sort what is left. Two columns of small numbers in a word have
 * constant bits between them, and characters of a text have some each.
 */
final class DenseBits {
    /** Constant bits that are worth a part of their own. */
    private static final int MIN_GAP = 3;

    /** Bits that stay next to each other. */
    private record Part(long mask, int shift) {}

    private final long[] masks;
    private final int[] shifts;
    private final long constant;

    private DenseBits(List<Part> parts, long constant) {
        this.masks = parts.stream().mapToLong(Part::mask).toArray();
        this.shifts = parts.stream().mapToInt(Part::shift).toArray();
        this.constant = constant;
    }

    /**
     * Returns how to move bits.
     *
     * @param word any of the words
     * @param varying bits in which words differ
     */
    static DenseBits of(long word, long varying) {
        List<Part> parts = new ArrayList<>();
        int to = 0;
        for (int from = next(varying, 0); from < Long.SIZE;) {
            int end = from + 1;
            int following = next(varying, end);
            while (following < Long.SIZE && following - end < MIN_GAP) {
                end = following + 1;
                following = next(varying, end);
            }
            parts.add(new Part(-1L >>> Long.SIZE - (end - from) << from, from - to));
            to += end - from;
            from = following;
        }
        long moved = parts.stream().mapToLong(Part::mask).reduce(0, (a, b) -> a | b);
        return new DenseBits(parts, word & ~moved);
    }

    /** Returns the index of the first set bit from one on, or 64. */
    private static int next(long bits, int from) {
        return from == Long.SIZE ? Long.SIZE : Long.numberOfTrailingZeros(bits >>> from << from);
    }

    /** Returns the number of constant bits between varying ones. */
    int gaps() {
        return masks.length == 0 ? 0 : shifts[shifts.length - 1] - shifts[0];
    }

    /** Packs the words of pairs. */
    void pack(Object base, long first, long end) {
        for (long at = first; at < end; at += PairSort.PAIR) {
            Platform.putLong(base, at, pack(Platform.getLong(base, at)));
        }
    }

    /** Unpacks the words of pairs. */
    void unpack(Object base, long first, long end) {
        for (long at = first; at < end; at += PairSort.PAIR) {
            Platform.putLong(base, at, unpack(Platform.getLong(base, at)));
        }
    }

    long pack(long word) {
        long packed = 0;
        for (int i = 0; i < masks.length; i++) {
            packed |= (word & masks[i]) >>> shifts[i];
        }
        return packed;
    }

    private long unpack(long packed) {
        long word = constant;
        for (int i = 0; i < masks.length; i++) {
            word |= packed << shifts[i] & masks[i];
        }
        return word;
    }
}
