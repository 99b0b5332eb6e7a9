package io.github.tornadosort.internal.host.select;

import io.github.tornadosort.internal.order.OrderedKeys;
import io.github.tornadosort.internal.host.keys.HostKeys;
import io.github.tornadosort.Column;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.threads.ParallelRanges;

/** Runs of equal keys of <#if W == 32>at most </#if>${W} bits. */
final class EqualRuns${W} implements HostRuns.SortedWords {
    private final Column keys;
    private final SortOptions options;
    private final OrderedKeys ordered;
    private final HostBuffers buffers;
    private final int n;
    private final ${key}[] words;

    EqualRuns${W}(Column keys, SortOptions options, HostBuffers buffers) {
        this.keys = keys;
        this.options = options;
        this.ordered = new OrderedKeys(keys, options);
        this.buffers = buffers;
        this.n = (int) keys.size();
        this.words = buffers.${key}s(n);
    }

    @Override
    public void sort() {
        ParallelRanges.ranges(n, (first, end) -> ordered.read(first, (int) (end - first), words, (int) first),
                keys.segment());
        HostKeys.sort(Column.of(words).range(0, n), false, buffers);
    }

    @Override
    public int startFrom(int index) {
        if (index == 0 || index == n) {
            return index;
        }
        ${key} word = words[index - 1];
        int low = index;
        int high = n;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (words[middle] == word) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    @Override
    public int count(int first, int end) {
        int count = first < end ? 1 : 0;
        for (int i = first + 1; i < end; i++) {
            count += words[i] != words[i - 1] ? 1 : 0;
        }
        return count;
    }

    @Override
    public void compact(int first, int end, int[] counts, int at) {
        if (first == end) {
            return;
        }
        ${key} word = words[first];
        int run = 0;
        int count = 0;
        for (int i = first; i < end; i++) {
            // Without a branch, since the lengths of runs cannot be predicted.
            ${key} difference = words[i] ^ word;
            int starts = ${toInt}((difference | -difference) >>> ${Key}.SIZE - 1);
            word = words[i];
            run += starts;
            count = (count & starts - 1) + 1;
            words[first + run] = word;
            counts[at + run] = count;
        }
    }

    @Override
    public void write(int at, int length, Column to, long first) {
        new OrderedKeys(to, options).write(words, at, length, first);
    }

    @Override
    public void release() {
        buffers.release(words);
    }
}
