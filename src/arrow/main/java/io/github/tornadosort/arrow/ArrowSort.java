package io.github.tornadosort.arrow;

import io.github.tornadosort.Key;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.arrow.Layout.Comparison;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * Sorts vectors and tables of Apache Arrow's Java library. All sorts are stable. Vectors are sorted where they lie, on all cores
 * or on a device of the {@link Sorter}; only columns with nulls, booleans and decimals of 128 bits or more are converted first.
 * Nested columns, and the indices of dictionary-encoded ones, are carried with their rows. Unions and run-end encoded columns are
 * refused.
 *
 * <pre>{@code
 * try (Sorter sorter = Sorter.open()) {
 *     ArrowSort.sort(sorter, table, ArrowKey.ascending("day"), ArrowKey.descending("price"));
 * }
 * }</pre>
 *
 * <p><b>Cost.</b> The times that the methods state are those of one core of a server.
 *
 * <p><b>JVM flags.</b> Arrow's memory management needs {@code --add-opens=java.base/java.nio=ALL-UNNAMED}; without it, all
 * methods throw an {@link IllegalStateException} that says so. {@code --enable-native-access=ALL-UNNAMED} and
 * {@code --sun-misc-unsafe-memory-access=allow} silence warnings of the JVM.
 */
public final class ArrowSort {
    private static final String OPENED = "java.nio";

    private ArrowSort() {}

    /**
     * Returns the indices of a table's rows in sorted order. Equal rows keep their order. For one key of ints, this takes about 1
     * µs for 10 rows and 15 µs for 1,000.
     *
     * @param sorter sorts the keys
     * @param table the table, which is not changed
     * @param keys the columns to sort by; the first one is the primary key
     * @return one index per row: {@code result[0]} is the index of the first row in order
     * @throws IllegalArgumentException if there is no key, or no column or more than one of its name, or its values have no order
     */
    public static int[] argsort(Sorter sorter, VectorSchemaRoot table, ArrowKey... keys) {
        requireFlags();
        return argsort(sorter, table.getFieldVectors(), table.getRowCount(), keys);
    }

    /**
     * Returns the indices of a vector's values in sorted order. Equal values keep their order. This takes about 1 µs for 10 ints
     * and 15 µs for 1,000, or two to three times as long if some of them are null.
     *
     * @param sorter sorts the values
     * @param vector the vector, which is not changed
     * @param key the order of the values; its column is null or the name of the vector
     * @return one index per value: {@code result[0]} is the index of the first value in order
     * @throws IllegalArgumentException if the values have no order, or the key is of another column
     */
    public static int[] argsort(Sorter sorter, FieldVector vector, ArrowKey key) {
        requireFlags();
        return argsort(sorter, List.of(vector), vector.getValueCount(), key);
    }

    /**
     * Sorts the rows of a table. The table's vectors receive new buffers from their allocators. If that fails, they are
     * unchanged. The cost is that of {@link #argsort(Sorter, VectorSchemaRoot, ArrowKey...) argsort} and of copies of all
     * vectors; see {@link #take(VectorSchemaRoot, int[], BufferAllocator)}.
     *
     * @param sorter sorts the keys
     * @param table the table
     * @param keys the columns to sort by; the first one is the primary key
     * @throws IllegalArgumentException as {@link #argsort(Sorter, VectorSchemaRoot, ArrowKey...)} does, or if a column is
     *     a union or run-end encoded, or too long for its offsets in the result
     */
    public static void sort(Sorter sorter, VectorSchemaRoot table, ArrowKey... keys) {
        reorder(table.getFieldVectors(), argsort(sorter, table, keys));
    }

    /**
     * Sorts the values of a vector. It receives new buffers from its allocator. If that fails, it is unchanged. The cost is that
     * of {@link #argsort(Sorter, FieldVector, ArrowKey) argsort} and of a copy of the vector; see
     * {@link #take(FieldVector, int[], BufferAllocator)}.
     *
     * @param sorter sorts the values
     * @param vector the vector
     * @param key the order of the values; its column is null or the name of the vector
     * @throws IllegalArgumentException as {@link #argsort(Sorter, FieldVector, ArrowKey)} does
     */
    public static void sort(Sorter sorter, FieldVector vector, ArrowKey key) {
        reorder(List.of(vector), argsort(sorter, vector, key));
    }

    /**
     * Copies rows of a table, on all cores. For two columns of ints and one of strings, this takes about 7 µs for 10 rows and 20
     * µs for 1,000.
     *
     * @param table the table, which is not changed
     * @param indices the indices of the rows; they may repeat
     * @param allocator allocates the copies
     * @return a new table of the same schema, whose row i is the row {@code indices[i]}; the caller closes it
     * @throws IndexOutOfBoundsException if there is no such row
     * @throws IllegalArgumentException if a column is a union or run-end encoded, or too long for its offsets in the result
     */
    public static VectorSchemaRoot take(VectorSchemaRoot table, int[] indices, BufferAllocator allocator) {
        requireFlags();
        checkIndices(indices, table.getRowCount());
        List<FieldVector> taken = new ArrayList<>();
        try {
            for (FieldVector vector : table.getFieldVectors()) {
                taken.add(Vectors.take(vector, indices, allocator));
            }
        } catch (RuntimeException | Error e) {
            taken.forEach(FieldVector::close);
            throw e;
        }
        return new VectorSchemaRoot(table.getSchema(), taken, indices.length);
    }

    /**
     * Copies values of a vector, on all cores. This takes about 3 µs for up to 1,000 ints.
     *
     * @param vector the vector, which is not changed
     * @param indices the indices of the values; they may repeat
     * @param allocator allocates the copies
     * @return a new vector of the same field, whose value i is the value {@code indices[i]}; the caller closes it
     * @throws IndexOutOfBoundsException if there is no such value
     * @throws IllegalArgumentException if the vector is a union or run-end encoded, or the result is too long for its offsets
     */
    public static FieldVector take(FieldVector vector, int[] indices, BufferAllocator allocator) {
        requireFlags();
        checkIndices(indices, vector.getValueCount());
        return Vectors.take(vector, indices, allocator);
    }

    private static int[] argsort(Sorter sorter, List<FieldVector> columns, int rows, ArrowKey... keys) {
        if (keys.length == 0) {
            throw new IllegalArgumentException("no key to sort by");
        }
        try (Arena arena = Parallel.arena(rows)) {
            List<Key> found = new ArrayList<>();
            for (ArrowKey key : keys) {
                FieldVector vector = find(columns, key);
                if (vector.getValueCount() != rows) {
                    throw new IllegalArgumentException("column '" + vector.getName() + "' has " + vector.getValueCount()
                            + " values, and the table has " + rows + " rows");
                }
                ArrowArray values = Vectors.view(vector);
                if (values.layout().order() == Comparison.NONE) {
                    throw new IllegalArgumentException(
                            "values of type " + vector.getField().getType().getTypeID() + " have no order");
                }
                if (rows > 0) { // Buffers of empty vectors may be missing.
                    new ColumnOrder(values, key.order(), key.nullsFirst()).addTo(found, arena);
                }
            }
            return rows == 0 ? new int[0] : sorter.argsort(found.removeFirst(), found.toArray(Key[]::new));
        }
    }

    private static FieldVector find(List<FieldVector> columns, ArrowKey key) {
        List<FieldVector> found = key.column() == null
                ? columns
                : columns.stream().filter(vector -> vector.getName().equals(key.column())).toList();
        if (found.size() != 1) {
            List<String> names = columns.stream().map(FieldVector::getName).toList();
            throw new IllegalArgumentException(key.column() == null
                    ? "a key without a column, but there are the columns " + names
                    : (found.isEmpty() ? "no column has" : found.size() + " columns have") + " the name '" + key.column()
                            + "'; the columns are " + names);
        }
        return found.getFirst();
    }

    private static void checkIndices(int[] indices, int size) {
        for (int index : indices) {
            Objects.checkIndex(index, size);
        }
    }

    /** Reorders vectors. They are overwritten when there is a copy of each. */
    private static void reorder(List<FieldVector> vectors, int[] order) {
        List<Vectors.Taken> taken = new ArrayList<>();
        try {
            for (FieldVector vector : vectors) {
                taken.add(new Vectors.Taken(vector, order, vector.getAllocator()));
            }
            for (int i = 0; i < vectors.size(); i++) {
                taken.get(i).load(vectors.get(i));
            }
        } finally {
            taken.forEach(Vectors.Taken::close);
        }
    }

    private static void requireFlags() {
        if (!Object.class.getModule().isOpen(OPENED, ArrowBuf.class.getModule())) {
            throw new IllegalStateException("Arrow needs access to direct buffers; start Java with --add-opens=java.base/"
                    + OPENED + "=ALL-UNNAMED");
        }
    }
}
