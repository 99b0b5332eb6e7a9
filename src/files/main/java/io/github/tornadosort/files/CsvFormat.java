package io.github.tornadosort.files;

/**
 * How the rows of a table are written as text. Rows end with LF or CR LF. A field that begins with a double quote ends with the
 * next one, and two quotes in it stand for one.
 *
 * @param delimiter the ASCII character between fields
 * @param quotes whether fields may be quoted; otherwise quotes are ordinary characters, and no field can contain a delimiter or a
 *     line end
 * @param header whether the first row has the names of the columns, and stays the first
 * @param nullsFirst whether rows with an empty key come first, whatever the direction of the key; otherwise they come last
 */
public record CsvFormat(char delimiter, boolean quotes, Header header, boolean nullsFirst) {
    /** Whether a table has a header. */
    public enum Header {
        /** It has one. */
        PRESENT,
        /** It has none. */
        ABSENT,
        /** It has one, unless the first row has a number in a column of numbers: such a table is refused. */
        ASSUMED
    }

    /** Fields with commas between them, and a header. */
    public static final CsvFormat COMMAS = new CsvFormat(',', true, Header.ASSUMED, false);

    /** Fields with tabs between them, and a header. */
    public static final CsvFormat TABS = new CsvFormat('\t', true, Header.ASSUMED, false);

    /**
     * Checks the delimiter.
     *
     * @throws IllegalArgumentException if the delimiter is not an ASCII character, or is a quote or a line end
     */
    public CsvFormat {
        if (delimiter == 0 || delimiter > Byte.MAX_VALUE || "\n\r\"".indexOf(delimiter) >= 0) {
            throw new IllegalArgumentException(
                    "a delimiter must be one ASCII character other than a quote or a line end");
        }
    }

    /**
     * {@return this format with another delimiter}
     *
     * @param character the ASCII character between fields, neither a quote nor a line end
     */
    public CsvFormat withDelimiter(char character) {
        return new CsvFormat(character, quotes, header, nullsFirst);
    }

    /** {@return this format without quotes} */
    public CsvFormat withoutQuotes() {
        return new CsvFormat(delimiter, false, header, nullsFirst);
    }

    /** {@return this format with a header} */
    public CsvFormat withHeader() {
        return new CsvFormat(delimiter, quotes, Header.PRESENT, nullsFirst);
    }

    /** {@return this format without a header: the first row is sorted as the others} */
    public CsvFormat withoutHeader() {
        return new CsvFormat(delimiter, quotes, Header.ABSENT, nullsFirst);
    }

    /** {@return this format with rows whose key is empty in front} */
    public CsvFormat withNullsFirst() {
        return new CsvFormat(delimiter, quotes, header, true);
    }
}
