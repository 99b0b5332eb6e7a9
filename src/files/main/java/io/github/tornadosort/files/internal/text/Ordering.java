package io.github.tornadosort.files.internal.text;

/**
 * How a key of lines is compared: by the letters of GNU sort, in the C locale.
 *
 * @param type what the bytes of the key mean: {@code n}, a decimal number, or 0 if there is none; {@code g}, a number with an
 *     exponent, an infinity or NaN, all of which come after text that is no number; {@code h}, a decimal number with a unit such
 *     as K, M or G; {@code M}, the first three letters of an English month, which come after other text; {@code V}, the number
 *     of a version; or {@link #NONE}, bytes
 * @param ignored the bytes that are left out: {@code d}, all but blanks, ASCII letters and digits; {@code i}, all but printable
 *     ASCII characters; or {@link #NONE}
 * @param fold whether lower case letters are compared as upper case letters
 * @param descending whether greater keys come first
 */
public record Ordering(char type, char ignored, boolean fold, boolean descending) {
    static final char NONE = ' ';

    /**
     * Returns the order that letters of GNU sort name: of {@code bdfgihMnrV}. The letter {@code b} is that of a position.
     *
     * @throws IllegalArgumentException if a letter is none of them, or two exclude each other; the message is one line
     */
    static Ordering of(String letters) {
        char type = NONE;
        char ignored = NONE;
        for (int i = 0; i < letters.length(); i++) {
            char letter = letters.charAt(i);
            switch (letter) {
                case 'b', 'f', 'r' -> {}
                case 'd', 'i' -> ignored = ignored == 'd' ? ignored : letter;
                case 'g', 'h', 'M', 'n', 'V' -> {
                    requireOne(type, letter);
                    type = letter;
                }
                default ->
                    throw new IllegalArgumentException(
                            "unknown letter '" + letter + "' of an order, expected some of dfghiMnrV");
            }
        }
        if (type != 'V') {
            requireOne(ignored, type);
        }
        return new Ordering(type, ignored, letters.contains("f"), letters.contains("r"));
    }

    private static void requireOne(char one, char other) {
        if (one != NONE && other != NONE && one != other) {
            throw new IllegalArgumentException(
                    "the orders '" + one + "' and '" + other + "' exclude each other; leave out one of them");
        }
    }

    /** Returns whether the bytes of a key are compared as they are. */
    boolean isPlain() {
        return type == NONE && !isChanged();
    }

    /** Returns whether bytes are left out or changed before they are compared. */
    boolean isChanged() {
        return fold || ignored != NONE;
    }

    /** Returns whether a byte is left out. */
    boolean ignores(byte value) {
        return switch (ignored) {
            case 'd' -> !isBlank(value) && !isLetter(value) && !isDigit(value);
            case 'i' -> value < ' ' || value > '~';
            default -> false;
        };
    }

    static boolean isBlank(byte value) {
        return value == ' ' || value == '\t' || value == '\n';
    }

    static boolean isDigit(byte value) {
        return value >= '0' && value <= '9';
    }

    static boolean isLetter(byte value) {
        int lower = value | 0x20;
        return lower >= 'a' && lower <= 'z';
    }
}
