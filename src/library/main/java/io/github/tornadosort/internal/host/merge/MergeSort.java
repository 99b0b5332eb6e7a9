package io.github.tornadosort.internal.host.merge;

import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.util.Arrays;
import java.util.Comparator;

/**
 * Sorts objects by a comparator on all cores, and keeps the order of equal ones: pieces are sorted by the JDK, then merged two by two.
 * All threads merge in each round: each writes a part of the output, and finds its inputs by a binary search (Odeh, Green, Mwassi, Shmueli
 * and Birk 2012, "Merge Path").
 */
public final class MergeSort<T> {
    private final int n;
    private final int pieces;
    private final Comparator<? super T> order;

    private MergeSort(int n, Comparator<? super T> order) {
        this.n = n;
        // A power of two, at least twice the number of threads.
        this.pieces = 4 * Integer.highestOneBit(Math.max(1, Loop.threads() - 1));
        this.order = order;
    }

    /** Returns whether several threads sort n objects in less time than one. */
    public static boolean isWorthThreads(int n) {
        return n >= 2 * HostPolicy.FEW && Loop.threads() > 1;
    }

    /** Sorts a range of an array. If the comparator fails, the range has its objects in any order, and some of them twice. */
    public static <T> void sort(T[] objects, int from, int to, Comparator<? super T> order) {
        MergeSort<T> sort = new MergeSort<>(to - from, order);
        T[] source = HostMemory.array(sort.n, Integer.BYTES, size -> Arrays.copyOfRange(objects, from, from + size));
        T[] target = HostMemory.array(sort.n, Integer.BYTES, size -> Arrays.copyOf(source, size));
        T[] sorted = sort.sort(source, target);
        System.arraycopy(sorted, 0, objects, from, sort.n);
    }

    private T[] sort(T[] first, T[] second) {
        ParallelRanges.each(pieces, piece -> Arrays.sort(first, start(piece), start(piece + 1), order));
        T[] source = first;
        T[] target = second;
        for (int run = 1; run < pieces; run *= 2) {
            T[] from = source;
            T[] to = target;
            int sorted = run;
            ParallelRanges.each(pieces, piece -> merge(from, to, sorted, piece));
            source = to;
            target = from;
        }
        return source;
    }

    private int start(int piece) {
        return (int) ParallelRanges.start(n, pieces, piece);
    }

    /** Writes one piece of the output: a part of two neighbours of {@code run} pieces each. */
    private void merge(T[] from, T[] to, int run, int piece) {
        int first = piece / (2 * run) * 2 * run;
        int begin = start(first);
        int middle = start(first + run);
        int end = start(first + 2 * run);
        int out = start(piece);
        int outEnd = start(piece + 1);
        int a = split(from, begin, middle, end, out - begin);
        int aEnd = split(from, begin, middle, end, outEnd - begin);
        int b = middle + out - a;
        int bEnd = middle + outEnd - aEnd;
        while (a < aEnd && b < bEnd) {
            to[out++] = order.compare(from[a], from[b]) <= 0 ? from[a++] : from[b++];
        }
        System.arraycopy(from, a, to, out, aEnd - a);
        System.arraycopy(from, b, to, out + aEnd - a, bEnd - b);
    }

    /** Returns the index in the left run after those of its objects that are among the first k of both. */
    private int split(T[] from, int begin, int middle, int end, int k) {
        int low = Math.max(begin, begin + k - (end - middle));
        int high = Math.min(middle, begin + k);
        while (low < high) {
            int mid = (low + high) >>> 1;
            if (order.compare(from[mid], from[middle + k - (mid - begin) - 1]) <= 0) {
                low = mid + 1;
            } else {
                high = mid;
            }
        }
        return low;
    }
}
