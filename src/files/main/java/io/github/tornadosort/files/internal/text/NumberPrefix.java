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

    private final DecimalText decimal = new DecimalText();

    /** Returns the most bytes that a key of this length takes. */
    static long mostBytes(long length) {
        return Math.max(length, MAX_HEXADECIMAL) + 16;
    }

    /** Encodes digits with a point and a minus sign, and returns the end of their bytes. A key without digits is 0. */
    int encodeNumeric(byte[] text, int from, int to, byte[] target, int at) {
        int start = LineOrder.skipBlanks(text, from, to);
        boolean isNegative = start < to && text[start] == '-';
        decimal.scan(text, isNegative ? start + 1 : start, to);
        return store(text, isNegative, 0, target, at);
    }

    /** As {@link #encodeNumeric}, and the unit after the number is more significant than the number. */
    int encodeHuman(byte[] text, int from, int to, byte[] target, int at) {
        int end = encodeNumeric(text, from, to, target, at + 1);
        int unit = 0;
        if (!decimal.isZero() && decimal.end() < to) {
            int letter = text[decimal.end()];
            unit = 1 + UNITS.indexOf(letter == 'k' ? 'K' : letter);
        }
        boolean isNegative = unit > 0 && text[LineOrder.skipBlanks(text, from, to)] == '-';
        target[at] = (byte) (NO_UNIT + (isNegative ? -unit : unit));
        return end;
    }

    /** Encodes a number as C's {@code strtold} reads it: no number, then NaN, then all numbers. */
    int encodeGeneral(byte[] text, int from, int to, byte[] target, int at) {
        int start = from;
        while (start < to && (text[start] == ' ' || text[start] >= '\t' && text[start] <= '\r')) {
            start++;
        }
        int sign = start < to ? text[start] : 0;
        boolean isNegative = sign == '-';
        int digits = isNegative || sign == '+' ? start + 1 : start;
        target[at] = A_NUMBER;
        if (isWord(text, digits, to, "nan")) {
            target[at] = NAN;
            return at + 1;
        }
        if (isWord(text, digits, to, "inf")) {
            return infinity(isNegative, target, at + 1);
        }
        if (isWord(text, digits, to, "0x")) {
            Matcher number = HEXADECIMAL.matcher(new String(text, start, Math.min(to - start, MAX_HEXADECIMAL), ISO_8859_1));
            if (number.matches()) {
                return hexadecimal(number, isNegative, target, at + 1);
            }
        }
        decimal.scan(text, digits, to);
        if (!decimal.hasDigits()) {
            target[at] = NO_NUMBER;
            return at + 1;
        }
        return withExponent(text, isNegative, to, target, at + 1);
    }

    private int withExponent(byte[] text, boolean isNegative, int to, byte[] target, int at) {
        int next = decimal.end() + 1;
        if (next >= to || (text[next - 1] | 0x20) != 'e') {
            return store(text, isNegative, 0, target, at);
        }
        boolean isSmall = text[next] == '-';
        int first = isSmall || text[next] == '+' ? next + 1 : next;
        int power = 0;
        for (next = first; next < to && Ordering.isDigit(text[next]); next++) {
            power = next - first < MAX_EXPONENT_DIGITS ? 10 * power + text[next] - '0' : power;
        }
        if (next - first <= MAX_EXPONENT_DIGITS || decimal.isZero()) {
            return store(text, isNegative, isSmall ? -power : power, target, at);
        }
        if (isSmall) {
            target[at] = DecimalText.ZERO;
            return at + 1;
        }
        return infinity(isNegative, target, at);
    }

    private static int infinity(boolean isNegative, byte[] target, int at) {
        target[at] = isNegative ? DecimalText.NEGATIVE_INFINITY : DecimalText.INFINITY;
        return at + 1;
    }

    private int hexadecimal(Matcher number, boolean isNegative, byte[] target, int at) {
        double value = Double.parseDouble(number.group(2) + (number.group(3) == null ? "p0" : number.group(3)));
        if (Double.isInfinite(value)) {
            return infinity(isNegative, target, at);
        }
        byte[] digits = new BigDecimal(value).toPlainString().getBytes(ISO_8859_1);
        decimal.scan(digits, 0, digits.length);
        return store(digits, isNegative, 0, target, at);
    }

    /** Encodes the digits that were scanned. -0 is 0. */
    private int store(byte[] text, boolean isNegative, int power, byte[] target, int at) {
        if (decimal.isZero()) {
            target[at] = DecimalText.ZERO;
            return at + 1;
        }
        return decimal.encode(text, isNegative, power, target, at);
    }

    private static boolean isWord(byte[] text, int from, int to, String word) {
        if (to - from < word.length()) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            int value = text[from + i];
            if (value != word.charAt(i) && (value | 0x20) != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
