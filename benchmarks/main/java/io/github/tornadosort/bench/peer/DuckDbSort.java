package io.github.tornadosort.bench.peer;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** A program that sorts a text file of integers as a table of DuckDB. It needs DuckDB's JDBC driver. */
public final class DuckDbSort {
    private DuckDbSort() {}

    /** @param args the input and the output, one integer per line */
    public static void main(String[] args) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("COPY (SELECT k FROM read_csv(" + quoted(args[0])
                    + ", header = false, columns = {'k': 'INTEGER'}) ORDER BY k) TO " + quoted(args[1])
                    + " (FORMAT csv, HEADER false)");
        }
    }

    static String quoted(String name) {
        return "'" + name.replace("'", "''") + "'";
    }
}
