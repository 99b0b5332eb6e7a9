package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Column;
import io.github.tornadosort.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the tables of the suite csv-vs-duckdb, and that this project's program sorts tables as DuckDB does. */
class CsvTableTest {
    private static final Column KEYS = Column.of(IntStream.range(0, 3_000).map(i -> i * 77 % 1_000).toArray());

    @TempDir
    private Path folder;

    private void sort(Path table, Path sorted, Object... otherKey) {
        List<Object> words = new ArrayList<>(
                List.of("csv", table, "-o", sorted, "--key", "name:text", "--key", "price:float64:descending"));
        words.addAll(List.of(otherKey));
        CommandRun run = Program.run(words.toArray());
        assertThat(run).isEqualTo(new CommandRun(0, "", ""));
    }

    @Test
    void sortedTablesAreVerified() throws IOException, SQLException {
        Path table = folder.resolve("table.csv");
        Path ours = folder.resolve("ours.csv");
        Path duckDb = folder.resolve("duckdb.csv");
        CsvTable.write(KEYS, table, true);
        sort(table, ours);
        DuckDbSort.main(new String[] {table.toString(), duckDb.toString()});

        assertThat(CsvTable.verify(KEYS, ours, true)).isNull();
        assertThat(CsvTable.verify(KEYS, duckDb, true)).isNull();
        assertThat(CsvTable.verify(KEYS, table, true)).contains("is not in order");
        Files.writeString(ours, Files.readString(ours).replaceFirst("\n.*\n", "\n"));
        assertThat(CsvTable.verify(KEYS, ours, true)).isEqualTo("there are 2999 rows, and should be 3000");
    }

    /** DuckDB quotes fields as necessary. Names have quotes, delimiters and line ends, and some fields are empty. */
    @Test
    void tablesOfDuckDbAreSortedAsByDuckDb() throws IOException, SQLException {
        Path table = folder.resolve("table.csv");
        Path duckDb = folder.resolve("duckdb.csv");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("""
                    COPY (SELECT i AS id,
                                 CASE WHEN i % 11 = 0 THEN NULL
                                      ELSE chr((34 + hash(i) % 93)::INT) || ['x', ',', '"', chr(10), 'é'][1 + i % 5] || i % 7
                                 END AS name,
                                 CASE WHEN i % 13 = 0 THEN NULL ELSE (i * 7919 % 5000 - 2500) / 8 END AS price
                          FROM range(5000) t(i))
                    TO 'FILE' (FORMAT csv, HEADER true)""".replace("FILE", table.toString()));
            statement.execute(
                    "COPY (SELECT * FROM read_csv('%s') ORDER BY name, price DESC, id) TO '%s' (FORMAT csv, HEADER true)"
                            .formatted(table, duckDb));
        }
        Path ours = folder.resolve("ours.csv");
        sort(table, ours, "--key", "id:int64");

        assertThat(Files.readString(table)).contains("\"\"", "\"\n");
        assertThat(ours).hasSameTextualContentAs(duckDb);
    }
}
