package io.github.tornadosort.internal.host.keys;

import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.threads.Crew;
import io.github.tornadosort.internal.threads.ParallelRanges;

/**
 * The NaNs of floating-point keys in their original order. The sort orders them by their bits, as words like others. Since all NaNs are
 * equal, and every sort is stable, they are stored again after it.
 */
public final class NaNs${W} {
    private final Words${W} keys;
    private final ${key}[] words;

    private NaNs${W}(Words${W} keys, ${key}[] words) {
        this.keys = keys;
        this.words = words;
    }

    /** Finds the NaNs, in one pass over the keys; null if there is none. */
    public static NaNs${W} find(Words${W} keys, Crew crew) {
        if (!keys.areFloatingPoint()) {
            return null;
        }
        int tiles = Math.ceilDiv(keys.size(), HostPolicy.TILE);
        int parts = Math.clamp(keys.size() / HostPolicy.SLICE, 1, HostPolicy.TASKS_PER_THREAD * crew.threads());
        int[] end = new int[tiles];
        crew.loop(parts, (part, thread) -> {
            for (int tile = start(tiles, parts, part); tile < start(tiles, parts, part + 1); tile++) {
                end[tile] = keys.countNaNs(tile * HostPolicy.TILE, end(keys, tile));
            }
        });
        for (int tile = 1; tile < tiles; tile++) {
            end[tile] += end[tile - 1];
        }
        if (end[tiles - 1] == 0) {
            return null;
        }
        ${key}[] words = HostMemory.${key}s(end[tiles - 1]);
        crew.loop(parts, (part, thread) -> {
            for (int tile = start(tiles, parts, part); tile < start(tiles, parts, part + 1); tile++) {
                int at = tile == 0 ? 0 : end[tile - 1];
                for (int i = tile * HostPolicy.TILE; at < end[tile]; i++) {
                    if (keys.isNaN(i)) {
                        words[at++] = keys.at(i);
                    }
                }
            }
        });
        return new NaNs${W}(keys, words);
    }

    private static int end(Words${W} keys, int tile) {
        return (int) Math.min(keys.size(), (tile + 1L) * HostPolicy.TILE);
    }

    /** Stores the NaNs where the sort has put all of them. */
    public void restore() {
        keys.store(words, 0, keys.areNaNsFirst() ? 0 : keys.size() - words.length, words.length);
    }

    private static int start(int tiles, int parts, int part) {
        return (int) ParallelRanges.start(tiles, parts, part);
    }
}
