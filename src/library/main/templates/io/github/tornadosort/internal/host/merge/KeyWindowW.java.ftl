package io.github.tornadosort.internal.host.merge;

import io.github.tornadosort.Column;
import io.github.tornadosort.internal.host.keys.Merge${W};
import io.github.tornadosort.internal.host.keys.Words${W};
import io.github.tornadosort.internal.memory.HostMemory;
import java.util.List;

/** Merges ${W}-bit keys without values. */
final class KeyWindow${W} implements RunMerge.Window {
    private final List<Words${W}> runs;
    private final Words${W} merged;
    private final ${key}[] keys;
    private final ${key}[] spare;
    /** The end of each piece in the window. */
    private final int[] ends;
    private int pieces;
    private int n;

    /** @param size maximum number of keys in the window */
    KeyWindow${W}(List<Column> runs, boolean descending, Column merged, int size) {
        this.runs = runs.stream().map(run -> new Words${W}(run, descending)).toList();
        this.merged = new Words${W}(merged, descending);
        this.keys = HostMemory.${key}s(size);
        this.spare = HostMemory.${key}s(size);
        this.ends = HostMemory.ints(Math.min(runs.size(), size));
    }

    @Override
    public boolean load(int number, long first, int m) {
        Words${W} run = runs.get(number);
        run.load((int) first, keys, n, m);
        int descents = first > 0 && keys[n] < run.at((int) first - 1) ? 1 : 0;
        for (int i = n + 1; i < n + m; i++) {
            descents |= keys[i] < keys[i - 1] ? 1 : 0;
        }
        n += m;
        ends[pieces++] = n;
        return descents == 0;
    }

    @Override
    public void store(long at) {
        merged.store(Merge${W}.merge(keys, ends, pieces, spare), 0, (int) at, n);
        pieces = 0;
        n = 0;
    }
}
