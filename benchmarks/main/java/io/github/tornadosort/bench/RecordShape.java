package io.github.tornadosort.bench;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The records that an operation is on; their keys are in front.
 *
 * @param bytes of a record
 * @param keyBytes of its key
 */
public record RecordShape(int bytes, int keyBytes) {
    /** As gensort makes them. */
    static final RecordShape GENSORT = new RecordShape(BenchCase.RECORD_BYTES, BenchCase.RECORD_KEY_BYTES);

    private static final Pattern OF_WIDTH = Pattern.compile("records-([0-9]+)");

    /** Records of the width that the operation names, as {@code records-64} does, have keys of four bytes. */
    public static RecordShape of(String operation) {
        Matcher width = OF_WIDTH.matcher(operation);
        return width.find() ? new RecordShape(Integer.parseInt(width.group(1)), Integer.BYTES) : GENSORT;
    }
}
