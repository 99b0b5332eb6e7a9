package io.github.tornadosort.internal.host.keys;

import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.threads.Crew;
import io.github.tornadosort.internal.threads.Loop;
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
        int n = keys.size();
        int parts = Math.clamp(n / ParallelRanges.GRAIN, 1, Loop.PARTS_PER_THREAD * crew.threads());
        int[] starts = new int[parts + 1];
        crew.loop(parts, (part, thread) -> starts[part + 1] = keys.countNaNs(
                ParallelRanges.start(n, parts, part), ParallelRanges.start(n, parts, part + 1)));
        for (int part = 0; part < parts; part++) {
            starts[part + 1] += starts[part];
        }
        if (starts[parts] == 0) {
            return null;
        }
        ${key}[] words = HostMemory.${key}s(starts[parts]);
        crew.loop(parts, (part, thread) -> {
            int at = starts[part];
            for (int i = (int) ParallelRanges.start(n, parts, part); at < starts[part + 1]; i++) {
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
}
