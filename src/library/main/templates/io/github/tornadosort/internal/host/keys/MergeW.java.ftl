package io.github.tornadosort.internal.host.keys;

import java.util.Arrays;

/** Merges sorted pieces of one array, two at a time. */
public final class Merge${W} {
    /** Rounds. Merging reads and writes each key in 1.3 ns; so this many rounds take as long as sorting anew. */
    static final int MAX_ROUNDS = 4;
    /** Pieces that are merged. More would take so many rounds unless most are much shorter than others. */
    static final int MOST = 4 << MAX_ROUNDS;
    private Merge${W}() {}

    /**
     * Merges pieces, the two shortest first.
     *
     * @param from the start of each piece; overwritten
     * @param to the end of each piece; overwritten
     * @param merged receives the results of all merges, one after another
     * @param n the number of keys
     * @return the end of the last result; -1, with nothing done, if all merges would write too many keys
     */
    static int merge(${key}[] keys, int[] from, int[] to, int count, ${key}[] merged, int n) {
        if (count == 1) {
            System.arraycopy(keys, from[0], merged, 0, n);
            return n;
        }
        if (work(from, to, count) > Math.min(merged.length, (long) MAX_ROUNDS * n)) {
            return -1;
        }
        ${key}[][] in = new ${key}[count][];
        Arrays.fill(in, keys);
        int at = 0;
        for (int left = count; left > 1; left--) {
            int p = to[1] - from[1] < to[0] - from[0] ? 1 : 0; // the shortest piece
            int q = 1 - p; // the next one
            for (int i = 2; i < left; i++) {
                int m = to[i] - from[i];
                if (m < to[p] - from[p]) {
                    q = p;
                    p = i;
                } else if (m < to[q] - from[q]) {
                    q = i;
                }
            }
            int m = to[p] - from[p] + to[q] - from[q];
            merge(in[p], from[p], to[p], in[q], from[q], to[q], merged, at);
            in[p] = merged;
            from[p] = at;
            at += m;
            to[p] = at;
            // The last piece takes the index of the one that is gone.
            in[q] = in[left - 1];
            from[q] = from[left - 1];
            to[q] = to[left - 1];
        }
        return at;
    }

    /**
     * Merges pieces that lie one after another, two neighbours at a time, from one array to another and back. Allocates nothing.
     *
     * @param ends the end of each piece, of which the first one starts at index 0; overwritten
     * @param spare has room for all keys
     * @return the array that holds the result: {@code keys} or {@code spare}
     */
    public static ${key}[] merge(${key}[] keys, int[] ends, int count, ${key}[] spare) {
        ${key}[] from = keys;
        ${key}[] to = spare;
        for (int left = count; left > 1; left = (left + 1) / 2) {
            int start = 0;
            for (int i = 0; i < left; i += 2) {
                int middle = ends[i];
                int end = ends[Math.min(i + 1, left - 1)];
                merge(from, start, middle, from, middle, end, to, start);
                ends[i / 2] = end;
                start = end;
            }
            ${key}[] merged = to;
            to = from;
            from = merged;
        }
        return from;
    }

    /**
     * Merges n and m keys of two arrays. Nothing is allocated.
     *
     * @return false if a key is less than the one before it; nothing was written then
     */
    public static boolean mergeSorted(${key}[] x, int xFrom, int n, ${key}[] y, int yFrom, int m, ${key}[] to, int first) {
        if (Runs${W}.endOfAscent(x, xFrom, xFrom + n) < xFrom + n || Runs${W}.endOfAscent(y, yFrom, yFrom + m) < yFrom + m) {
            return false;
        }
        merge(x, xFrom, xFrom + n, y, yFrom, yFrom + m, to, first);
        return true;
    }

    /** Returns how many keys all merges together write, if the two shortest pieces are merged first. */
    private static long work(int[] from, int[] to, int count) {
        long[] size = new long[count];
        for (int i = 0; i < count; i++) {
            size[i] = (long) to[i] - from[i];
        }
        Arrays.sort(size);
        long work = 0;
        for (int a = 1; a < count; a++) {
            size[a] += size[a - 1];
            work += size[a];
            for (int b = a; b + 1 < count && size[b] > size[b + 1]; b++) {
                long swapped = size[b];
                size[b] = size[b + 1];
                size[b + 1] = swapped;
            }
        }
        return work;
    }

    /** Merges two sorted pieces. What is below or above all of the other one is copied. */
    private static void merge(
            ${key}[] x, int xFrom, int xTo, ${key}[] y, int yFrom, int yTo, ${key}[] to, int first) {
        int i = xFrom;
        int iEnd = xTo;
        int j = yFrom;
        int jEnd = yTo;
        int k = first;
        if (i < iEnd && j < jEnd) {
            int m = above(x, i, iEnd, y[j]) - i;
            System.arraycopy(x, i, to, k, m);
            i += m;
            k += m;
            if (i < iEnd) {
                m = above(y, j, jEnd, x[i]) - j;
                System.arraycopy(y, j, to, k, m);
                j += m;
                k += m;
            }
            if (i < iEnd && j < jEnd) {
                m = iEnd - above(x, i, iEnd, y[jEnd - 1]);
                iEnd -= m;
                System.arraycopy(x, iEnd, to, k + iEnd - i + jEnd - j, m);
                m = jEnd - above(y, j, jEnd, x[iEnd - 1]);
                jEnd -= m;
                System.arraycopy(y, jEnd, to, k + iEnd - i + jEnd - j, m);
            }
        }
        halves(x, i, iEnd, y, j, jEnd, to, k);
    }

    /** Returns the index of the first key above another one. */
    public static int above(${key}[] x, int from, int to, ${key} key) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (x[middle] <= key) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /**
     * Merges without unpredictable branches. Both halves of the output are merged at the same time, each from its start and from its end,
     * so that the processor works on four keys at once.
     */
    private static void halves(
            ${key}[] x, int xFrom, int xTo, ${key}[] y, int yFrom, int yTo, ${key}[] to, int first) {
        int half = (xTo - xFrom + yTo - yFrom) / 2;
        int low = Math.max(0, half - (yTo - yFrom));
        int high = Math.min(half, xTo - xFrom);
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (x[xFrom + middle] <= y[yFrom + half - middle - 1]) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        // The lower half ends before index g of x and h of y. It is merged upwards from i and j, and downwards from i2 and j2.
        int i = xFrom;
        int j = yFrom;
        int g = i + low;
        int h = j + half - low;
        int i2 = g - 1;
        int j2 = h - 1;
        int g2 = xTo - 1;
        int h2 = yTo - 1;
        int k = first;
        int k2 = first + half;
        int end = k2 - 1;
        int end2 = first + xTo - xFrom + yTo - yFrom - 1;
        // While so many keys are left that none is taken from both sides, no index needs a check.
        int safe = safe(i, i2, j, j2, g, g2, h, h2);
        while (safe > 0) {
            for (int s = 0; s < safe; s++) {
                ${key} a = x[i];
                ${key} b = y[j];
                ${key} c = x[i2];
                ${key} d = y[j2];
                ${key} p = x[g];
                ${key} q = y[h];
                ${key} v = x[g2];
                ${key} w = y[h2];
                int ab = less(b, a);
                int cd = less(d, c);
                int pq = less(q, p);
                int vw = less(w, v);
                to[k + s] = Math.min(a, b);
                to[end - s] = Math.max(c, d);
                to[k2 + s] = Math.min(p, q);
                to[end2 - s] = Math.max(v, w);
                j += ab;
                i += 1 - ab;
                i2 -= cd;
                j2 -= 1 - cd;
                h += pq;
                g += 1 - pq;
                g2 -= vw;
                h2 -= 1 - vw;
            }
            k += safe;
            end -= safe;
            k2 += safe;
            end2 -= safe;
            safe = safe(i, i2, j, j2, g, g2, h, h2);
        }
        tail(x, i, i2 + 1, y, j, j2 + 1, to, k);
        tail(x, g, g2 + 1, y, h, h2 + 1, to, k2);
    }

    private static int safe(int i, int i2, int j, int j2, int g, int g2, int h, int h2) {
        return Math.min(Math.min(i2 - i, j2 - j), Math.min(g2 - g, h2 - h)) / 2;
    }

    /** Merges what is left, from one side. */
    private static void tail(
            ${key}[] x, int xFrom, int xTo, ${key}[] y, int yFrom, int yTo, ${key}[] to, int first) {
        int i = xFrom;
        int j = yFrom;
        int k = first;
        while (i < xTo && j < yTo) {
            ${key} u = x[i];
            ${key} v = y[j];
            int less = less(v, u);
            to[k++] = Math.min(u, v);
            j += less;
            i += 1 - less;
        }
        System.arraycopy(x, i, to, k, xTo - i);
        System.arraycopy(y, j, to, k + xTo - i, yTo - j);
    }

    /** Returns 1 if v is less than u, else 0: without a comparison, which may become an unpredictable branch. */
    private static int less(${key} v, ${key} u) {
<#if W == 32>
        return (int) ((long) v - u >>> Long.SIZE - 1);
<#else>
        // The sign of the difference, corrected where it overflows (Warren, Hacker's Delight, section 2-12).
        return (int) (((v & ~u) | (~(v ^ u) & (v - u))) >>> Long.SIZE - 1);
</#if>
    }
}
