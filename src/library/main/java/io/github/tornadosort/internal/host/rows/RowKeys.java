package io.github.tornadosort.internal.host.rows;

import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.order.ColumnKey;
import io.github.tornadosort.internal.order.OrderedKeys;
import io.github.tornadosort.internal.threads.Crew;
import io.github.tornadosort.internal.threads.Loop;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The keys of rows that are sorted by several columns. The bits of all keys of a row are one number: the bits in which keys of the
 * primary column differ come first, then those of the next column, and so on. The number is divided into levels of equally many bits,
 * so that a level fits in a long next to the index of the row. Most rows differ in the first level.
 */
public final class RowKeys extends WordSource {
    private final int size;
    private final MemorySegment[] memory;
    private final Piece[][] levels;

    private RowKeys(int size, MemorySegment[] memory, Piece[][] levels) {
        this.size = size;
        this.memory = memory;
        this.levels = levels;
    }

    /**
     * Reads all keys once to find the bits in which they differ.
     *
     * @param keys at least one, all of the same size; the last one is the primary key
     */
    public static RowKeys of(List<ColumnKey> keys) {
        long n = keys.getFirst().keys().size();
        int levelBits = Long.SIZE - 1 - Math.max(1, Long.SIZE - Long.numberOfLeadingZeros(Math.max(n - 1, 0)));
        MemorySegment[] memory = keys.stream().map(key -> key.keys().segment()).toArray(MemorySegment[]::new);
        List<List<Piece>> levels = new ArrayList<>();
        int free = 0;
        try (Crew crew = new Crew(Loop.threads(memory))) {
            for (ColumnKey key : keys.reversed()) {
                OrderedKeys ordered = new OrderedKeys(key.keys(), key.order());
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
        return new RowKeys((int) n, memory,
                levels.stream().map(level -> level.toArray(Piece[]::new)).toArray(Piece[][]::new));
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public MemorySegment[] accessed() {
        return memory;
    }

    /** Returns the bits of a level of one row. */
    @Override
    public long word(int row, long level) {
        long bits = 0;
        if (levels.length > 0) {
            for (Piece piece : levels[(int) level]) {
                bits |= piece.of(piece.keys.at(row));
            }
        }
        return bits;
    }

    @Override
    public void words(int[] order, int from, int to, long level, long[] words) {
        Arrays.fill(words, from, to, 0);
        if (levels.length == 0) {
            return;
        }
        boolean areNeighbours = true;
        for (int i = from; i < to; i++) {
            areNeighbours &= order[i] - i == order[from] - from;
        }
        for (Piece piece : levels[(int) level]) {
            if (areNeighbours) {
                piece.addNeighbours(order[from], from, to, words);
            } else {
                piece.add(order, from, to, words);
            }
        }
    }

    @Override
    public long next(long word, long level) {
        return level + 1 < levels.length ? level + 1 : EQUAL;
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
        private void add(int[] order, int from, int to, long[] words) {
            for (int i = from; i < to; i++) {
                words[i] |= of(keys.at(order[i]));
            }
        }

        /** Reads neighbours, a tile at a time. */
        private void addNeighbours(int first, int from, int to, long[] words) {
            long[] tile = new long[Math.min(HostPolicy.TILE, to - from)];
            int[] ints = new int[tile.length];
            for (int at = from, n; (n = Math.min(tile.length, to - at)) > 0; at += n) {
                keys.read(first + at - from, n, tile, 0, ints);
                for (int i = 0; i < n; i++) {
                    words[at + i] |= of(tile[i]);
                }
            }
        }

        private long of(long key) {
            return (key - smallest >>> down & mask) << up;
        }
    }
}
