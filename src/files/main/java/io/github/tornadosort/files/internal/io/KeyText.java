package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.KeyType;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Formats and parses keys as decimal text, as Java does. NaN, Infinity, nan and inf in any case are numbers too. */
public final class KeyText {
    /** More characters than any float or double has. */
    private static final int MAX_FLOAT = 32;

    /** Maximum number of characters of a line in a message. */
    private static final int MAX_SHOWN = 40;

    private KeyText() {}

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
     * Parses a number without spaces around it.
     *
     * @throws IllegalArgumentException if it is not a number of this type; the message says what was expected
     */
    static long parse(KeyType type, String text) {
        return type.isFloat() ? parseFloat(type, text) : parseInteger(type, text);
    }

    /** Returns whether a number is in the range of an integer type. Unsigned 64-bit numbers must be less than 2^63. */
    static boolean isInRange(KeyType type, long value) {
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
        try {
            long value = type == KeyType.UINT64 ? Long.parseUnsignedLong(text) : Long.parseLong(text);
            if (type == KeyType.UINT64 || isInRange(type, value)) {
                return value;
            }
        } catch (NumberFormatException e) {
            // The message says what was expected.
        }
        throw notAnInteger(type, text);
    }

    private static IllegalArgumentException notAnInteger(KeyType type, String text) {
        boolean number = text.matches("[+-]?[0-9]+");
        return new IllegalArgumentException(
                "expected " + (type.isUnsigned() ? "a " : "an ") + type.label() + " (" + range(type) + "), found "
                        + (number ? shortened(text) + ", which is out of range" : "'" + shortened(text) + "'"));
    }

    /**
     * Returns a line for a message, shortened if it is long.
     *
     * @param bytes a character for each byte of the line
     */
    private static String shortened(String bytes) {
        String text = new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
        return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "...";
    }

    private static long parseFloat(KeyType type, String text) {
        boolean isName = hasOtherLetters(text);
        try {
            String number = isName ? named(text) : text;
            if (type == KeyType.FLOAT32) {
                float value = Float.parseFloat(number);
                requireRange(type, text, isName || Float.isFinite(value));
                return Integer.toUnsignedLong(Float.floatToRawIntBits(value));
            }
            double value = Double.parseDouble(number);
            requireRange(type, text, isName || Double.isFinite(value));
            return Double.doubleToRawLongBits(value);
        } catch (NumberFormatException e) {
            throw notA(type.label(), text);
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

    /** Returns an exception for a text that is not a floating-point number. */
    public static IllegalArgumentException notA(String type, String text) {
        return new IllegalArgumentException("expected a " + type + ", found '" + shortened(text) + "'");
    }

    private static void requireRange(KeyType type, String text, boolean isInRange) {
        if (!isInRange) {
            throw new IllegalArgumentException(
                    "expected a " + type.label() + ", found " + shortened(text) + ", which is out of range");
        }
    }
}
