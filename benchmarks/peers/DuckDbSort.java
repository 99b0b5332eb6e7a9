import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A program that sorts a CSV file with a header as a table of DuckDB, by the columns {@code name} and {@code price}, which
 * descends. It needs DuckDB's JDBC driver.
 */
public final class DuckDbSort {
    private DuckDbSort() {}

    /** @param args the input and the output */
    public static void main(String[] args) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("COPY (SELECT * FROM read_csv(" + quoted(args[0]) + ") ORDER BY name, price DESC) TO "
                    + quoted(args[1]) + " (FORMAT csv, HEADER true)");
        }
    }

    private static String quoted(String name) {
        return "'" + name.replace("'", "''") + "'";
    }
}
