package io.github.tornadosort.internal.host.keys;

import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.threads.Crew;
import io.github.tornadosort.internal.threads.ParallelRanges;

/**
 * The NaNs of floating-point keys in their original order. The sort orders them by their bits, as words like others. Since all NaNs are
 * equal, and every sort is stable, they are stored again after it.
 */
public final class NaNs${W} {
    /** Keys in a part, as a power of two. */
    private static final int PART_LOG = 16;

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
        int n = keys.size();
        int parts = Math.clamp(n >> PART_LOG, 1, Work${W}.TASKS_PER_THREAD * crew.threads());
        int[] end = new int[parts];
        crew.loop(parts, (part, thread) -> end[part] = keys.countNaNs(start(n, parts, part), start(n, parts, part + 1)));
        for (int part = 1; part < parts; part++) {
            end[part] += end[part - 1];
        }
        if (end[parts - 1] == 0) {
            return null;
        }
        ${key}[] words = HostMemory.${key}s(end[parts - 1]);
        crew.loop(parts, (part, thread) -> {
            int at = part == 0 ? 0 : end[part - 1];
            for (int i = start(n, parts, part); at < end[part]; i++) {
                if (keys.isNaN(i)) {
                    words[at++] = keys.at(i);
                }
            }
        });
        return new NaNs${W}(keys, words);
    }

    /** Stores the NaNs where the sort has put all of them. */
    public void restore() {
        keys.store(words, 0, keys.areNaNsFirst() ? 0 : keys.size() - words.length, words.length);
    }

    private static int start(int n, int parts, int part) {
        return (int) ParallelRanges.start(n, parts, part);
    }
}
