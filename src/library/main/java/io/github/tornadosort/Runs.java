package io.github.tornadosort;

/**
 * The distinct keys of a column, as {@link Sorter#runLengths(Column, Order)} returns them.
 *
 * @param keys one copy of each distinct key, sorted; of keys that are equal but differ in their bits, the first one
 * @param counts the number of times that each of {@code keys} occurs
 */
public record Runs(Column keys, int[] counts) {
    /** {@return the number of distinct keys, and the first of them with their counts} */
    @Override
    public String toString() {
        return "Runs[keys=" + keys + ", counts=" + Column.of(counts).content() + "]";
    }
}
