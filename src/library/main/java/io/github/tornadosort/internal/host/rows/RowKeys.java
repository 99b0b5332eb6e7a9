package io.github.tornadosort.internal.host.rows;

import io.github.tornadosort.SortKey;
import io.github.tornadosort.internal.order.OrderedKeys;
import io.github.tornadosort.internal.threads.Crew;
import io.github.tornadosort.internal.threads.Loop;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * The keys of rows that are sorted by several columns. The bits of all keys of a row are one number: the bits in which keys of the
 * primary column differ come first, then those of the next column, and so on. The number is divided into levels of equally many bits,
 * so that a level fits in a long next to the index of the row. Most rows differ in the first level.
 */
final class RowKeys {
    private final MemorySegment[] memory;
    private final List<List<Piece>> levels;

    private RowKeys(MemorySegment[] memory, List<List<Piece>> levels) {
        this.memory = memory;
        this.levels = levels;
    }

    /**
     * Reads all keys once to find the bits in which they differ.
     *
     * @param keys at least one, all of the same size; the last one is the primary key
     * @param levelBits bits per level, less than 64
     */
    static RowKeys of(List<SortKey> keys, int levelBits) {
        MemorySegment[] memory = keys.stream().map(key -> key.keys().segment()).toArray(MemorySegment[]::new);
        List<List<Piece>> levels = new ArrayList<>();
        int free = 0;
        try (Crew crew = new Crew(Loop.threads(memory))) {
            for (SortKey key : keys.reversed()) {
                OrderedKeys ordered = new OrderedKeys(key.keys(), key.options());
                KeyRange range = KeyRange.of(ordered, crew);
                // The lowest bits in which all keys are equal are left out.
                int shift = Long.numberOfTrailingZeros(range.varying());
                int bits = Long.SIZE - Long.numberOfLeadingZeros(range.largest() - range.smallest() >>> shift);
                for (int left = range.varying() == 0 ? 0 : bits; left > 0;) {
                    if (free == 0) {
                        levels.add(new ArrayList<>());
                        free = levelBits;
                    }
                    int taken = Math.min(left, free);
                    left -= taken;
                    free -= taken;
                    levels.getLast().add(new Piece(ordered, range.smallest(), shift + left, (1L << taken) - 1, free));
                }
            }
        }
        return new RowKeys(memory, levels);
    }

    /** Returns the memory of all keys. */
    MemorySegment[] memory() {
        return memory;
    }

    /** Returns the number of levels; 0 if all rows have equal keys. */
    int levels() {
        return levels.size();
    }

    /** Returns the bits of a level of one row. */
    long at(int index, int level) {
        long bits = 0;
        for (Piece piece : levels.get(level)) {
            bits |= piece.of(piece.keys.at(index));
        }
        return bits;
    }

    /**
     * Writes the bits of the first level of n rows, from row {@code first} on. There must be a level.
     *
     * @param tile overwritten: n longs
     * @param ints overwritten: n ints
     */
    void readFirstLevel(int first, int n, long[] to, int at, long[] tile, int[] ints) {
        List<Piece> pieces = levels.getFirst();
        for (int p = 0; p < pieces.size(); p++) {
            Piece piece = pieces.get(p);
            piece.keys.read(first, n, tile, 0, ints);
            long kept = p == 0 ? 0 : -1;
            for (int i = 0; i < n; i++) {
                to[at + i] = to[at + i] & kept | piece.of(tile[i]);
            }
        }
    }

    /**
     * Adjacent bits of the keys of one column, which are a part of a level.
     *
     * @param smallest the smallest key, which is subtracted from each
     * @param down the number of bits below
     * @param mask as many ones as there are bits
     * @param up index of the lowest bit in the level
     */
    private record Piece(OrderedKeys keys, long smallest, int down, long mask, int up) {
        private long of(long key) {
            return (key - smallest >>> down & mask) << up;
        }
    }
}
