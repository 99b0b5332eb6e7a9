package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.cli.options.Distribution;
import io.github.tornadosort.files.KeyFormat;
import io.github.tornadosort.files.internal.io.KeyFiles;
import io.github.tornadosort.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class GenerateCommandTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void writesTheKeysOfTheDistribution(KeyType type) throws IOException {
        Column expected = KeyFiles.column(type, 1000);
        Distribution.ZIPF.fill(expected, -7, 0, 1000);
        for (KeyFormat format : KeyFormat.values()) {
            Path file = folder.resolve(format.toString());

            CommandRun run = Program.run("generate", "-n", 1000, "--type", type.label(), "--distribution", "zipf",
                    "--seed", -7, "--format", format, "-o", file);

            assertThat(run).isEqualTo(new CommandRun(0, "", ""));
            assertThat(KeyFiles.read(file, format, type).segment().mismatch(expected.segment())).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @CsvSource({"0,0", "17,17", "1e3,1000", "1.5e3,1500", "2^10,1024", "3K,3072", "1m,1048576"})
    void parsesCounts(String count, long keys) throws IOException {
        Path file = folder.resolve("keys");

        assertThat(Program.run("generate", "-n", count, "--type", "int8", "-o", file)).isEqualTo(new CommandRun(0, "", ""));

        assertThat(Files.size(file)).isEqualTo(keys);
    }

    @ParameterizedTest
    @CsvSource({"-1", "ten", "1.5", "1e-3", "2^64", "99999999999999999999", "''", "1T"})
    void rejectsOtherCounts(String count) {
        CommandRun run = Program.run("generate", "-n", count, "--type", "int8", "-o", folder.resolve("keys"));

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err())
                .startsWith("tornado-sort: Invalid value for option '-n': expected a count such as")
                .hasLineCount(1);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void rejectsUnknownDistributionsAndTypes() {
        CommandRun distribution =
                Program.run("generate", "-n", 1, "--type", "int8", "--distribution", "odd", "-o", folder.resolve("k"));
        CommandRun type = Program.run("generate", "-n", 1, "--type", "int", "-o", folder.resolve("k"));

        assertThat(distribution.status()).isEqualTo(2);
        assertThat(distribution.err())
                .isEqualToIgnoringNewLines("tornado-sort: Invalid value for option '--distribution': unknown distribution"
                        + " 'odd', expected one of uniform, sorted, few-values, zipf"
                        + " (see 'tornado-sort generate --help')");
        assertThat(type.status()).isEqualTo(2);
        assertThat(type.err())
                .contains("unknown key type 'int', expected one of int8, uint8, int16, uint16, int32, uint32, int64, uint64,"
                        + " float32, float64")
                .hasLineCount(1);
        assertThat(folder).isEmptyDirectory();
    }
}
