package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the benchmark commands reject invalid options and files. */
class BenchCommandTest {
    @TempDir
    Path folder;

    @BeforeEach
    void someFiles() throws IOException {
        Files.write(folder.resolve("keys"), new byte[] {3, 1, 2, 0});
        Files.createDirectory(folder.resolve("sub"));
        Files.writeString(folder.resolve("sub/suite.json"), "{}");
        Files.createSymbolicLink(folder.resolve("link"), folder.resolve("keys"));
    }

    /** Runs a command line. Words that begin with @ are file names in the folder, and '' is an empty word. */
    private CommandRun run(String line) {
        return Program.run(CommandRun.words(line, folder));
    }

    private void assertRefused(int status, String message, CommandRun run) {
        run.assertRefused(status, message.replace("@", folder + "/"));
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("keys", "sub", "link");
        assertThat(folder.resolve("keys")).hasBinaryContent(new byte[] {3, 1, 2, 0});
    }

    @ParameterizedTest
    @ValueSource(strings = {"bench --json ''", "compare --results ''", "compare --root ''", "compare --sdk ''"})
    void rejectsEmptyFileNames(String line) {
        assertRefused(2, "expected a file name, found an empty string", run(line));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bench --serve odd|unknown contender 'odd'",
                "bench --serve sorter --json @x|'--json' cannot be used with '--serve'",
                "bench --suite @keys --json @link|'--suite' and '--json' are the same file, @link",
            })
    void rejectsInvalidOptions(String line, String message) {
        assertRefused(2, message, run(line));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bench --suite @none|unknown suite '@none', expected a file or the name of a suite of this program",
                "bench --suite @keys|@keys: not a suite: ",
                "bench --suite @sub/suite.json|@sub/suite.json: not a suite: ",
                "bench --suite @sub|@sub: is a directory, expected a suite",
                "bench --json @sub|@sub: is a directory, expected a file",
                "bench --json @none/x|@none/x: cannot be written: no such file or directory",
            })
    void rejectsInvalidFiles(String line, String message) {
        assertRefused(1, message, run(line));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "null|not a suite: ",
                "{\"name\": \"a\"}|no cases",
                "{\"name\": \"a\", \"cases\": [{}]}|a case without operations",
                "{\"name\": \"a\", \"cases\": [{\"operations\": []}]}|a case without types",
                "{\"name\": \"a\", \"cases\": [{\"operations\": [], \"types\": []}]}|a case without sizes",
                "{\"name\": \"a\", \"cases\": [{\"operations\": [], \"types\": [], \"sizes\": []}]}|a case without distributions",
                "{\"name\": \"a\", \"cases\": [{\"operations\": [\"sort\"], \"types\": [\"int32\"], \"sizes\": [\"x\"],"
                        + " \"distributions\": [\"uniform\"]}]}|not a suite: expected a size such as 65536 or 2^16, found 'x'",
            })
    void rejectsIncompleteSuites(String json, String message) throws IOException {
        Path suite = Files.writeString(folder.resolve("sub/suite.json"), json);

        assertRefused(1, message, Program.run("bench", "--suite", suite));
    }
}
