package io.github.tornadosort.files.internal.text;

/**
 * How a key of lines is compared: by the letters of GNU sort, in the C locale.
 *
 * @param type what the bytes of the key mean
 * @param ignored the bytes that are left out
 * @param fold whether lower case letters are compared as upper case letters
 * @param descending whether greater keys come first
 */
public record Ordering(Type type, Ignored ignored, boolean fold, boolean descending) {
    /** Unsigned bytes, ascending. */
    public static final Ordering BYTES = new Ordering(Type.BYTES, Ignored.NOTHING, false, false);

    /** What the bytes of a key mean, and the letter of the option. */
    public enum Type {
        BYTES(' '),
        /** A decimal number, or 0 if there is none. */
        NUMERIC('n'),
        /** A number with an exponent, an infinity or NaN, all of which come after text that is no number. */
        GENERAL('g'),
        /** A decimal number with a unit such as K, M or G. */
        HUMAN('h'),
        /** The first three letters of an English month, which come after other text. */
        MONTH('M'),
        /** The number of a version. */
        VERSION('V');

        private final char letter;

        Type(char letter) {
            this.letter = letter;
        }

        private static Type of(char letter) {
            for (Type type : values()) {
                if (type.letter == letter && type != BYTES) {
                    return type;
                }
            }
            throw new IllegalArgumentException("unknown letter '" + letter + "' of an order, expected some of dfghiMnrV");
        }
    }

    /** Bytes that are left out. */
    public enum Ignored {
        NOTHING,
        /** All but printable ASCII characters. */
        UNPRINTABLE,
        /** All but blanks, ASCII letters and digits. */
        PUNCTUATION;

        boolean has(int value) {
            return switch (this) {
                case NOTHING -> false;
                case UNPRINTABLE -> value < ' ' || value > '~';
                case PUNCTUATION -> !isBlank(value) && !isLetter(value) && !isDigit(value);
            };
        }
    }

    /**
     * Returns the order that letters of GNU sort name: of {@code dfgihMnrV}.
     *
     * @throws IllegalArgumentException if a letter is none of them, or two exclude each other; the message is one line
     */
    public static Ordering of(String letters) {
        Ordering order = BYTES;
        for (int i = 0; i < letters.length(); i++) {
            order = order.with(letters.charAt(i));
        }
        if (order.ignored != Ignored.NOTHING && order.type != Type.BYTES && order.type != Type.VERSION) {
            throw new IllegalArgumentException(
                    "the orders '" + (order.ignored == Ignored.PUNCTUATION ? 'd' : 'i') + "' and '" + order.type.letter
                            + "' exclude each other; leave out one of them");
        }
        return order;
    }

    private Ordering with(char letter) {
        return switch (letter) {
            case 'd' -> new Ordering(type, Ignored.PUNCTUATION, fold, descending);
            case 'i' -> ignored == Ignored.PUNCTUATION ? this : new Ordering(type, Ignored.UNPRINTABLE, fold, descending);
            case 'f' -> new Ordering(type, ignored, true, descending);
            case 'r' -> new Ordering(type, ignored, fold, true);
            default -> with(Type.of(letter));
        };
    }

    private Ordering with(Type other) {
        if (type != Type.BYTES && type != other) {
            throw new IllegalArgumentException("the orders '" + type.letter + "' and '" + other.letter
                    + "' exclude each other; leave out one of them");
        }
        return new Ordering(other, ignored, fold, descending);
    }

    /** Returns whether the bytes of a key are compared as they are. */
    boolean isPlain() {
        return type == Type.BYTES && ignored == Ignored.NOTHING && !fold;
    }

    static boolean isBlank(int value) {
        return value == ' ' || value == '\t' || value == '\n';
    }

    static boolean isDigit(int value) {
        return value >= '0' && value <= '9';
    }

    static boolean isLetter(int value) {
        int lower = value | 0x20;
        return lower >= 'a' && lower <= 'z' && value < 0x80;
    }
}
