package io.github.tornadosort;

/**
 * The first keys of a sorted order, as {@link Sorter#topK(Column, int, Order)} and
 * {@link StringSorts#topK(Strings, int, Order)} return them.
 *
 * @param <T> {@link Column} or {@link Strings}
 * @param keys copies of the keys, sorted
 * @param indices the index of each key among those that were searched, in the order of {@code keys}
 */
public record TopK<T>(T keys, int[] indices) {
    /** {@return the size, and the first keys and their indices} */
    @Override
    public String toString() {
        return "TopK[keys=" + keys + ", indices=" + Column.of(indices).content() + "]";
    }
}
