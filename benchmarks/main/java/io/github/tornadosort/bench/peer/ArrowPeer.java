package io.github.tornadosort.bench.peer;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.arrow.ArrowKey;
import io.github.tornadosort.arrow.ArrowSort;
import io.github.tornadosort.bench.Request;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * This project's sort of a table of Arrow vectors. The columns are computed from the keys; {@link DuckDbTablePeer} computes the
 * same.
 */
public final class ArrowPeer extends JavaPeer {
    /** Its name in results. */
    public static final String NAME = "arrow-sort";

    static final String TABLE = "arrow-table";
    private static final int DAYS = 2000;
    private static final int AMOUNTS = 8191;
    private static final long FACTOR = 48_271;
    private static final long MODULUS = Integer.MAX_VALUE;

    private final Sorter sorter = Sorter.open();
    private final RootAllocator allocator = new RootAllocator();

    /** Opens a sorter. */
    public ArrowPeer() {
        super(NAME, true, "tornado-sort-arrow");
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
        return request.type() == KeyType.INT32 && request.operation().equals(TABLE) ? table(keys) : null;
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
