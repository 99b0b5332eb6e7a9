package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.SortOrder;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.arrow.ArrowKey;
import io.github.tornadosort.arrow.ArrowSort;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.UInt2Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.Test;

/** Tests that tables in Arrow's memory are sorted as DuckDB sorts them: by several typed keys with nulls and directions. */
class ArrowOrdersTest {
    private static final int ROWS = 3_000;
    private static final String TABLE = """
            CREATE TABLE t AS SELECT i AS id,
                   CASE WHEN hash(i, 1) % 5 > 0 THEN (hash(i, 2) % 7)::TINYINT - 3 END::TINYINT AS tiny,
                   CASE WHEN hash(i, 3) % 5 > 0 THEN (hash(i, 4) % 9 * 8191)::USMALLINT END AS small,
                   CASE WHEN hash(i, 5) % 5 > 0 THEN (hash(i, 6) % 11)::BIGINT * 1000000000000 - 5000000000000 END AS big,
                   CASE WHEN hash(i, 7) % 5 > 0
                        THEN [0.5, -1e300, 'NaN'::DOUBLE, 'Infinity'::DOUBLE, 3e-300, 1e300][1 + (hash(i, 8) % 6)::INT] END AS dbl,
                   CASE WHEN hash(i, 9) % 5 > 0 THEN hash(i, 10) % 2 = 0 END AS bool,
                   CASE WHEN hash(i, 11) % 5 > 0
                        THEN ['', 'a', 'ab', 'Zürich', 'a longer text, 1', 'a longer text, 2'][1 + (hash(i, 12) % 6)::INT] END AS txt
            FROM range(%d) r(i)""".formatted(ROWS);
    private static final List<String> COLUMNS = List.of("tiny", "small", "big", "dbl", "bool", "txt");

    private static List<FieldVector> vectors(Statement statement, BufferAllocator allocator) throws SQLException {
        TinyIntVector tiny = new TinyIntVector("tiny", allocator);
        UInt2Vector small = new UInt2Vector("small", allocator);
        BigIntVector big = new BigIntVector("big", allocator);
        Float8Vector dbl = new Float8Vector("dbl", allocator);
        BitVector bool = new BitVector("bool", allocator);
        VarCharVector txt = new VarCharVector("txt", allocator);
        List<FieldVector> vectors = List.of(tiny, small, big, dbl, bool, txt);
        vectors.forEach(FieldVector::allocateNew);
        try (ResultSet rows = statement.executeQuery("SELECT * FROM t ORDER BY id")) {
            for (int i = 0; rows.next(); i++) {
                for (int column = 0; column < COLUMNS.size(); column++) {
                    if (rows.getObject(column + 2) == null) {
                        vectors.get(column).setNull(i);
                        continue;
                    }
                    switch (vectors.get(column)) {
                        case TinyIntVector v -> v.setSafe(i, rows.getInt(2));
                        case UInt2Vector v -> v.setSafe(i, rows.getInt(3));
                        case BigIntVector v -> v.setSafe(i, rows.getLong(4));
                        case Float8Vector v -> v.setSafe(i, rows.getDouble(5));
                        case BitVector v -> v.setSafe(i, rows.getBoolean(6) ? 1 : 0);
                        case VarCharVector v -> v.setSafe(i, rows.getString(7).getBytes(StandardCharsets.UTF_8));
                        default -> throw new IllegalStateException();
                    }
                }
            }
        }
        vectors.forEach(vector -> vector.setValueCount(ROWS));
        return vectors;
    }

    @Test
    void ordersAreThoseOfDuckDb() throws SQLException {
        Random random = new Random(1);
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                BufferAllocator allocator = new RootAllocator();
                Sorter sorter = Sorter.open()) {
            statement.execute(TABLE);
            try (VectorSchemaRoot table = new VectorSchemaRoot(vectors(statement, allocator))) {
                for (int run = 0; run < 60; run++) {
                    ArrowKey[] keys = random.ints(0, COLUMNS.size()).distinct().limit(1 + run % 4)
                            .mapToObj(column -> new ArrowKey(
                                    COLUMNS.get(column),
                                    random.nextBoolean() ? SortOrder.DESCENDING : SortOrder.ASCENDING, random.nextBoolean()))
                            .toArray(ArrowKey[]::new);
                    assertThat(IntStream.of(ArrowSort.argsort(sorter, table, keys)).boxed().toList())
                            .as(List.of(keys).toString()).isEqualTo(order(statement, keys));
                }
            }
        }
    }

    private static List<Integer> order(Statement statement, ArrowKey... keys) throws SQLException {
        String columns = IntStream.range(0, keys.length)
                .mapToObj(i -> keys[i].column() + (keys[i].order() == SortOrder.DESCENDING ? " DESC" : " ASC")
                        + (keys[i].nullsFirst() ? " NULLS FIRST" : " NULLS LAST"))
                .collect(Collectors.joining(", "));
        List<Integer> order = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery("SELECT id FROM t ORDER BY " + columns + ", id")) {
            while (rows.next()) {
                order.add(rows.getInt(1));
            }
        }
        return order;
    }
}
