package io.github.tornadosort.bench;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The shape of the records of an operation. The key is at the start of each record.
 *
 * @param bytes bytes per record
 * @param keyBytes bytes per key
 */
public record RecordShape(int bytes, int keyBytes) {
    /** The records that gensort generates. */
    static final RecordShape GENSORT = new RecordShape(BenchCase.RECORD_BYTES, BenchCase.RECORD_KEY_BYTES);

    private static final Pattern OF_WIDTH = Pattern.compile("records-([0-9]+)");

    /**
     * Returns the shape for an operation. Records with a width in the name, as in {@code records-64}, have keys of four bytes.
     */
    public static RecordShape of(String operation) {
        Matcher width = OF_WIDTH.matcher(operation);
        return width.find() ? new RecordShape(Integer.parseInt(width.group(1)), Integer.BYTES) : GENSORT;
    }
}
