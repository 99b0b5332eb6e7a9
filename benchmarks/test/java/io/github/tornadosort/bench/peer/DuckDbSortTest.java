package io.github.tornadosort.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DuckDbSortTest {
    @TempDir
    private Path folder;

    @Test
    void sortsIntegersOfATextFile() throws IOException, SQLException {
        Path lines = Files.writeString(folder.resolve("it's.txt"), "10\n-7\n9\n-7\n");
        Path sorted = folder.resolve("sorted.txt");

        DuckDbSort.main(new String[] {DuckDbSort.INTEGERS, lines.toString(), sorted.toString()});

        assertThat(sorted).hasContent("-7\n-7\n9\n10\n");
    }
}
