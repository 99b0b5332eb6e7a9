package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.KeyType;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Formats numbers as Java does, and parses decimal numbers in memory. A number has digits with an optional sign, and if its
 * type is floating-point, a point and an exponent; NaN, Infinity, nan and inf in any case are floating-point numbers too.
 * Spaces around it are ignored.
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

    /** More characters than any float or double has. */
    private static final int MAX_FLOAT = 32;

    /** Maximum number of characters of a line in a message. */
    private static final int MAX_SHOWN = 40;

    private final KeyType type;
    private final boolean isDouble;
    /** The range of an integer type. Unsigned 64-bit numbers from 2^63 on are not in it. */
    private final long least;

    private final long greatest;

    public NumberText(KeyType type) {
        int unused = Long.SIZE - type.bits();
        this.type = type;
        this.isDouble = type == KeyType.FLOAT64;
        this.least = type.isUnsigned() ? 0 : Long.MIN_VALUE >> unused;
        this.greatest = type.isUnsigned() ? -1L >>> Math.max(1, unused) : ~least;
    }

    /** Formats the key with these bits, as defined by {@link KeyBits}. */
    public static String format(KeyType type, long bits) {
        return switch (type) {
            case UINT64 -> Long.toUnsignedString(bits);
            case FLOAT32 -> Float.toString(Float.intBitsToFloat((int) bits));
            case FLOAT64 -> Double.toString(Double.longBitsToDouble(bits));
            default -> Long.toString(bits);
        };
    }

    /** Returns the maximum number of bytes of a line that {@link #prependLines} writes. */
    static int lineBytes(KeyType type) {
        // The negative number with the most digits is no shorter than an unsigned number of the same width.
        return 1 + (type.isFloat() ? MAX_FLOAT : Long.toString(Long.MIN_VALUE >> Long.SIZE - type.bits()).length());
    }

    /**
     * Formats keys as lines of ASCII, from right to left: the number of a number's digits is not known in advance.
     *
     * @param bits the bits of the keys, at least n
     * @param end index after the last line
     * @return the index of the first line
     */
    static int prependLines(KeyType type, long[] bits, int n, byte[] to, int end) {
        int at = end;
        for (int i = n - 1; i >= 0; i--) {
            to[--at] = '\n';
            boolean plain = !type.isFloat() && (type != KeyType.UINT64 || bits[i] >= 0);
            at = plain ? prepend(bits[i], to, at) : prepend(format(type, bits[i]), to, at);
        }
        return at;
    }

    /** Writes two digits at a time. */
    private static int prepend(long number, byte[] to, int end) {
        int at = end;
        // The smallest number has no positive counterpart, so the rest is negative.
        long rest = number < 0 ? number : -number;
        while (rest <= -10) {
            long quotient = rest / 100;
            int pair = (int) (100 * quotient - rest);
            to[--at] = (byte) ('0' + pair % 10);
            to[--at] = (byte) ('0' + pair / 10);
            rest = quotient;
        }
        if (rest < 0 || number == 0) {
            to[--at] = (byte) ('0' - rest);
        }
        if (number < 0) {
            to[--at] = '-';
        }
        return at;
    }

    private static int prepend(String text, byte[] to, int end) {
        int at = end - text.length();
        for (int i = 0; i < text.length(); i++) {
            to[at + i] = (byte) text.charAt(i);
        }
        return at;
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
        if (isLong && !type.isFloat() && isInRange(value)) {
            return value;
        }
        String number = new String(text, from, to - from, StandardCharsets.ISO_8859_1).strip();
        return type.isFloat() ? parseFloat(number) : parseInteger(number);
    }

    private boolean isInRange(long value) {
        return value >= least && value <= greatest;
    }

    private long parseInteger(String text) {
        try {
            long value = type == KeyType.UINT64 ? Long.parseUnsignedLong(text) : Long.parseLong(text);
            if (type == KeyType.UINT64 || isInRange(value)) {
                return value;
            }
        } catch (NumberFormatException e) {
            // The message says what was expected.
        }
        String range = least + " to " + Long.toUnsignedString(type == KeyType.UINT64 ? -1 : greatest);
        throw unexpected((type.isUnsigned() ? "a " : "an ") + type.label() + " (" + range + ")", text,
                text.matches("[+-]?[0-9]+"));
    }

    private long parseFloat(String text) {
        boolean isName = hasOtherLetters(text);
        try {
            String number = isName ? named(text) : text;
            boolean isFloat = type == KeyType.FLOAT32;
            double value = isFloat ? Float.parseFloat(number) : Double.parseDouble(number);
            if (!isName && !Double.isFinite(value)) {
                throw unexpected("a " + type.label(), text, true);
            }
            return isFloat
                    ? Integer.toUnsignedLong(Float.floatToRawIntBits((float) value))
                    : Double.doubleToRawLongBits(value);
        } catch (NumberFormatException e) {
            throw unexpected("a " + type.label(), text, false);
        }
    }

    /** Returns whether a number has letters other than that of an exponent. Java's suffixes and hexadecimal numbers have. */
    private static boolean hasOtherLetters(String number) {
        for (int i = 0; i < number.length(); i++) {
            char lower = Character.toLowerCase(number.charAt(i));
            if (lower >= 'a' && lower <= 'z' && lower != 'e') {
                return true;
            }
        }
        return false;
    }

    /** Returns Java's name of a number without digits. */
    private static String named(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "nan", "+nan", "-nan" -> "NaN";
            case "inf", "+inf", "infinity", "+infinity" -> "Infinity";
            case "-inf", "-infinity" -> "-Infinity";
            default -> throw new NumberFormatException(text);
        };
    }

    /**
     * Returns an exception for a text.
     *
     * @param expected what was expected: {@code a decimal}
     * @param text a character for each byte
     * @param isNumber whether the text is a number, which is out of range
     */
    public static IllegalArgumentException unexpected(String expected, String text, boolean isNumber) {
        String line = new String(text.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
        String shown = line.length() <= MAX_SHOWN ? line : line.substring(0, MAX_SHOWN) + "...";
        return new IllegalArgumentException("expected " + expected + ", found "
                + (isNumber ? shown + ", which is out of range" : "'" + shown + "'"));
    }
}
