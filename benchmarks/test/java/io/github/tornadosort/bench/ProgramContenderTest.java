package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.KeyType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs a shell script in place of the launcher. */
class ProgramContenderTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void writeALauncher() throws IOException {
        assumeTrue(System.getenv("TORNADO_SORT") == null, "another launcher is set");
        Path launcher = Files.createDirectory(folder.resolve("scripts")).resolve("tornado-sort");
        Files.writeString(launcher, """
                #!/bin/sh
                LC_ALL=C exec sort "$2" -o "$4"
                """);
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
    }

    private Reply measure(String contender, String operation) throws IOException {
        Path keys = Files.write(folder.resolve("keys.raw"),
                ByteBuffer.allocate(12).order(ByteOrder.nativeOrder()).putInt(10).putInt(9).putInt(100).array());
        return new ProgramContender(contender, folder, folder.resolve("log"))
                .measure(new Request(new BenchCase(operation, KeyType.INT32, 3, "uniform"), keys,
                        List.of(Metric.END_TO_END)));
    }

    @ParameterizedTest
    @CsvSource({
        "tornado-sort, sort-lines-file", "gnu-sort, sort-lines-file", "gnu-sort, sort-text-file", "gnu-sort, sort-csv-file"
    })
    void sortsFiles(String contender, String operation) throws IOException {
        Reply reply = measure(contender, operation);

        assertThat(reply.failed()).isNull();
        assertThat(reply.nanos().get(Metric.WALL)).isPositive();
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("keys.raw", "log", "scripts");
    }

    /** The launcher of the test sorts lines by their text, which is not the order of integers. */
    @Test
    void wrongResultsAreFound() throws IOException {
        assertThat(measure("tornado-sort", "sort-text-file").failed()).isEqualTo("line 1 is wrong");
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("keys.raw", "log", "scripts");
    }

    @Test
    void otherOperationsAreSkipped() throws IOException {
        assertThat(measure("tornado-sort", "sort").skipped()).isEqualTo("has no sort");
        assertThat(measure("duckdb", "sort-lines-file").skipped()).isEqualTo("has no sort-lines-file");
    }
}
