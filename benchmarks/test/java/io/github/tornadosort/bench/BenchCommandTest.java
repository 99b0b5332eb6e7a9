package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.bench.Results.Result;
import io.github.tornadosort.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchCommandTest {
    static {
        // Test classes run in several JVMs at the same time.
        System.setProperty("jmh.ignoreLock", "true");
    }

    @TempDir
    private Path folder;

    @BeforeEach
    void nameACommit() {
        System.setProperty(Origin.COMMIT_PROPERTY, Fixture.COMMIT);
    }

    @AfterEach
    void noCommit() {
        System.clearProperty(Origin.COMMIT_PROPERTY);
    }

    private Path suite(String name, String kind, String contenders, String operations, String measure, String size)
            throws IOException {
        return Files.writeString(folder.resolve(name + ".json"), """
                {"name": "%s", "question": "Which?", "kind": "%s", "contenders": [%s], "measure": "%s", "repetitions": 4,
                 "seconds": %s, "cases": [{"operations": [%s], "types": ["int32"], "sizes": ["%s"]}]}
                """.formatted(name, kind, contenders, measure, kind.equals("device") ? 60 : 0.1, operations, size));
    }

    private Results results() throws IOException {
        return Results.read(folder.resolve("results/abacus-" + Fixture.COMMIT + ".json"));
    }

    private CommandRun bench(Object... words) {
        Object[] all = Stream.concat(
                Stream.of("bench", "--results", folder.resolve("results"), "--machine", "abacus"),
                Stream.of(words)).toArray();
        return Program.run(all);
    }

    @Tag("slow")
    @Test
    void resultsOfAllSuitesAreInOneFile() throws IOException {
        Results.add(Fixture.entries("one", Fixture.sort("tornado-sort", 10, 12_345)),
                Fixture.origin("ffff", 2, "abacus", "none"),
                folder.resolve("results/abacus-ffff.json"));

        CommandRun run = bench(
                suite("one", "calls", "\"tornado-sort\", \"parallelSort\"", "\"sort\", \"segments-5\"", "endToEnd", "10"),
                suite("two", "calls", "\"tornado-sort\"", "\"sort\"", "endToEnd", "10"));

        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.out()).containsPattern("tornado-sort +sort int32 10 ")
                .contains("last: commit ffff, ")
                .containsPattern("tornado-sort +sort .* last 12.3 µs")
                .doesNotContainPattern("parallelSort .* last");
        assertThat(results().origin().machine()).isEqualTo("abacus");
        assertThat(results().origin().commit()).isEqualTo(Fixture.COMMIT);
        assertThat(results().suites()).containsExactly("one", "two");
        assertThat(results().abouts("one")).extracting(Contender.About::contender).containsExactly("tornado-sort",
                "parallelSort");
        assertThat(results().results("one")).hasSize(4);
        assertThat(results().results("one")).allMatch(Result::isMeasured);
    }

    /** The device of this JVM, an algorithm of it, a stage, and a peer that is not there, or not asked for. */
    @Tag("slow")
    @Test
    void aDeviceIsMeasuredBesideWhatIsAbsent() throws IOException {
        Path suite = suite("device", "device", "\"backends\", \"device:merge\", \"cub\"",
                "\"sort\", \"pairs\", \"scan\", \"top-3\"",
                "kernel", "1000");

        CommandRun run = bench(suite, "--root", folder);
        CommandRun alone = bench(suite, "--root", folder, "--no-peers", "--seconds", "0");

        assertThat(run.status()).as(run.err()).isZero();
        assertThat(results().abouts("device")).extracting(Contender.About::contender)
                .containsExactlyInAnyOrder("jvm", "device:merge");
        assertThat(run.out()).contains("cub: Cannot run program");
        assertThat(alone.out()).doesNotContain("cub: ");
        List<Result> results = results().results("device");
        assertThat(results).hasSize(8);
        assertThat(results.stream().filter(Result::isMeasured)).hasSize(6)
                .allSatisfy(one -> assertThat(one.nanos().min()).isPositive());
        assertThat(results.getLast().note()).isEqualTo("has no top-3");
        assertThat(alone.out()).contains("the time is over; not measured: scan int32 1000 uniform");
    }

    @Tag("slow")
    @Test
    void theTimeOfTheCommandLineComesBeforeThatOfTheSuite() throws IOException {
        Path suite = suite("device", "device", "\"backends\"", "\"scan\"", "kernel", "1000");
        Files.writeString(suite, Files.readString(suite).replace("60.0", "1e-9"));

        assertThat(bench(suite).out()).contains("the time is over; not measured: scan int32 1000 uniform");
        assertThat(bench(suite, "--seconds", "60").out()).doesNotContain("the time is over");
    }

    @Test
    void theListSaysWhatEachSuiteShowsAndHowLongItTakes() {
        CommandRun run = Program.run("bench", "--list");

        assertThat(run.status()).isZero();
        assertThat(run.out()).contains("sort-by-size", " min  How long does sort(int[]) take, by the number of keys?");
        assertThat(run.out().lines()).hasSize(2 * Suite.NAMES.size());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bench|expected a suite, '--list' or '--report'",
                "bench --list --report|'--report' cannot be used with '--list'",
                "bench --list pairs|'SUITE' cannot be used with '--list'",
                "bench --results ''|expected a file name, found an empty string",
                "bench --root ''|expected a file name, found an empty string",
            })
    void rejectsInvalidOptions(String line, String message) {
        Program.run(CommandRun.words(line, folder)).assertRefused(2, message);
    }

    @Test
    void rejectsInvalidFiles() {
        String unknown =
                "unknown suite 'odd', expected a file or the name of a suite of this program; 'benchmarks/run --list' has the"
                        + " names";
        Program.run("bench", "odd").assertRefused(1, unknown);
        Program.run("bench", "--report", "--results", folder.resolve("none"))
                .assertRefused(1, folder.resolve("none") + ": expected a folder with results files");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"name\": \"a\"}|not a suite: Missing required creator property 'question'",
                "{\"name\": \"a\", \"question\": \"?\", \"kind\": \"odd\"}|not a suite: ",
                "{\"name\": \"a\", \"question\": \"?\", \"kind\": \"calls\", \"contenders\": [], \"cases\": [],"
                        + " \"measure\": \"odd\"}|measure 'odd', expected one of [endToEnd, kernel]",
                "{\"name\": \"a\", \"question\": \"?\", \"kind\": \"calls\", \"contenders\": [], \"cases\": [{\"operations\":"
                        + " [\"sort\"], \"types\": [\"int32\"], \"sizes\": [\"x\"]}]}"
                        + "|not a suite: expected a count such as 1000000, 1e6, 2^24",
            })
    void rejectsInvalidSuites(String json, String message) throws IOException {
        Path suite = Files.writeString(folder.resolve("suite.json"), json);

        Program.run("bench", suite).assertRefused(1, message);
    }
}
