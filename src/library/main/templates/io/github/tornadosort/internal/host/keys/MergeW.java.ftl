package io.github.tornadosort.internal.host.keys;

import io.github.tornadosort.internal.host.HostPolicy;

/** Merges sorted pieces of one array, two at a time. */
public final class Merge${W} {
    /** Pieces that are merged: more would take more rounds, of 1.3 ns per key, and longer than to sort anew. */
    static final int MOST = 1 << HostPolicy.MAX_DEPTH;

    private static final int BITS = Short.SIZE;
    private static final int MASK = (1 << BITS) - 1;

    private Merge${W}() {}

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
     * Merges n and m keys of two arrays: few of them by a plain loop, which is the fastest one until it is compiled. Nothing is allocated.
     *
     * @return false if a key is less than the one before it; nothing was written then
     */
    public static boolean mergeSorted(${key}[] x, int xFrom, int n, ${key}[] y, int yFrom, int m, ${key}[] to, int first) {
        if (!areSorted(x, xFrom, xFrom + n) || !areSorted(y, yFrom, yFrom + m)) {
            return false;
        }
        if (n + m < HostPolicy.FEW) {
            mergePlainly(x, xFrom, xFrom + n, y, yFrom, yFrom + m, to, first);
        } else {
            merge(x, xFrom, xFrom + n, y, yFrom, yFrom + m, to, first);
        }
        return true;
    }

    /** Returns whether no key is less than the one before it. */
    public static boolean areSorted(${key}[] x, int from, int to) {
        for (int at = from + 1, m; (m = Math.min(HostPolicy.STEPS, to - at)) > 0; at += m) {
            if (descend(x, at, at + m)) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether one of some keys is less than the one before it. */
    private static boolean descend(${key}[] x, int from, int to) {
        boolean descent = false;
        for (int i = from; i < to; i++) {
            descent |= x[i] < x[i - 1];
        }
        return descent;
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
            long taken = steps(x, i, i2, g, g2, y, j, j2, h, h2, to, k, end, k2, end2, safe);
            int fromY = (int) taken & MASK;
            j += fromY;
            i += safe - fromY;
            int fromX = (int) (taken >>> BITS) & MASK;
            i2 -= fromX;
            j2 -= safe - fromX;
            fromY = (int) (taken >>> 2 * BITS) & MASK;
            h += fromY;
            g += safe - fromY;
            fromX = (int) (taken >>> 3 * BITS);
            g2 -= fromX;
            h2 -= safe - fromX;
            k += safe;
            end -= safe;
            k2 += safe;
            end2 -= safe;
            safe = safe(i, i2, j, j2, g, g2, h, h2);
        }
        mergePlainly(x, i, i2 + 1, y, j, j2 + 1, to, k);
        mergePlainly(x, g, g2 + 1, y, h, h2 + 1, to, k2);
    }

    private static int safe(int i, int i2, int j, int j2, int g, int g2, int h, int h2) {
        return Math.min(HostPolicy.STEPS, Math.min(Math.min(i2 - i, j2 - j), Math.min(g2 - g, h2 - h)) / 2);
    }

    /**
     * Merges a few steps of both halves. A method of few steps is compiled soon.
     *
     * @return how many keys were taken, in {@link #BITS} each: from y at the starts of the halves, from x at their ends
     */
    private static long steps(
            ${key}[] x, int i, int i2, int g, int g2, ${key}[] y, int j, int j2, int h, int h2,
            ${key}[] to, int k, int end, int k2, int end2, int steps) {
        int ab = 0;
        int cd = 0;
        int pq = 0;
        int vw = 0;
        for (int s = 0; s < steps; s++) {
            ${key} a = x[i + s - ab];
            ${key} b = y[j + ab];
            ${key} c = x[i2 - cd];
            ${key} d = y[j2 - s + cd];
            ${key} p = x[g + s - pq];
            ${key} q = y[h + pq];
            ${key} v = x[g2 - vw];
            ${key} w = y[h2 - s + vw];
            to[k + s] = Math.min(a, b);
            to[end - s] = Math.max(c, d);
            to[k2 + s] = Math.min(p, q);
            to[end2 - s] = Math.max(v, w);
            ab += less(b, a);
            cd += less(d, c);
            pq += less(q, p);
            vw += less(w, v);
        }
        return (long) vw << 3 * BITS | (long) pq << 2 * BITS | (long) cd << BITS | ab;
    }

    /** Merges from the start, a few keys at a time. */
    private static void mergePlainly(
            ${key}[] x, int xFrom, int xTo, ${key}[] y, int yFrom, int yTo, ${key}[] to, int first) {
        int i = xFrom;
        int j = yFrom;
        int k = first;
        for (int steps; (steps = Math.min(HostPolicy.STEPS, Math.min(xTo - i, yTo - j))) > 0; k += steps) {
            int fromX = few(x, i, y, j, to, k, steps);
            i += fromX;
            j += steps - fromX;
        }
        System.arraycopy(x, i, to, k, xTo - i);
        System.arraycopy(y, j, to, k + xTo - i, yTo - j);
    }

    /** Writes a few keys; returns how many were taken from x. */
    private static int few(${key}[] x, int xFrom, ${key}[] y, int yFrom, ${key}[] to, int first, int steps) {
        int i = xFrom;
        int j = yFrom;
        for (int k = first; k < first + steps; k++) {
            to[k] = x[i] <= y[j] ? x[i++] : y[j++];
        }
        return i - xFrom;
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
