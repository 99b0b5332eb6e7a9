package io.github.tornadosort.files.internal.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.github.tornadosort.files.internal.table.DecimalText;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Encodes the number that a key begins with, as bytes that have the order of the numbers. What follows the number is ignored. */
final class NumberPrefix {
    private static final int NO_NUMBER = 1;
    private static final int NAN = 2;
    private static final int A_NUMBER = 3;
    /** The unit byte of numbers without a unit. */
    private static final int NO_UNIT = 0x80;
    private static final String UNITS = "KMGTPEZYRQ";

    /** The most digits of an exponent; a number with more is infinite or 0. */
    private static final int MAX_EXPONENT_DIGITS = 8;
    /** Characters that may belong to a number in hexadecimal digits. */
    private static final int MAX_HEXADECIMAL = 1 << 12;
    private static final Pattern HEXADECIMAL =
            Pattern.compile("([+-]?)(0[xX](?:[0-9a-fA-F]+\\.?[0-9a-fA-F]*|\\.[0-9a-fA-F]+))([pP][+-]?[0-9]{1,8})?.*",
                    Pattern.DOTALL);

    private static final MemorySegment ZERO = constant("0");
    private static final MemorySegment INFINITY = constant("inf");
    private static final MemorySegment NEGATIVE_INFINITY = constant("-inf");

    private final DecimalText decimal = new DecimalText();
    /** The end of the digits that were found last. */
    private long end;
    private boolean hasDigits;
    private boolean isZero;

    private static MemorySegment constant(String text) {
        return MemorySegment.ofArray(text.getBytes(ISO_8859_1));
    }

    /** Returns the most bytes that a key of this length takes. */
    static long mostBytes(long length) {
        return Math.max(length, MAX_HEXADECIMAL) + 16;
    }

    /** Encodes digits with a point and a minus sign, and returns the end of their bytes. A key without digits is 0. */
    long encodeNumeric(MemorySegment text, long from, long to, MemorySegment target, long at) {
        long start = LineOrder.skipBlanks(text, from, to);
        findDigits(text, start < to && value(text, start) == '-' ? start + 1 : start, to);
        return isZero ? store(ZERO, 0, 1, target, at) : store(text, start, end, target, at);
    }

    /** As {@link #encodeNumeric}, and the unit after the number is more significant than the number. */
    long encodeHuman(MemorySegment text, long from, long to, MemorySegment target, long at) {
        long start = LineOrder.skipBlanks(text, from, to);
        boolean isNegative = start < to && value(text, start) == '-';
        findDigits(text, isNegative ? start + 1 : start, to);
        int unit = 0;
        if (!isZero && end < to) {
            int letter = value(text, end);
            unit = 1 + UNITS.indexOf(letter == 'k' ? 'K' : letter);
        }
        target.set(ValueLayout.JAVA_BYTE, at, (byte) (NO_UNIT + (isNegative ? -unit : unit)));
        return isZero ? store(ZERO, 0, 1, target, at + 1) : store(text, start, end, target, at + 1);
    }

    /** Encodes a number as C's {@code strtold} reads it: no number, then NaN, then all numbers. */
    long encodeGeneral(MemorySegment text, long from, long to, MemorySegment target, long at) {
        long start = from;
        while (start < to && (value(text, start) == ' ' || value(text, start) >= '\t' && value(text, start) <= '\r')) {
            start++;
        }
        int sign = start < to ? value(text, start) : 0;
        long digits = sign == '-' || sign == '+' ? start + 1 : start;
        target.set(ValueLayout.JAVA_BYTE, at, (byte) A_NUMBER);
        if (isWord(text, digits, to, "nan")) {
            target.set(ValueLayout.JAVA_BYTE, at, (byte) NAN);
            return at + 1;
        }
        if (isWord(text, digits, to, "inf")) {
            return infinity(sign, target, at + 1);
        }
        if (isWord(text, digits, to, "0x")) {
            MemorySegment hexadecimal = hexadecimal(text, start, to);
            if (hexadecimal != null) {
                return store(hexadecimal, 0, hexadecimal.byteSize(), target, at + 1);
            }
        }
        findDigits(text, digits, to);
        if (!hasDigits) {
            target.set(ValueLayout.JAVA_BYTE, at, (byte) NO_NUMBER);
            return at + 1;
        }
        return isZero ? store(ZERO, 0, 1, target, at + 1) : withExponent(text, start, to, sign, target, at + 1);
    }

    private long withExponent(MemorySegment text, long start, long to, int sign, MemorySegment target, long at) {
        long next = end + 1;
        if (end >= to || (value(text, end) | 0x20) != 'e') {
            return store(text, start, end, target, at);
        }
        boolean isSmall = next < to && value(text, next) == '-';
        if (next < to && (isSmall || value(text, next) == '+')) {
            next++;
        }
        long first = next;
        while (next < to && Ordering.isDigit(value(text, next))) {
            next++;
        }
        if (next == first) {
            return store(text, start, end, target, at);
        }
        if (next - first <= MAX_EXPONENT_DIGITS) {
            return store(text, start, next, target, at);
        }
        return isSmall ? store(ZERO, 0, 1, target, at) : infinity(sign, target, at);
    }

    private long infinity(int sign, MemorySegment target, long at) {
        MemorySegment name = sign == '-' ? NEGATIVE_INFINITY : INFINITY;
        return store(name, 0, name.byteSize(), target, at);
    }

    /** Returns a number in hexadecimal digits as a decimal number, or null if there is none. */
    private static MemorySegment hexadecimal(MemorySegment text, long from, long to) {
        byte[] bytes = text.asSlice(from, Math.min(to - from, MAX_HEXADECIMAL)).toArray(ValueLayout.JAVA_BYTE);
        Matcher number = HEXADECIMAL.matcher(new String(bytes, ISO_8859_1));
        if (!number.matches()) {
            return null;
        }
        String exponent = number.group(3) == null ? "p0" : number.group(3);
        double value = Double.parseDouble(number.group(1) + number.group(2) + exponent);
        return Double.isInfinite(value) || value == 0
                ? constant(Double.toString(Math.abs(value) == 0 ? 0 : value))
                : constant(new BigDecimal(value).toString());
    }

    /** Finds digits with at most one point. */
    private void findDigits(MemorySegment text, long from, long to) {
        boolean hasPoint = false;
        hasDigits = false;
        isZero = true;
        for (end = from; end < to; end++) {
            int value = value(text, end);
            if (Ordering.isDigit(value)) {
                hasDigits = true;
                isZero &= value == '0';
            } else if (value != '.' || hasPoint) {
                break;
            } else {
                hasPoint = true;
            }
        }
    }

    private static boolean isWord(MemorySegment text, long from, long to, String word) {
        if (to - from < word.length()) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            int value = value(text, from + i);
            if (value != word.charAt(i) && (value | 0x20) != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private long store(MemorySegment text, long from, long to, MemorySegment target, long at) {
        return decimal.encode(text, from, to, target, at, (byte) 0);
    }

    private static int value(MemorySegment text, long at) {
        return Byte.toUnsignedInt(text.get(ValueLayout.JAVA_BYTE, at));
    }
}
