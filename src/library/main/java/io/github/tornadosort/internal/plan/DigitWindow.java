package io.github.tornadosort.internal.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * The bits that one pass sorts by.
 *
 * @param shift the lowest of them
 * @param bits how many
 */
public record DigitWindow(int shift, int bits) {
    /** No bits at all: every key has the same digit. */
    static final DigitWindow EMPTY = new DigitWindow(0, 0);

    /** Ones as many as the digit has bits. */
    public int mask() {
        return (1 << bits) - 1;
    }

    /** Ones at the digit's bits. */
    public long bitMask() {
        return (long) mask() << shift;
    }

    /**
     * Lays as few windows as possible over the bits that vary; bits between them that do not vary cost nothing. With that
     * many passes settled, the windows are made as narrow as they can be: fewer digits are cheaper to count and scatter.
     *
     * @param varying ones where keys differ
     * @param mostBits widest window
     * @return the windows, least significant first; none if nothing varies
     */
    public static List<DigitWindow> over(long varying, int mostBits) {
        List<DigitWindow> windows = greedy(varying, mostBits);
        for (int bits = mostBits - 1; bits > 0; bits--) {
            List<DigitWindow> narrower = greedy(varying, bits);
            if (narrower.size() > windows.size()) {
                break;
            }
            windows = narrower;
        }
        return windows;
    }

    private static List<DigitWindow> greedy(long varying, int mostBits) {
        List<DigitWindow> windows = new ArrayList<>();
        long left = varying;
        while (left != 0) {
            int shift = Long.numberOfTrailingZeros(left);
            long covered = left & (((1L << mostBits) - 1) << shift);
            windows.add(new DigitWindow(shift, 64 - Long.numberOfLeadingZeros(covered) - shift));
            left &= ~covered;
        }
        return windows;
    }
}
