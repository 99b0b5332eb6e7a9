package io.github.tornadosort.cli.io;

import io.github.tornadosort.KeyType;
import java.util.Locale;

/** Formats and parses keys as decimal text, as Java does. Also accepts NaN, Infinity, and NumPy's nan and inf in any case. */
public final class KeyText {
    /** Maximum number of characters of a line in a message. */
    private static final int MAX_SHOWN = 40;

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
     * Parses a key and returns its bits.
     *
     * @throws IllegalArgumentException if the text is not a number of this type; the message says what was expected
     */
    static long parse(KeyType type, String text) {
        return type.isFloat() ? parseFloat(type, text) : parseInteger(type, text);
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
        int bits = type.bits();
        long least = type.isUnsigned() ? 0 : Long.MIN_VALUE >> 64 - bits;
        long greatest = type.isUnsigned() ? -1L >>> 64 - bits : Long.MAX_VALUE >> 64 - bits;
        if (value < least || value > greatest) {
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
            throw new IllegalArgumentException("expected a " + type.label() + ", found '" + shortened(text) + "'");
        }
    }

    private static void checkRange(KeyType type, String text, boolean overflow) {
        if (overflow) {
            throw new IllegalArgumentException(
                    "expected a " + type.label() + ", found " + shortened(text) + ", which is out of range");
        }
    }
}
