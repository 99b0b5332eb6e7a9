package io.github.tornadosort.internal.host.keys;

/** Merges sorted pieces of one array, two at a time. */
public final class Merge${W} {
    /** Pieces that are merged: more would take as many rounds, of 1.3 ns per key, as it takes to sort anew. */
    static final int MOST = 16;

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

    /** Merges from one side. */
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
