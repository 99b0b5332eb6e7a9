package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.KeyType;

/**
 * Parses lines that hold plain integers: an optional minus sign, 1 to 19 digits, and LF or CR LF. It reads each byte once,
 * creates no strings, and is so short that the JIT compiler is done with it soon. Other lines are left to the caller. Not
 * thread-safe.
 */
final class IntegerLines {
    /** Maximum number of lines that are parsed at a time. */
    static final int MOST = 1024;

    /** Every number of this many digits is less than 2<sup>64</sup>. */
    private static final int MAX_DIGITS = 19;

    private final boolean signed;
    private final long least;
    private final long greatest;
    private final long[] bits = new long[MOST];
    private int end;

    /** @param type an integer type */
    IntegerLines(KeyType type) {
        int unused = Long.SIZE - type.bits();
        this.signed = !type.isUnsigned();
        this.least = signed ? Long.MIN_VALUE >> unused : 0;
        this.greatest = signed || unused == 0 ? Long.MAX_VALUE >> unused : -1L >>> unused;
    }

    /** Returns the array of the numbers that were parsed last. */
    long[] bits() {
        return bits;
    }

    /** Returns the index after the last line that was parsed. */
    int end() {
        return end;
    }

    /**
     * Parses lines that start at index {@code from}, until one is not a plain integer of the type.
     *
     * @param to index after the last byte
     * @param most the maximum number of lines, at most {@link #MOST}
     * @return the number of lines
     */
    int parse(byte[] text, int from, int to, int most) {
        int lines = 0;
        int next = from;
        while (lines < most) {
            int at = next;
            boolean negative = at < to && signed && text[at] == '-';
            int first = negative ? at + 1 : at;
            at = first;
            long value = 0;
            while (at < to && text[at] >= '0' && text[at] <= '9') {
                value = 10 * value + (text[at++] - '0');
            }
            long number = negative ? -value : value;
            boolean inRange = value >= 0 && number >= least && number <= greatest;
            if (at == first || at - first > MAX_DIGITS || !inRange) {
                break;
            }
            if (at < to && text[at] == '\r') {
                at++;
            }
            if (at == to || text[at] != '\n') {
                break;
            }
            bits[lines++] = number;
            next = at + 1;
        }
        end = next;
        return lines;
    }
}
