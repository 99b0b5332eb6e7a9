package io.github.tornadosort.files.internal.runs;

/**
 * How rows of runs are stored and compared.
 *
 * @param descending whether greater keys come first
 * @param ties orders rows of different runs whose keys are equal, or null if that of the earlier run comes first
 * @param compressed whether runs are compressed
 */
public record RunOrder(RunFormat format, boolean descending, TieOrder ties, boolean compressed) {
    /** Returns an order of runs that are not compressed. */
    public RunOrder(RunFormat format, boolean descending, TieOrder ties) {
        this(format, descending, ties, false);
    }

    /**
     * Returns the order of ascending rows that are stored with their keys.
     *
     * @param ties may be null, see {@link #ties}
     */
    public static RunOrder keyed(TieOrder ties, boolean compressed) {
        return new RunOrder(KeyedRows.FORMAT, false, ties, compressed);
    }
}
