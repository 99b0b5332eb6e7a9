package io.github.tornadosort.files.internal.runs;

import io.github.tornadosort.files.internal.io.Amount;

/**
 * The memory of a sort, a merge or a check, and what it is for.
 *
 * @param bytes the memory of one input
 * @param inputs the number of inputs that are read at the same time, each of which has as much
 */
public record Budget(long bytes, int inputs) {
    /** The part that holds text. Keys and the sort need more than the text if its rows are short. */
    private static final int TEXT_PART = 4;
    /** Memory for the short rows that are read at the same time as a row. */
    private static final long ENOUGH = 1 << 18;
    /** The part that a merge has. The system needs the rest. */
    private static final int MERGE_PART = 2;

    /** Returns the memory of one input. */
    public Budget(long bytes) {
        this(bytes, 1);
    }

    /** Returns the memory for the text of an input of some bytes. */
    public long text(long input) {
        return Math.min(input, bytes / TEXT_PART);
    }

    /** Returns the memory for merging runs. */
    public long merge() {
        return bytes / MERGE_PART;
    }

    /** Returns the part of each of some inputs that are merged as they are read. */
    public Budget share(int count) {
        return new Budget(merge() / count, MERGE_PART * count);
    }

    /** Returns whether runs with a row can be merged. */
    public boolean hasRoom(long stored) {
        return stored <= Math.max(merge(), RunMerge.LEAST_BYTES) / RunMerge.LEAST_ROWS;
    }

    /**
     * Says how much memory a row needs.
     *
     * @param length of the row
     * @param stored the most bytes that a run stores of it
     */
    public String advice(long length, long stored) {
        long least = Math.max(ENOUGH, RunMerge.LEAST_ROWS * MERGE_PART * stored);
        return "this row of " + Amount.available(length) + " needs " + Amount.needed(least * inputs)
                + " of memory; choose it by memory(long)";
    }
}
