package io.github.tornadosort.files.internal.runs;

/**
 * How rows of runs are stored and compared.
 *
 * @param descending whether greater keys come first
 * @param ties orders rows of different runs whose keys are equal, or null if that of the earlier run comes first
 */
public record RunOrder(RunFormat format, boolean descending, TieOrder ties) {
    /**
     * Returns the order of ascending rows that are stored with their keys.
     *
     * @param ties may be null, see {@link #ties}
     */
    public static RunOrder keyed(TieOrder ties) {
        return new RunOrder(KeyedRows.FORMAT, false, ties);
    }
}
