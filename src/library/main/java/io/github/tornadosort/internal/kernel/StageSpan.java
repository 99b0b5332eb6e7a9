package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** How a stage's elements are divided among its work-groups. The device divides them, since it knows their number. */
public final class StageSpan {
    /** Work-items in a row of a scan: each group has a multiple of this, and at most its square. */
    public static final int ROW = 16;

    private StageSpan() {}

    /**
     * {@return the number of elements}
     *
     * @param length its first element is the number if {@code at} is negative; otherwise not accessed
     * @param p has the number otherwise
     */
    static int length(IntArray length, IntArray p, int at, int capacity) {
        int n = at < 0 ? length.get(0) : p.get(at);
        return Math.max(0, Math.min(n, capacity));
    }

    /** {@return the index of a group's first element} Groups get whole tiles, and all but the last ones as many. */
    static int begin(int n, int group, int tileSize, int groups) {
        int tiles = (n + tileSize - 1) / tileSize;
        int tilesOfGroup = (tiles + groups - 1) / groups;
        return Math.min(n, Math.min(group * tilesOfGroup, tiles) * tileSize);
    }
}
