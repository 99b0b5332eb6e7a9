package io.github.tornadosort.bench.peer;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** A program that sorts a CSV file by a text and a number with DuckDB. It needs DuckDB's JDBC driver. */
public final class DuckDbTableSort {
    private DuckDbTableSort() {}

    /** @param args the input and the output, CSV files with the columns {@code name} and {@code price} and a header */
    public static void main(String[] args) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("COPY (SELECT * FROM read_csv(" + DuckDbSort.quoted(args[0])
                    + ") ORDER BY name, price DESC) TO " + DuckDbSort.quoted(args[1]) + " (FORMAT csv, HEADER true)");
        }
    }
}
