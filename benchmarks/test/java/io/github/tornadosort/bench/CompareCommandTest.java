package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareCommandTest {
    @TempDir
    Path folder;

    private static void assertRefused(CommandRun run, int status, String message) {
        assertThat(run).isEqualTo(new CommandRun(status, "", "tornado-sort: " + message + "\n"));
    }

    private static String noSources(Path root) {
        return root
                + ": is not the source tree of tornado-sort, expected a folder with benchmarks/suites; use benchmarks/run";
    }

    @Test
    void rejectsAFolderThatIsNotASourceTree() throws IOException {
        assertRefused(Program.run("compare", "--root", folder), 1, noSources(folder));
        assertRefused(Program.run("compare", "--root", folder, "--report-only"), 1, noSources(folder));
        assertRefused(Program.run("compare", "main-job", "--root", folder.resolve("missing")), 1,
                noSources(folder.resolve("missing")));
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void rejectsContradictoryOptions() {
        assertRefused(Program.run("compare", "--no-report", "--report-only"), 2,
                "'--no-report' cannot be used with '--report-only' (see 'tornado-sort compare --help')");
        assertRefused(Program.run("compare", "main-job", "--report-only"), 2,
                "'SUITE' cannot be used with '--report-only' (see 'tornado-sort compare --help')");
        assertRefused(Program.run("compare", "--sdk", "x", "--report-only"), 2,
                "'--sdk' cannot be used with '--report-only' (see 'tornado-sort compare --help')");
    }

    @Test
    void rejectsAMissingFolderOfResults() throws IOException {
        Files.createDirectories(folder.resolve("benchmarks/suites"));
        Path results = folder.resolve("benchmarks/results");

        assertRefused(Program.run("compare", "--root", folder, "--report-only"), 1,
                results + ": expected a folder with results files");
        assertThat(folder.resolve("benchmarks/plots")).doesNotExist();

        Files.createDirectory(results);
        CommandRun run = Program.run("compare", "--root", folder, "--report-only");
        assertThat(run).isEqualTo(new CommandRun(0, "written: " + folder.resolve("benchmarks/REPORT.md") + "\n", ""));
    }

    @Test
    void rejectsAnUnknownSuite() throws IOException {
        Files.createDirectories(folder.resolve("benchmarks/suites"));

        assertRefused(Program.run("compare", "odd", "--root", folder), 1,
                "unknown suite 'odd', expected a file or the name of a suite of this program");
        assertThat(folder.resolve("benchmarks/results")).doesNotExist();
    }
}
