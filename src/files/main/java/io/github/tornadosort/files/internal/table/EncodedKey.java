package io.github.tornadosort.files.internal.table;

/**
 * The format of encoded keys, which are byte strings whose order is that of the rows. Each key is
 *
 * <ul>
 *   <li>a byte that tells null, or an empty field, from other values, and
 *   <li>unless the value is null, either a number in big-endian order, a decimal number as {@link DecimalText}
 *       describes, or bytes, which a 0 ends. In bytes, 0 is written as 1, 1 and 1 as
 *       1, 2. Bytes that nothing follows are written as they are. All bits of a descending key are inverted.
 * </ul>
 *
 * <p>Graefe, Implementing Sorting in Database Systems (2006), §4.1, describes such keys.
 */
public final class EncodedKey {
    public static final byte NULL_FIRST = 1;
    public static final byte VALUE = 2;
    public static final byte NULL_LAST = 3;
    /** The end of bytes. */
    public static final byte END = 0;
    /** The first byte of an escaped one, and the greatest byte that is escaped. An escaped byte is followed by the byte plus 1. */
    public static final byte ESCAPE = 1;

    private EncodedKey() {}

    /** Returns whether a byte is escaped. */
    public static boolean isEscaped(byte value) {
        return value == END || value == ESCAPE;
    }
}
