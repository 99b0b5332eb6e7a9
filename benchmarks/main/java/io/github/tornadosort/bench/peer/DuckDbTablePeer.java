package io.github.tornadosort.bench.peer;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.bench.Request;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.IntStream;

/** DuckDB's ORDER BY, from a table in memory to another one. It has the columns of {@link ArrowPeer}. */
public final class DuckDbTablePeer extends JavaPeer {
    /** Its name in results. */
    public static final String NAME = "duckdb-table";

    private final Connection connection;

    /** @throws IOException if DuckDB's JDBC driver is not on the class path */
    public DuckDbTablePeer() throws IOException {
        super(NAME, false, "DuckDB: CREATE TABLE AS SELECT ... ORDER BY");
        try {
            connection = DriverManager.getConnection("jdbc:duckdb:");
        } catch (SQLException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    Work work(Request request, Column keys) {
        if (!request.operation().equals(ArrowPeer.TABLE) || request.type() != KeyType.INT32) {
            return null;
        }
        load(keys);
        return new Work(
                () -> execute("CREATE TABLE sorted AS SELECT * FROM rows ORDER BY day, price DESC"), this::verify);
    }

    private void load(Column keys) {
        try {
            Path file = Files.createTempFile("keys", ".csv");
            int[] ints = keys.segment().toArray(ValueLayout.JAVA_INT_UNALIGNED);
            Files.write(file, IntStream.of(ints).mapToObj(Integer::toString).toList());
            execute("DROP TABLE IF EXISTS sorted");
            execute("CREATE OR REPLACE TABLE rows AS SELECT " + ArrowPeer.columns("k") + " FROM read_csv('" + file
                    + "', header = false, columns = {'k': 'INTEGER'})");
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void execute(String sql) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private String verify() {
        String disorder =
                "SELECT count(*) FROM sorted a POSITIONAL JOIN (SELECT day AS d, price AS p FROM sorted OFFSET 1) b"
                        + " WHERE b.d < a.day OR (b.d = a.day AND b.p > a.price)";
        String hash = "SELECT count(*)::VARCHAR || ' ' || bit_xor(hash(day, price, id, amount))::VARCHAR FROM ";
        return text(disorder).equals("0") && text(hash + "rows").equals(text(hash + "sorted"))
                ? null
                : "rows are not in order";
    }

    private String text(String sql) {
        try (Statement statement = connection.createStatement(); ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getString(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
