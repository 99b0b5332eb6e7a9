package io.github.tornadosort.internal.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * The bits of a key by which one pass sorts.
 *
 * @param shift index of the lowest bit
 * @param bits number of bits
 */
public record DigitWindow(int shift, int bits) {
    /** A window without bits, in which every key has the same digit. */
    static final DigitWindow EMPTY = new DigitWindow(0, 0);

    /** Returns a mask of the digit's width, in the lowest bits. */
    public int mask() {
        return (1 << bits) - 1;
    }

    /** Returns a mask of the digit's bits within a key. */
    public long bitMask() {
        return (long) mask() << shift;
    }

    /**
     * Covers the varying bits with as few windows as possible. Bits between windows that do not vary cost nothing. Of the
     * covers with the fewest windows, this method chooses one whose windows are narrow, because fewer digit values are cheaper
     * to count and to scatter.
     *
     * @param varying a mask of the bits in which keys differ
     * @param maxBits maximum width of a window
     * @return the windows, least significant first; empty if no bit varies
     */
    public static List<DigitWindow> over(long varying, int maxBits) {
        List<DigitWindow> windows = greedy(varying, maxBits);
        for (int bits = maxBits - 1; bits > 0; bits--) {
            List<DigitWindow> narrower = greedy(varying, bits);
            if (narrower.size() > windows.size()) {
                break;
            }
            windows = narrower;
        }
        return windows;
    }

    private static List<DigitWindow> greedy(long varying, int maxBits) {
        List<DigitWindow> windows = new ArrayList<>();
        long left = varying;
        while (left != 0) {
            int shift = Long.numberOfTrailingZeros(left);
            long covered = left & (((1L << maxBits) - 1) << shift);
            windows.add(new DigitWindow(shift, 64 - Long.numberOfLeadingZeros(covered) - shift));
            left &= ~covered;
        }
        return windows;
    }
}
