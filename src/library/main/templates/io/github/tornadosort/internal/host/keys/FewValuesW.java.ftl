package io.github.tornadosort.internal.host.keys;

import io.github.tornadosort.Column;
import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.util.Arrays;

/**
 * Sorts keys half of which, or more, have few values. All threads count the values and copy the other keys. These are sorted, and written
 * with the values between them. The caller's keys are overwritten when all memory is allocated.
 */
final class FewValues${W} {
    private final Work${W} work;
    private final int n;
    private final Values${W} values;
    private final int parts;
    /** For each value, the number of keys with a smaller one. */
    private final int[] taken;
    /** For each value, the number of keys that are less. */
    private final int[] starts;
    /** The keys of other values. */
    private ${key}[] others;

    /** Allocates all memory but that to sort the other keys. */
    FewValues${W}(Work${W} work, Values${W} values) {
        this.work = work;
        this.n = work.keys.size();
        this.values = values;
        this.parts = work.parts(n, 1);
        this.taken = new int[values.size() + 1];
        this.starts = new int[values.size() + 1];
        work.allocateCopy(n);
        work.allocateLocal(HostPolicy.FEW); // so much memory that it is kept
    }

    void sort() {
        int left = takeValues();
        for (int thread = 0; thread < work.crew.threads(); thread++) {
            for (int v = 0; v < values.size(); v++) {
                taken[v + 1] += values.count(v, work.local(thread).counters());
            }
        }
        sortOthers(left);
        for (int v = 0; v < values.size(); v++) {
            taken[v + 1] += taken[v];
            starts[v] = taken[v] - 1 - Arrays.binarySearch(others, 0, left, values.value(v));
        }
        starts[values.size()] = n;
        try {
            work.crew.loop(parts, (part, thread) -> write(start(part), start(part + 1), work.local(thread).tile));
        } catch (Throwable e) {
            if (!work.keys.areOverwritten()) {
                throw e;
            }
            Loop.repeat(() -> write(0, n, work.local(0).tile));
        }
        work.buffers.release(others);
    }

    /** Counts the values, and copies the other keys; returns their number. */
    private int takeValues() {
        for (int thread = 0; thread < work.crew.threads(); thread++) {
            Arrays.fill(work.local(thread).counters(), 0, Values${W}.SLOTS, 0);
        }
        int[] found = new int[parts];
        work.crew.loop(parts, (part, thread) -> {
            LocalSort${W} local = work.local(thread);
            int begin = start(part);
            int end = start(part + 1);
            int next = begin;
            for (int at = begin; at < end; at += HostPolicy.TILE) {
                int m = Math.min(HostPolicy.TILE, end - at);
                work.keys.load(at, local.tile, 0, m);
                next += values.take(local.tile, 0, m, local.counters(), work.copy(), next);
            }
            found[part] = next - begin;
        });
        int[] first = new int[parts + 1];
        for (int part = 0; part < parts; part++) {
            first[part + 1] = first[part] + found[part];
        }
        others = work.buffers.${key}s(first[parts]);
        work.crew.loop(parts, (part, thread) -> System.arraycopy(work.copy(), start(part), others, first[part], found[part]));
        return first[parts];
    }

    private void sortOthers(int left) {
        if (KeySort${W}.threads(left, work.crew.threads()) > 1) {
            KeySort${W}.sort(new Words${W}(Column.of(others).range(0, left), false), work.crew, work.buffers, 1);
        } else {
            JdkSort.sort(others, 0, left);
        }
    }

    /** Writes the sorted keys from an index on, a tile at a time. */
    private void write(int from, int to, ${key}[] tile) {
        int v = 0;
        for (int at = from, end; at < to; at = end) {
            while (v < values.size() && starts[v] + taken[v + 1] - taken[v] <= at) {
                v++;
            }
            if (at >= starts[v]) {
                end = Math.min(to, starts[v] + taken[v + 1] - taken[v]);
                work.keys.fill(values.value(v), at, end, tile);
            } else {
                end = Math.min(Math.min(to, starts[v]), at + tile.length);
                System.arraycopy(others, at - taken[v], tile, 0, end - at);
                work.keys.store(tile, 0, at, end - at);
            }
        }
    }

    /** Returns where a part begins. */
    private int start(int part) {
        return (int) ParallelRanges.start(n, parts, part);
    }
}
