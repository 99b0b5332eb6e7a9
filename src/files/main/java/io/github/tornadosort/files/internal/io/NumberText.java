package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.KeyType;
import java.nio.charset.StandardCharsets;

/**
 * Parses decimal numbers. A number has digits with an optional sign, and if its type is floating-point, a point and an
 * exponent; NaN, Infinity, nan and inf in any case are floating-point numbers too. Spaces around it are ignored.
 */
public final class NumberText {
    /** Every number of this many digits is exact in a double. */
    private static final int MAX_EXACT_DIGITS = 15;
    /** Every number of this many digits is less than 2<sup>64</sup>. */
    private static final int MAX_DIGITS = 19;
    /** Powers of ten that are exact in a double. A product or quotient of two exact doubles is rounded once (Clinger 1990). */
    private static final double[] POWERS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
    };

    private final KeyType type;
    private final boolean isDouble;

    public NumberText(KeyType type) {
        this.type = type;
        this.isDouble = type == KeyType.FLOAT64;
    }

    /** Returns whether a text is a number of the type. */
    public boolean accepts(byte[] text, int from, int to) {
        try {
            parse(text, from, to);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /**
     * Returns an unsigned number of the type's width that has the order of the number in the text; see {@link KeyBits#ordered}.
     *
     * @throws IllegalArgumentException if the text is not a number of the type; the message says what was expected
     */
    public long parse(byte[] text, int from, int to) {
        return KeyBits.ordered(type, bits(text, from, to));
    }

    /**
     * Returns the bits of the number in a text; see {@link KeyBits}.
     *
     * @throws IllegalArgumentException if the text is not a number of the type; the message says what was expected
     */
    long bits(byte[] text, int from, int to) {
        boolean signed = from < to && (text[from] == '-' || text[from] == '+');
        boolean negative = signed && text[from] == '-';
        int start = signed ? from + 1 : from;
        int at = start;
        long digits = 0;
        int point = 0;
        int afterPoint = 0;
        for (; at < to; at++) {
            int digit = text[at] - '0';
            if (digit >= 0 && digit <= 9) {
                digits = 10 * digits + digit;
                afterPoint += point;
            } else if (digit == '.' - '0' && point == 0) {
                point = 1;
            } else {
                break;
            }
        }
        int count = at - start - point;
        boolean plain = at == to && count > 0;
        if (plain && isDouble && count <= MAX_EXACT_DIGITS) {
            double number = digits / POWERS[afterPoint];
            return Double.doubleToRawLongBits(negative ? -number : number);
        }
        long value = negative ? -digits : digits;
        // The digits of a number from 2^63 on are a negative long.
        boolean isLong = plain && point == 0 && count <= MAX_DIGITS && digits >= 0 && !(negative && type.isUnsigned());
        if (isLong && !type.isFloat() && KeyText.isInRange(type, value)) {
            return value;
        }
        return KeyText.parse(type, new String(text, from, to - from, StandardCharsets.ISO_8859_1).strip());
    }
}
