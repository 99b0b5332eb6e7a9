package io.github.tornadosort.cli.io;

import io.github.tornadosort.KeyType;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Formats and parses keys as decimal text, as Java does. Also accepts NaN, Infinity, and NumPy's nan and inf in any case. */
public final class KeyText {
    /** Maximum number of bytes that {@link #append} writes or uses. */
    static final int MAX_BYTES = 32;

    /** Maximum number of characters of a line in a message. */
    private static final int MAX_SHOWN = 40;

    /** Every number of this many digits fits in a long. */
    private static final int MAX_DIGITS = 18;

    private KeyText() {}

    /** Formats the key with these bits, as defined by {@link io.github.tornadosort.cli.data.KeyBits}. */
    public static String format(KeyType type, long bits) {
        return switch (type) {
            case UINT64 -> Long.toUnsignedString(bits);
            case FLOAT32 -> Float.toString(Float.intBitsToFloat((int) bits));
            case FLOAT64 -> Double.toString(Double.longBitsToDouble(bits));
            default -> Long.toString(bits);
        };
    }

    /**
     * Formats a key as ASCII, and returns the index after it. Integers are formatted without a string.
     *
     * @param at index of the first byte to write; at least {@link #MAX_BYTES} must follow
     */
    static int append(KeyType type, long bits, byte[] to, int at) {
        if (type.isFloat() || type == KeyType.UINT64 && bits < 0) {
            String text = format(type, bits);
            for (int i = 0; i < text.length(); i++) {
                to[at + i] = (byte) text.charAt(i);
            }
            return at + text.length();
        }
        // The digits are written from right to left, at the end of the available bytes. A negative rest has no overflow.
        int end = at + MAX_BYTES;
        int first = end;
        long rest = bits < 0 ? bits : -bits;
        do {
            to[--first] = (byte) ('0' - rest % 10);
            rest /= 10;
        } while (rest != 0);
        if (bits < 0) {
            to[--first] = '-';
        }
        System.arraycopy(to, first, to, at, end - first);
        return at + end - first;
    }

    /**
     * Parses a line and returns the bits of its key. Plain integers are parsed without a string.
     *
     * @throws IllegalArgumentException if the line is not a number of this type; the message says what was expected
     */
    static long parse(KeyType type, byte[] bytes, int from, int to) {
        int end = to > from && bytes[to - 1] == '\r' ? to - 1 : to;
        boolean negative = from < end && bytes[from] == '-';
        int at = negative ? from + 1 : from;
        if (!type.isFloat() && at < end && end - at <= MAX_DIGITS && !(negative && type == KeyType.UINT64)) {
            long value = 0;
            while (at < end && bytes[at] >= '0' && bytes[at] <= '9') {
                value = 10 * value + (bytes[at++] - '0');
            }
            if (at == end && isInRange(type, negative ? -value : value)) {
                return negative ? -value : value;
            }
        }
        return parse(type, new String(bytes, from, to - from, StandardCharsets.ISO_8859_1).strip());
    }

    /**
     * Parses a number without spaces around it.
     *
     * @throws IllegalArgumentException if it is not a number of this type; the message says what was expected
     */
    public static long parse(KeyType type, String text) {
        return type.isFloat() ? parseFloat(type, text) : parseInteger(type, text);
    }

    /** Returns whether a number is in the range of an integer type. Unsigned 64-bit numbers must be less than 2^63. */
    public static boolean isInRange(KeyType type, long value) {
        int bits = type.bits();
        return type.isUnsigned()
                ? value >= 0 && value <= -1L >>> Math.max(1, 64 - bits)
                : value >= Long.MIN_VALUE >> 64 - bits && value <= Long.MAX_VALUE >> 64 - bits;
    }

    /** Describes the range of an integer type, for a message. */
    private static String range(KeyType type) {
        int bits = type.bits();
        return type.isUnsigned()
                ? "0 to " + Long.toUnsignedString(-1L >>> 64 - bits)
                : (Long.MIN_VALUE >> 64 - bits) + " to " + (Long.MAX_VALUE >> 64 - bits);
    }

    private static long parseInteger(KeyType type, String text) {
        if (type == KeyType.UINT64) {
            try {
                return Long.parseUnsignedLong(text);
            } catch (NumberFormatException e) {
                throw notAnInteger(type, text);
            }
        }
        long value;
        try {
            value = Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw notAnInteger(type, text);
        }
        if (!isInRange(type, value)) {
            throw notAnInteger(type, text);
        }
        return value;
    }

    private static IllegalArgumentException notAnInteger(KeyType type, String text) {
        boolean number = text.matches("[+-]?[0-9]+");
        return new IllegalArgumentException("expected an " + type.label() + " (" + range(type) + "), found "
                + (number ? shortened(text) + ", which is out of range" : "'" + shortened(text) + "'"));
    }

    /** Shortens a long line for a message. */
    private static String shortened(String text) {
        return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "...";
    }

    private static long parseFloat(KeyType type, String text) {
        String number =
                switch (text.toLowerCase(Locale.ROOT)) {
                    case "nan", "+nan", "-nan" -> "NaN";
                    case "inf", "+inf", "infinity", "+infinity" -> "Infinity";
                    case "-inf", "-infinity" -> "-Infinity";
                    default -> text;
                };
        boolean finite = number.equals(text) && !text.endsWith("NaN") && !text.endsWith("Infinity");
        try {
            if (type == KeyType.FLOAT32) {
                float value = Float.parseFloat(number);
                checkRange(type, text, finite && Float.isInfinite(value));
                return Integer.toUnsignedLong(Float.floatToRawIntBits(value));
            }
            double value = Double.parseDouble(number);
            checkRange(type, text, finite && Double.isInfinite(value));
            return Double.doubleToRawLongBits(value);
        } catch (NumberFormatException e) {
            throw notA(type, text);
        }
    }

    /** Returns an exception for a text that is not a floating-point number. */
    public static IllegalArgumentException notA(KeyType type, String text) {
        return new IllegalArgumentException("expected a " + type.label() + ", found '" + shortened(text) + "'");
    }

    private static void checkRange(KeyType type, String text, boolean overflow) {
        if (overflow) {
            throw new IllegalArgumentException(
                    "expected a " + type.label() + ", found " + shortened(text) + ", which is out of range");
        }
    }
}
