package io.github.tornadosort.files.internal.table;

import io.github.tornadosort.files.internal.io.NumberText;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Encodes decimal numbers of any length as bytes that have the order of the numbers. No digit is lost. A number has the form of a
 * {@code float64}: digits with an optional sign, point and exponent, or NaN, Infinity, nan or inf in any case.
 *
 * <p>A number other than 0 is ±0.d1d2d3... × 10^exponent, and d1 is not 0. Its bytes are its class, which has the sign and an
 * exponent near 0, another exponent as four bytes, two digits per byte from 1 to 100, and 0. All bits of those of a negative
 * number are inverted. Zero, NaN and infinity have a class alone. -0 comes before 0.
 */
public final class DecimalText {
    /** The classes of numbers without digits other than 0. */
    public static final byte ZERO = (byte) 128;
    public static final byte INFINITY = (byte) 254;
    public static final byte NEGATIVE_INFINITY = 0;
    private static final byte NEGATIVE_ZERO = 127;
    private static final byte NAN = (byte) 255;
    /** The exponents from -NEAR to NEAR are a part of the class. */
    private static final int NEAR = 50;
    /** The most digits of an exponent. */
    private static final int MAX_EXPONENT_DIGITS = 9;
    private static final byte END = 0;

    /** The first digit that is not 0, or -1, and the end of the last one. There may be a point between them. */
    private int first;
    private int last;
    /** The end of the digits and the point. */
    private int end;
    private boolean hasDigits;
    /** The exponent of the first digit. */
    private int exponent;

    /** Returns whether a text is a number. */
    boolean accepts(byte[] text, int from, int to) {
        try {
            encode(text, from, to, new byte[to - from + Long.BYTES], 0);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /**
     * Encodes a number.
     *
     * @return the end of the encoded number
     * @throws IllegalArgumentException if the text is not a number; the message says what was expected
     */
    int encode(byte[] text, int from, int to, byte[] target, int at) {
        int start = from;
        int stop = to;
        while (start < stop && Character.isWhitespace(text[start])) {
            start++;
        }
        while (start < stop && Character.isWhitespace(text[stop - 1])) {
            stop--;
        }
        byte sign = start < stop ? text[start] : 0;
        boolean isNegative = sign == '-';
        int digits = isNegative || sign == '+' ? start + 1 : start;
        scan(text, digits, stop);
        long power = end < stop ? exponent(text, end, stop) : 0;
        if (hasDigits && power != Long.MIN_VALUE && exponent + power == (int) (exponent + power)) {
            if (isZero()) {
                target[at] = isNegative ? NEGATIVE_ZERO : ZERO;
                return at + 1;
            }
            return encode(text, isNegative, (int) power, target, at);
        }
        target[at] = switch (new String(text, digits, stop - digits, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT)) {
            case "nan" -> NAN;
            case "inf", "infinity" -> isNegative ? NEGATIVE_INFINITY : INFINITY;
            default -> throw NumberText.unexpected("a " + FieldType.DECIMAL.label(),
                    new String(text, start, stop - start, StandardCharsets.ISO_8859_1), false);
        };
        return at + 1;
    }

    /** Finds the digits at the start of a text, with at most one point. */
    public void scan(byte[] text, int start, int to) {
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

    /** Returns the end of the digits that were scanned. */
    public int end() {
        return end;
    }

    /** Returns whether a digit was scanned. */
    public boolean hasDigits() {
        return hasDigits;
    }

    /** Returns whether no digit other than 0 was scanned. */
    public boolean isZero() {
        return first < 0;
    }

    /**
     * Encodes the digits that were scanned, which are not all 0.
     *
     * @param power of ten, by which they are multiplied
     * @return the end of the encoded number
     */
    public int encode(byte[] text, boolean isNegative, int power, byte[] target, int start) {
        int scaled = exponent + power;
        int inversion = isNegative ? -1 : 0;
        boolean isNear = scaled >= -NEAR && scaled <= NEAR;
        int size = isNear ? scaled + NEAR + 2 : scaled < 0 ? 1 : 2 * NEAR + 3;
        int at = start;
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

    /** Parses an exponent, or returns {@link Long#MIN_VALUE} if there is something else. */
    private static long exponent(byte[] text, int start, int to) {
        byte sign = start + 1 < to ? text[start + 1] : 0;
        int at = sign == '-' || sign == '+' ? start + 2 : start + 1;
        if ((text[start] | 0x20) != 'e' || at >= to || to - at > MAX_EXPONENT_DIGITS) {
            return Long.MIN_VALUE;
        }
        long value = 0;
        for (; at < to; at++) {
            int digit = text[at] - '0';
            if (digit < 0 || digit > 9) {
                return Long.MIN_VALUE;
            }
            value = 10 * value + digit;
        }
        return sign == '-' ? -value : value;
    }
}
