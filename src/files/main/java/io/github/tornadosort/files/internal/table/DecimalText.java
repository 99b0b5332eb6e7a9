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
    private static final int POSITIVE_ZERO = 128;
    private static final int NEGATIVE_ZERO = 127;
    private static final int NEGATIVE_INFINITY = 0;
    private static final int INFINITY = 254;
    private static final int NAN = 255;
    /** The exponents from -NEAR to NEAR are a part of the class. */
    private static final int NEAR = 50;
    /** The most digits of an exponent. */
    private static final int MAX_EXPONENT_DIGITS = 9;

    private static final byte END = 0;

    private byte[] text;
    private boolean negative;
    /** The class of a number that has no digits to encode, or -1. */
    private int special;
    /** The first digit that is not 0, and the end of the last one. There may be a point between them. */
    private int first;
    private int end;
    private int exponent;

    /** Returns whether a text is a number. */
    boolean accepts(byte[] text, int from, int to) {
        try {
            parse(text, from, to);
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
    public int encode(byte[] text, int from, int to, byte[] target, int start) {
        parse(text, from, to);
        int at = start;
        if (special >= 0) {
            target[at++] = (byte) special;
            return at;
        }
        int inversion = negative ? -1 : 0;
        int size = isNear() ? exponent + NEAR + 2 : exponent < 0 ? 1 : 2 * NEAR + 3;
        target[at++] = (byte) (POSITIVE_ZERO + size ^ inversion);
        if (!isNear()) {
            int ordered = exponent ^ Integer.MIN_VALUE;
            for (int shift = Integer.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
                target[at++] = (byte) (ordered >>> shift ^ inversion);
            }
        }
        int pair = 0;
        boolean isFirst = true;
        for (int i = first; i < end; i++) {
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

    private boolean isNear() {
        return exponent >= -NEAR && exponent <= NEAR;
    }

    private void parse(byte[] source, int from, int to) {
        text = source;
        int start = from;
        int stop = to;
        while (start < stop && Character.isWhitespace(text[start])) {
            start++;
        }
        while (start < stop && Character.isWhitespace(text[stop - 1])) {
            stop--;
        }
        byte sign = start < stop ? text[start] : 0;
        negative = sign == '-';
        int at = negative || sign == '+' ? start + 1 : start;
        if (!parseDigits(at, stop)) {
            special = named(start, at, stop);
        }
    }

    /** Returns the class of a number without digits. */
    private int named(int start, int from, int to) {
        return switch (string(from, to).toLowerCase(Locale.ROOT)) {
            case "nan" -> NAN;
            case "inf", "infinity" -> negative ? NEGATIVE_INFINITY : INFINITY;
            default -> throw NumberText.unexpected("a " + FieldType.DECIMAL.label(), string(start, to), false);
        };
    }

    private String string(int from, int to) {
        return new String(text, from, to - from, StandardCharsets.ISO_8859_1);
    }

    /** Finds the digits and the exponent. Returns false if there are none, or something else. */
    private boolean parseDigits(int start, int to) {
        int point = -1;
        int last = -1; // the last digit that is not 0
        first = -1;
        int at = start;
        for (; at < to; at++) {
            byte character = text[at];
            if (character == '.' && point < 0) {
                point = at;
            } else if (character < '0' || character > '9') {
                break;
            } else if (character != '0') {
                first = first < 0 ? at : first;
                last = at;
            }
        }
        int stop = at;
        if (stop - start == (point < 0 ? 0 : 1)) {
            return false;
        }
        long power = 0;
        if (at < to) {
            power = exponent(at, to);
            if (power == Long.MIN_VALUE) {
                return false;
            }
        }
        special = first >= 0 ? -1 : negative ? NEGATIVE_ZERO : POSITIVE_ZERO;
        if (first >= 0) {
            int whole = point < 0 ? stop : point; // the end of the digits before the point
            power += first < whole ? whole - first : whole + 1 - first;
            end = last + 1;
            if (power != (int) power) {
                return false;
            }
            exponent = (int) power;
        }
        return true;
    }

    /** Parses an exponent, or returns {@link Long#MIN_VALUE} if there is something else. */
    private long exponent(int start, int to) {
        if ((text[start] | 0x20) != 'e') {
            return Long.MIN_VALUE;
        }
        int at = start + 1;
        byte sign = at < to ? text[at] : 0;
        if (sign == '-' || sign == '+') {
            at++;
        }
        if (at == to || to - at > MAX_EXPONENT_DIGITS) {
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
