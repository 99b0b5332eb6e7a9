package io.github.tornadosort.bench.peer;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.arrow.ArrowKey;
import io.github.tornadosort.arrow.ArrowSort;
import io.github.tornadosort.bench.Request;
import io.github.tornadosort.bench.Verification;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.algorithm.sort.DefaultVectorComparators;
import org.apache.arrow.algorithm.sort.FixedWidthInPlaceVectorSorter;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * Sorts of Arrow vectors: this project's, of a table or a vector, and that of arrow-algorithm, of a vector. The columns of the table are
 * computed from the keys; {@link DuckDbTablePeer} computes the same.
 */
public final class ArrowPeer extends JavaPeer {
    /** This project's sorts. */
    public static final String OURS = "arrow-sort";
    /** The sort of arrow-algorithm. */
    public static final String ALGORITHM = "arrow-algorithm";

    static final String TABLE = "arrow-table";
    private static final String VECTOR = "arrow-vector";
    private static final int DAYS = 2000;
    private static final int AMOUNTS = 8191;
    private static final long FACTOR = 48_271;
    private static final long MODULUS = Integer.MAX_VALUE;

    private final boolean ours;
    private final Sorter sorter = Sorter.open();
    private final RootAllocator allocator = new RootAllocator();

    /** @param name {@link #OURS} or {@link #ALGORITHM} */
    public ArrowPeer(String name) {
        super(name, name.equals(OURS) ? "tornado-sort-arrow" : "FixedWidthInPlaceVectorSorter of arrow-algorithm");
        this.ours = name.equals(OURS);
    }

    /** The columns in SQL. */
    static String columns(String key) {
        return key + " % " + DAYS + " AS day, (" + key + "::BIGINT * " + FACTOR + " % " + MODULUS
                + ") / 8.0::DOUBLE AS price, "
                + key + "::BIGINT AS id, " + key + " % " + AMOUNTS + " AS amount";
    }

    private static double price(long key) {
        return key * FACTOR % MODULUS / 8.0;
    }

    @Override
    Work work(Request request, Column keys) {
        return request.type() != KeyType.INT32 ? null : switch (request.operation()) {
            case TABLE -> ours ? table(keys) : null;
            case VECTOR -> vector(keys);
            default -> null;
        };
    }

    private Work vector(Column keys) {
        int n = (int) keys.size();
        IntVector vector = new IntVector("key", allocator);
        vector.allocateNew(n);
        for (int i = 0; i < n; i++) {
            vector.set(i, key(keys, i));
        }
        vector.setValueCount(n);
        return new Work(
                () -> {
                    if (ours) {
                        ArrowSort.sort(sorter, vector, ArrowKey.ascending());
                    } else {
                        new FixedWidthInPlaceVectorSorter<IntVector>().sortInPlace(
                                vector, DefaultVectorComparators.createDefaultComparator(vector));
                    }
                },
                () -> {
                    try (vector) {
                        int[] sorted = new int[n];
                        for (int i = 0; i < n; i++) {
                            sorted[i] = vector.get(i);
                        }
                        return Verification.sorted(keys, Column.of(sorted));
                    }
                });
    }

    private static int key(Column keys, long index) {
        return keys.segment().get(ValueLayout.JAVA_INT_UNALIGNED, Integer.BYTES * index);
    }

    private Work table(Column keys) {
        int n = (int) keys.size();
        IntVector day = new IntVector("day", allocator);
        Float8Vector price = new Float8Vector("price", allocator);
        BigIntVector id = new BigIntVector("id", allocator);
        IntVector amount = new IntVector("amount", allocator);
        VectorSchemaRoot table = new VectorSchemaRoot(List.<FieldVector>of(day, price, id, amount));
        table.getFieldVectors().forEach(vector -> vector.setInitialCapacity(n));
        table.allocateNew();
        for (int i = 0; i < n; i++) {
            int key = key(keys, i);
            day.set(i, key % DAYS);
            price.set(i, price(key));
            id.set(i, key);
            amount.set(i, key % AMOUNTS);
        }
        table.setRowCount(n);
        return new Work(
                () -> ArrowSort.sort(sorter, table, ArrowKey.ascending("day"), ArrowKey.descending("price")),
                () -> {
                    try (table) {
                        return verify(keys, day, price, id, amount);
                    }
                });
    }

    private static String verify(Column keys, IntVector day, Float8Vector price, BigIntVector id, IntVector amount) {
        int n = (int) keys.size();
        int[] found = new int[n];
        for (int i = 0; i < n; i++) {
            found[i] = (int) id.get(i);
            boolean isRow =
                    day.get(i) == found[i] % DAYS && price.get(i) == price(found[i]) && amount.get(i) == found[i] % AMOUNTS;
            int byDay = i == 0 ? -1 : Integer.compare(day.get(i - 1), day.get(i));
            if (!isRow || byDay > 0 || byDay == 0 && price.get(i - 1) < price.get(i)) {
                return "row " + i + " is not in order";
            }
        }
        int[] given = keys.segment().toArray(ValueLayout.JAVA_INT_UNALIGNED);
        Arrays.parallelSort(given);
        Arrays.parallelSort(found);
        return MemorySegment.ofArray(given).mismatch(MemorySegment.ofArray(found)) < 0 ? null : "rows are missing";
    }

    @Override
    public void close() {
        sorter.close();
        allocator.close();
    }
}
