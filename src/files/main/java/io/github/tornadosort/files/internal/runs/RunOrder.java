package io.github.tornadosort.files.internal.runs;

/**
 * How rows of runs are stored and compared.
 *
 * @param descending whether greater keys come first
 * @param ties orders rows of different runs whose keys are equal
 */
public record RunOrder(RunFormat format, boolean descending, TieOrder ties) {
    /** Ascending rows that are stored with their keys. Of equal rows, that of the earlier run comes first. */
    public static final RunOrder KEYED = new RunOrder(KeyedRows.FORMAT, false, TieOrder.BY_RUN);
}
