package io.github.tornadosort.files.internal.table;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.github.tornadosort.files.internal.io.NumberText;
import java.lang.foreign.MemorySegment;
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

    private MemorySegment text;
    private boolean negative;
    /** The class of a number that has no digits to encode, or -1. */
    private int special;
    /** The first digit that is not 0, and the end of the last one. There may be a point between them. */
    private long first;
    private long end;
    private int exponent;

    /** Returns whether a text is a number. */
    boolean accepts(MemorySegment text, long from, long to) {
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
     * @param flip is combined with each byte by an exclusive or
     * @return the end of the encoded number
     * @throws IllegalArgumentException if the text is not a number; the message says what was expected
     */
    public long encode(MemorySegment text, long from, long to, MemorySegment target, long start, byte flip) {
        parse(text, from, to);
        long at = start;
        if (special >= 0) {
            target.set(JAVA_BYTE, at++, (byte) (special ^ flip));
            return at;
        }
        int inversion = negative ? flip ^ -1 : flip;
        int size = isNear() ? exponent + NEAR + 2 : exponent < 0 ? 1 : 2 * NEAR + 3;
        target.set(JAVA_BYTE, at++, (byte) (POSITIVE_ZERO + size ^ inversion));
        if (!isNear()) {
            int ordered = exponent ^ Integer.MIN_VALUE;
            for (int shift = Integer.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
                target.set(JAVA_BYTE, at++, (byte) (ordered >>> shift ^ inversion));
            }
        }
        int pair = 0;
        boolean isFirst = true;
        for (long i = first; i < end; i++) {
            int digit = text.get(JAVA_BYTE, i) - '0';
            if (digit < 0) {
                continue; // the point
            }
            pair = isFirst ? 1 + 10 * digit : pair + digit;
            isFirst = !isFirst;
            if (isFirst) {
                target.set(JAVA_BYTE, at++, (byte) (pair ^ inversion));
            }
        }
        if (!isFirst) {
            target.set(JAVA_BYTE, at++, (byte) (pair ^ inversion));
        }
        target.set(JAVA_BYTE, at++, (byte) (END ^ inversion));
        return at;
    }

    private boolean isNear() {
        return exponent >= -NEAR && exponent <= NEAR;
    }

    private void parse(MemorySegment source, long from, long to) {
        text = source;
        long start = from;
        long stop = to;
        while (start < stop && Character.isWhitespace(text.get(JAVA_BYTE, start))) {
            start++;
        }
        while (start < stop && Character.isWhitespace(text.get(JAVA_BYTE, stop - 1))) {
            stop--;
        }
        byte sign = start < stop ? text.get(JAVA_BYTE, start) : 0;
        negative = sign == '-';
        long at = negative || sign == '+' ? start + 1 : start;
        if (!parseDigits(at, stop)) {
            special = named(start, at, stop);
        }
    }

    /** Returns the class of a number without digits. */
    private int named(long start, long from, long to) {
        return switch (string(from, to).toLowerCase(Locale.ROOT)) {
            case "nan" -> NAN;
            case "inf", "infinity" -> negative ? NEGATIVE_INFINITY : INFINITY;
            default -> throw NumberText.unexpected("a " + FieldType.DECIMAL.label(), string(start, to), false);
        };
    }

    private String string(long from, long to) {
        return new String(text.asSlice(from, to - from).toArray(JAVA_BYTE), StandardCharsets.ISO_8859_1);
    }

    /** Finds the digits and the exponent. Returns false if there are none, or something else. */
    private boolean parseDigits(long start, long to) {
        long point = -1;
        long last = -1; // the last digit that is not 0
        first = -1;
        long at = start;
        for (; at < to; at++) {
            byte character = text.get(JAVA_BYTE, at);
            if (character == '.' && point < 0) {
                point = at;
            } else if (character < '0' || character > '9') {
                break;
            } else if (character != '0') {
                first = first < 0 ? at : first;
                last = at;
            }
        }
        long stop = at;
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
            long whole = point < 0 ? stop : point; // the end of the digits before the point
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
    private long exponent(long start, long to) {
        if ((text.get(JAVA_BYTE, start) | 0x20) != 'e') {
            return Long.MIN_VALUE;
        }
        long at = start + 1;
        byte sign = at < to ? text.get(JAVA_BYTE, at) : 0;
        if (sign == '-' || sign == '+') {
            at++;
        }
        if (at == to || to - at > MAX_EXPONENT_DIGITS) {
            return Long.MIN_VALUE;
        }
        long value = 0;
        for (; at < to; at++) {
            int digit = text.get(JAVA_BYTE, at) - '0';
            if (digit < 0 || digit > 9) {
                return Long.MIN_VALUE;
            }
            value = 10 * value + digit;
        }
        return sign == '-' ? -value : value;
    }
}
