package io.github.tornadosort.bench.peer;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** A program that sorts a text file as a table of DuckDB. It needs DuckDB's JDBC driver. */
public final class DuckDbSort {
    /** One integer per line. */
    public static final String INTEGERS = "integers";
    /** A CSV file with a header and the columns {@code name}, by which it is sorted, and {@code price}, which descends. */
    public static final String TABLE = "table";

    private DuckDbSort() {}

    /** @param args {@link #INTEGERS} or {@link #TABLE}, the input and the output */
    public static void main(String[] args) throws SQLException {
        String in = quoted(args[1]);
        String query = args[0].equals(TABLE)
                ? "SELECT * FROM read_csv(" + in + ") ORDER BY name, price DESC"
                : "SELECT k FROM read_csv(" + in + ", header = false, columns = {'k': 'INTEGER'}) ORDER BY k";
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "COPY (" + query + ") TO " + quoted(args[2]) + " (FORMAT csv, HEADER " + args[0].equals(TABLE) + ")");
        }
    }

    private static String quoted(String name) {
        return "'" + name.replace("'", "''") + "'";
    }
}
