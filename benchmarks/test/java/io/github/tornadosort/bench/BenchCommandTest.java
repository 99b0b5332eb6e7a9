package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.bench.Results.Result;
import io.github.tornadosort.bench.Results.Run;
import io.github.tornadosort.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    private Path suite(String name, String kind, String contenders, String operations, String measures, String size)
            throws IOException {
        return Files.writeString(folder.resolve(name + ".json"), """
                {"name": "%s", "question": "Which?", "kind": "%s", "contenders": [%s], "measures": [%s], "repetitions": 4,
                 "seconds": 0.1, "warmups": 0, "cases": [{"operations": [%s], "types": ["int32"], "sizes": ["%s"]}]}
                """.formatted(name, kind, contenders, measures, operations, size));
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
        Run before = Fixture.run("one", Fixture.sort("Arrays.sort", 10, 12_345));
        Results.add(before, Fixture.origin("ffff", 2, "abacus", "none"), folder.resolve("results/abacus-ffff.json"));

        CommandRun run = bench(
                suite("one", "calls", "\"Arrays.sort\", \"fastutil\"", "\"sort\", \"segments-5\"", "\"endToEnd\"", "10"),
                suite("two", "calls", "\"Arrays.sort\"", "\"sort\"", "\"endToEnd\"", "10"));

        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.out()).contains("Arrays.sort    sort             int32    10       uniform        endToEnd ")
                .contains("last: commit ffff, ")
                .containsPattern("Arrays.sort    sort .* last 12.3 µs")
                .doesNotContainPattern("fastutil .* last");
        assertThat(results().origin().machine()).isEqualTo("abacus");
        assertThat(results().origin().commit()).isEqualTo(Fixture.COMMIT);
        assertThat(results().runs()).extracting(Run::suite).containsExactly("one", "two");
        Run first = results().runs().getFirst();
        assertThat(first.contenders()).extracting(Contender.About::contender).containsExactly("Arrays.sort", "fastutil");
        assertThat(first.ours()).isEqualTo("Arrays.sort");
        assertThat(first.results()).hasSize(4);
        assertThat(first.results().get(3).note()).isEqualTo("has no segments-5 of int32");
        Result sort = first.results().getFirst();
        assertThat(sort.repetitions()).isEqualTo(4);
    }

    @Tag("slow")
    @Test
    void aDeviceIsMeasuredBesideWhatIsAbsent() throws IOException {
        CommandRun run = bench(
                suite("device", "device", "\"device\", \"device:merge\", \"torch\"", "\"sort\", \"pairs\", \"top-3\"",
                        "\"endToEnd\", \"kernel\"", "1000"));

        assertThat(run.status()).as(run.err()).isZero();
        Run device = results().runs().getFirst();
        assertThat(device.contenders().get(2).absent()).isNotNull();
        assertThat(device.results()).hasSize(6);
        Result sort = device.results().getFirst();
        assertThat(sort.nanos()).containsOnlyKeys(Metric.END_TO_END, Metric.KERNEL);
        assertThat(sort.time()).isEqualTo(sort.nanos().get(Metric.KERNEL));
        Result merge = device.results().get(1);
        assertThat(merge.contender()).isEqualTo("device:merge");
        assertThat(merge.nanos()).containsOnlyKeys(Metric.END_TO_END, Metric.KERNEL);
        assertThat(device.results().get(2).operation()).isEqualTo("pairs");
        assertThat(device.results().get(2).nanos()).containsOnlyKeys(Metric.END_TO_END, Metric.KERNEL);
        assertThat(device.results().get(4).note()).isEqualTo("has no top-3");
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
        Program.run("bench", folder).assertRefused(1, folder + ": is a directory, expected a suite");
        Program.run("bench", "--report", "--results", folder.resolve("none"))
                .assertRefused(1, folder.resolve("none") + ": expected a folder with results files");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "null|not a suite: ",
                "{\"name\": \"a\"}|not a suite: Missing required creator property 'question'",
                "{\"name\": \"a\", \"question\": \"?\"}|Missing required creator property 'kind'",
                "{\"name\": \"a\", \"question\": \"?\", \"kind\": \"odd\"}|not a suite: ",
                "{\"name\": \"a\", \"question\": \"?\", \"kind\": \"calls\"}|Missing required creator property 'contenders'",
                "{\"name\": \"a\", \"question\": \"?\", \"kind\": \"calls\", \"contenders\": []}|expected cases or random cases",
                "{\"name\": \"a\", \"question\": \"?\", \"kind\": \"calls\", \"contenders\": [], \"measures\": [\"odd\"]}"
                        + "|measures [odd], expected some of [endToEnd, kernel]",
            })
    void rejectsIncompleteSuites(String json, String message) throws IOException {
        Path suite = Files.writeString(folder.resolve("suite.json"), json);

        Program.run("bench", suite).assertRefused(1, message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|Missing required creator property 'operations'",
                "{\"operations\": []}|Missing required creator property 'types'",
                "{\"operations\": [], \"types\": []}|Missing required creator property 'sizes'",
                "{\"operations\": [\"sort\"], \"types\": [\"int32\"], \"sizes\": [\"x\"]}"
                        + "|not a suite: expected a size such as 65536 or 2^16, found 'x'",
            })
    void rejectsIncompleteCases(String one, String message) throws IOException {
        Path suite = Files.writeString(
                folder.resolve("suite.json"),
                "{\"name\": \"a\", \"question\": \"?\", \"kind\": \"calls\", \"contenders\": [], \"cases\": [" + one + "]}");

        Program.run("bench", suite).assertRefused(1, message);
    }
}
