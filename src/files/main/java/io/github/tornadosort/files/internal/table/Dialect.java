package io.github.tornadosort.files.internal.table;

import io.github.tornadosort.files.internal.io.ByteSearch;

/**
 * How rows are written as text. Rows end with LF or CR LF. If fields may be quoted, a field that begins with a double quote ends
 * with the next one; two quotes in it stand for one. Quotes elsewhere in a field are ordinary characters.
 *
 * @param delimiter the ASCII character between fields
 * @param quotes whether fields may be quoted
 */
public record Dialect(byte delimiter, boolean quotes) {
    static final byte QUOTE = '"';
    static final long QUOTES = ByteSearch.repeated(QUOTE);

    /**
     * Checks the delimiter.
     *
     * @throws IllegalArgumentException if rows cannot be split by it; the message is one line
     */
    public Dialect {
        if (delimiter <= 0 || delimiter == '\n' || delimiter == '\r' || delimiter == QUOTE) {
            throw new IllegalArgumentException(
                    "a delimiter must be one ASCII character other than a quote or a line end");
        }
    }
}
