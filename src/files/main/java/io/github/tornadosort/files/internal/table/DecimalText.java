package io.github.tornadosort.files.internal.table;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.github.tornadosort.files.internal.io.NumberText;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Encodes decimal numbers of any length as bytes that have the order of the numbers. No digit is lost. A field is a number as a
 * whole, in the form of a {@code float64}: digits with an optional sign, point and exponent, or NaN, Infinity, nan or inf in any
 * case. A key of a line begins with a number; what follows it is ignored.
 *
 * <p>A number other than 0 is ±0.d1d2d3... × 10^exponent, and d1 is not 0. Its bytes are its class, which has the sign and an
 * exponent near 0, another exponent as four bytes, two digits per byte from 1 to 100, and 0. All bits of those of a negative
 * number are inverted. Zero, NaN and infinity have a class alone. In a field, -0 comes before 0.
 */
public final class DecimalText {
    /** The classes of numbers without digits other than 0. */
    private static final byte NEGATIVE_INFINITY = 0;
    private static final byte NEGATIVE_ZERO = 127;
    private static final byte ZERO = (byte) 128;
    private static final byte INFINITY = (byte) 254;
    private static final byte NAN = (byte) 255;
    /** The exponents from -NEAR to NEAR are a part of the class. */
    private static final int NEAR = 50;
    private static final byte END = 0;
    /** Greater than the exponents of fields. Those of lines have other limits. */
    private static final long MAX_POWER = 1_000_000_000;

    /** What the order of general numbers begins with. GNU sort compares NaNs as text from 9.2 on, by their padding before. */
    private static final byte NO_NUMBER = 1;
    private static final byte NEGATIVE_NAN = 2;
    private static final byte POSITIVE_NAN = 3;
    private static final byte A_NUMBER = 4;
    /** The exponents of C's long double: numbers with greater ones are infinite, and with smaller ones 0. */
    private static final int MAX_EXPONENT = 4933;
    private static final int MIN_EXPONENT = -4950;
    /** Characters that may belong to a number in hexadecimal digits. */
    private static final int MAX_HEXADECIMAL = 1 << 12;
    private static final Pattern HEXADECIMAL =
            Pattern.compile("([+-]?0[xX](?:[0-9a-fA-F]+\\.?[0-9a-fA-F]*|\\.[0-9a-fA-F]+))([pP][+-]?[0-9]{1,8})?.*",
                    Pattern.DOTALL);
    /** The unit byte of numbers without a unit. */
    private static final int NO_UNIT = 0x80;
    private static final String UNITS = "KMGTPEZYRQ";

    private boolean isNegative;
    /** The start of what follows the sign. */
    private int start;
    /** The first digit that is not 0, or -1, and the end of the last one. There may be a point between them. */
    private int first;
    private int last;
    /** The end of the digits and the point, or of the exponent. */
    private int end;
    private boolean hasDigits;
    /** The exponent of the first digit. */
    private long exponent;

    /** Returns the most bytes that a number of this many characters takes. */
    public static long mostBytes(long length) {
        return Math.max(length, MAX_HEXADECIMAL) + 16;
    }

    /**
     * Encodes a field.
     *
     * @return the end of the encoded number
     * @throws IllegalArgumentException if the text is not a number; the message says what was expected
     */
    int encode(byte[] text, int from, int to, byte[] target, int at) {
        int begin = from;
        int stop = to;
        while (begin < stop && Character.isWhitespace(text[begin])) {
            begin++;
        }
        while (begin < stop && Character.isWhitespace(text[stop - 1])) {
            stop--;
        }
        scan(text, begin, stop, true);
        long power = hasDigits ? scanExponent(text, stop) : 0;
        if (hasDigits && end == stop && Math.abs(power) < MAX_POWER && exponent == (int) exponent) {
            return store(text, isNegative ? NEGATIVE_ZERO : ZERO, target, at);
        }
        if (isName(text, stop, "nan")) {
            target[at] = NAN;
        } else if (isName(text, stop, "inf") || isName(text, stop, "infinity")) {
            target[at] = isNegative ? NEGATIVE_INFINITY : INFINITY;
        } else {
            throw NumberText.unexpected(
                    "a " + FieldType.DECIMAL.label(), new String(text, begin, stop - begin, ISO_8859_1), false);
        }
        return at + 1;
    }

    /** Encodes a minus sign and digits with a point, and returns the end of their bytes. A key without digits is 0. */
    public int encodeNumeric(byte[] text, int from, int to, byte[] target, int at) {
        scan(text, from, to, false);
        return store(text, ZERO, target, at);
    }

    /** As {@link #encodeNumeric}, and the unit after the number is more significant than the number. */
    public int encodeHuman(byte[] text, int from, int to, byte[] target, int at) {
        int stop = encodeNumeric(text, from, to, target, at + 1);
        int unit = first >= 0 && end < to ? 1 + UNITS.indexOf(text[end] == 'k' ? 'K' : text[end]) : 0;
        target[at] = (byte) (NO_UNIT + (isNegative ? -unit : unit));
        return stop;
    }

    /** Encodes a number as C's {@code strtold} reads it: no number, then NaN, then all numbers. */
    public int encodeGeneral(byte[] text, int from, int to, byte[] target, int at) {
        int begin = from;
        while (begin < to && (text[begin] == ' ' || text[begin] >= '\t' && text[begin] <= '\r')) {
            begin++;
        }
        scan(text, begin, to, true);
        if (startsWith(text, to, "nan")) {
            target[at] = isNegative ? NEGATIVE_NAN : POSITIVE_NAN;
            return at + 1;
        }
        boolean isInfinite = startsWith(text, to, "inf");
        if (!isInfinite && !hasDigits) {
            target[at] = NO_NUMBER;
            return at + 1;
        }
        target[at] = A_NUMBER;
        if (startsWith(text, to, "0x")) {
            Matcher number = HEXADECIMAL.matcher(new String(text, begin, Math.min(to - begin, MAX_HEXADECIMAL), ISO_8859_1));
            if (number.matches()) {
                double value = Double.parseDouble(number.group(1) + (number.group(2) == null ? "p0" : number.group(2)));
                if (Double.isFinite(value)) {
                    byte[] digits = new BigDecimal(value).toPlainString().getBytes(ISO_8859_1);
                    return encodeNumeric(digits, 0, digits.length, target, at + 1);
                }
                isInfinite = true;
            }
        }
        scanExponent(text, to);
        if (isInfinite || first >= 0 && exponent > MAX_EXPONENT) {
            target[at + 1] = isNegative ? NEGATIVE_INFINITY : INFINITY;
            return at + 2;
        }
        first = exponent < MIN_EXPONENT ? -1 : first;
        return store(text, ZERO, target, at + 1);
    }

    /**
     * Finds the sign and the digits at the start of a text, with at most one point.
     *
     * @param plus whether the sign may be a plus
     */
    private void scan(byte[] text, int from, int to, boolean plus) {
        byte sign = from < to ? text[from] : 0;
        isNegative = sign == '-';
        start = isNegative || plus && sign == '+' ? from + 1 : from;
        int point = -1;
        int at = start;
        first = -1;
        for (; at < to; at++) {
            byte character = text[at];
            if (character == '.' && point < 0) {
                point = at;
            } else if (character < '0' || character > '9') {
                break;
            } else if (character != '0') {
                first = first < 0 ? at : first;
                last = at + 1;
            }
        }
        end = at;
        hasDigits = at - start > (point < 0 ? 0 : 1);
        int whole = point < 0 ? at : point; // the end of the digits before the point
        exponent = first < 0 ? 0 : first < whole ? whole - first : whole + 1 - first;
    }

    /** Adds the exponent that follows the digits, if there is one, and returns it. Great ones are {@link #MAX_POWER}. */
    private long scanExponent(byte[] text, int to) {
        if (end + 1 >= to || (text[end] | 0x20) != 'e') {
            return 0;
        }
        byte sign = text[end + 1];
        int digits = sign == '-' || sign == '+' ? end + 2 : end + 1;
        int at = digits;
        long power = 0;
        for (; at < to && text[at] >= '0' && text[at] <= '9'; at++) {
            power = Math.min(10 * power + text[at] - '0', MAX_POWER);
        }
        end = at > digits ? at : end;
        power = sign == '-' ? -power : power;
        exponent += power;
        return power;
    }

    private boolean isName(byte[] text, int to, String name) {
        return to - start == name.length() && startsWith(text, to, name);
    }

    /** Returns whether lower case letters and digits follow the sign, in any case. */
    private boolean startsWith(byte[] text, int to, String word) {
        for (int i = 0; i < word.length(); i++) {
            int value = start + i < to ? text[start + i] : 0;
            if (value != word.charAt(i) && (value | 0x20) != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Encodes the digits that were found, or the class of zero if all are 0, and returns the end of the encoded number. */
    private int store(byte[] text, byte zero, byte[] target, int from) {
        int at = from;
        if (first < 0) {
            target[at] = zero;
            return at + 1;
        }
        int scaled = (int) exponent;
        int inversion = isNegative ? -1 : 0;
        boolean isNear = scaled >= -NEAR && scaled <= NEAR;
        int size = isNear ? scaled + NEAR + 2 : scaled < 0 ? 1 : 2 * NEAR + 3;
        target[at++] = (byte) (ZERO + size ^ inversion);
        if (!isNear) {
            at = EncodedKeys.number(scaled ^ Integer.MIN_VALUE ^ inversion, Integer.BYTES, target, at);
        }
        int pair = 0;
        boolean isFirst = true;
        for (int i = first; i < last; i++) {
            int digit = text[i] - '0';
            if (digit < 0) {
                continue; // the point
            }
            pair = isFirst ? 1 + 10 * digit : pair + digit;
            isFirst = !isFirst;
            if (isFirst) {
                target[at++] = (byte) (pair ^ inversion);
            }
        }
        if (!isFirst) {
            target[at++] = (byte) (pair ^ inversion);
        }
        target[at++] = (byte) (END ^ inversion);
        return at;
    }
}
