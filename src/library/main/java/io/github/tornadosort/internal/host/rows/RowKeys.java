package io.github.tornadosort.internal.host.rows;

import io.github.tornadosort.SortKey;
import io.github.tornadosort.internal.order.OrderedKeys;
import io.github.tornadosort.internal.order.OrderedKeys.Reader;
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
        List<List<Piece>> levels = new ArrayList<>();
        int free = 0;
        for (SortKey key : keys.reversed()) {
            OrderedKeys ordered = new OrderedKeys(key.keys(), key.options());
            HostSurvey survey = HostSurvey.of(ordered, key.keys().segment());
            // The lowest bits in which all keys are equal are left out.
            int shift = Long.numberOfTrailingZeros(survey.varying());
            int bits = Long.SIZE - Long.numberOfLeadingZeros(survey.largest() - survey.smallest() >>> shift);
            for (int left = survey.varying() == 0 ? 0 : bits; left > 0;) {
                if (free == 0) {
                    levels.add(new ArrayList<>());
                    free = levelBits;
                }
                int taken = Math.min(left, free);
                left -= taken;
                free -= taken;
                levels.getLast().add(new Piece(ordered, survey.smallest(), shift + left, (1L << taken) - 1, free));
            }
        }
        return new RowKeys(keys.stream().map(key -> key.keys().segment()).toArray(MemorySegment[]::new), levels);
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
     * Returns a reader of the first level, for use by one thread.
     *
     * @param tile the maximum number of rows per read
     */
    LevelReader reader(int tile) {
        return new LevelReader(tile);
    }

    /** Reads the first level of rows a tile at a time. */
    final class LevelReader {
        private final List<Piece> pieces = levels.getFirst();
        private final List<Reader> readers;
        private final long[] tile;

        private LevelReader(int tile) {
            this.readers = pieces.stream().map(piece -> piece.keys.reader(tile)).toList();
            this.tile = new long[tile];
        }

        /** Writes the bits of n rows, at most a tile, from row {@code first} on. */
        void read(int first, int n, long[] to, int at) {
            for (int p = 0; p < pieces.size(); p++) {
                readers.get(p).read(first, n, tile);
                Piece piece = pieces.get(p);
                long kept = p == 0 ? 0 : -1;
                for (int i = 0; i < n; i++) {
                    to[at + i] = to[at + i] & kept | piece.of(tile[i]);
                }
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
