package io.github.tornadosort.files.internal.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.github.tornadosort.files.internal.table.DecimalText;
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

    private static final byte[] ZERO = constant("0");
    private static final byte[] INFINITY = constant("inf");
    private static final byte[] NEGATIVE_INFINITY = constant("-inf");

    private final DecimalText decimal = new DecimalText();
    /** The end of the digits that were found last. */
    private int end;
    private boolean hasDigits;
    private boolean isZero;

    private static byte[] constant(String text) {
        return text.getBytes(ISO_8859_1);
    }

    /** Returns the most bytes that a key of this length takes. */
    static long mostBytes(long length) {
        return Math.max(length, MAX_HEXADECIMAL) + 16;
    }

    /** Encodes digits with a point and a minus sign, and returns the end of their bytes. A key without digits is 0. */
    int encodeNumeric(byte[] text, int from, int to, byte[] target, int at) {
        int start = LineOrder.skipBlanks(text, from, to);
        findDigits(text, start < to && value(text, start) == '-' ? start + 1 : start, to);
        return isZero ? store(ZERO, 0, 1, target, at) : store(text, start, end, target, at);
    }

    /** As {@link #encodeNumeric}, and the unit after the number is more significant than the number. */
    int encodeHuman(byte[] text, int from, int to, byte[] target, int at) {
        int start = LineOrder.skipBlanks(text, from, to);
        boolean isNegative = start < to && value(text, start) == '-';
        findDigits(text, isNegative ? start + 1 : start, to);
        int unit = 0;
        if (!isZero && end < to) {
            int letter = value(text, end);
            unit = 1 + UNITS.indexOf(letter == 'k' ? 'K' : letter);
        }
        target[at] = (byte) (NO_UNIT + (isNegative ? -unit : unit));
        return isZero ? store(ZERO, 0, 1, target, at + 1) : store(text, start, end, target, at + 1);
    }

    /** Encodes a number as C's {@code strtold} reads it: no number, then NaN, then all numbers. */
    int encodeGeneral(byte[] text, int from, int to, byte[] target, int at) {
        int start = from;
        while (start < to && (value(text, start) == ' ' || value(text, start) >= '\t' && value(text, start) <= '\r')) {
            start++;
        }
        int sign = start < to ? value(text, start) : 0;
        int digits = sign == '-' || sign == '+' ? start + 1 : start;
        target[at] = (byte) A_NUMBER;
        if (isWord(text, digits, to, "nan")) {
            target[at] = (byte) NAN;
            return at + 1;
        }
        if (isWord(text, digits, to, "inf")) {
            return infinity(sign, target, at + 1);
        }
        if (isWord(text, digits, to, "0x")) {
            byte[] hexadecimal = hexadecimal(text, start, to);
            if (hexadecimal != null) {
                return store(hexadecimal, 0, hexadecimal.length, target, at + 1);
            }
        }
        findDigits(text, digits, to);
        if (!hasDigits) {
            target[at] = (byte) NO_NUMBER;
            return at + 1;
        }
        return isZero ? store(ZERO, 0, 1, target, at + 1) : withExponent(text, start, to, sign, target, at + 1);
    }

    private int withExponent(byte[] text, int start, int to, int sign, byte[] target, int at) {
        int next = end + 1;
        if (end >= to || (value(text, end) | 0x20) != 'e') {
            return store(text, start, end, target, at);
        }
        boolean isSmall = next < to && value(text, next) == '-';
        if (next < to && (isSmall || value(text, next) == '+')) {
            next++;
        }
        int first = next;
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

    private int infinity(int sign, byte[] target, int at) {
        byte[] name = sign == '-' ? NEGATIVE_INFINITY : INFINITY;
        return store(name, 0, name.length, target, at);
    }

    /** Returns a number in hexadecimal digits as a decimal number, or null if there is none. */
    private static byte[] hexadecimal(byte[] text, int from, int to) {
        Matcher number = HEXADECIMAL.matcher(new String(text, from, Math.min(to - from, MAX_HEXADECIMAL), ISO_8859_1));
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
    private void findDigits(byte[] text, int from, int to) {
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

    private static boolean isWord(byte[] text, int from, int to, String word) {
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

    private int store(byte[] text, int from, int to, byte[] target, int at) {
        return decimal.encode(text, from, to, target, at);
    }

    private static int value(byte[] text, int at) {
        return Byte.toUnsignedInt(text[at]);
    }
}
