package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.bench.Contender.About;
import io.github.tornadosort.bench.Results.Result;
import io.github.tornadosort.bench.Results.Run;
import io.github.tornadosort.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostCommandTest {
    @TempDir
    private Path folder;

    private Path suite(String name, String operations) throws IOException {
        return Files.writeString(folder.resolve(name + ".json"), """
                {"name": "%s", "description": "d", "repetitions": 4, "warmups": 1,
                 "shared": {"batchKeys": "2^8", "warmupSeconds": 0, "seconds": 0},
                 "cases": [{"operations": [%s], "types": ["int32"], "sizes": ["10", "1000"],
                            "distributions": ["uniform"], "contenders": ["Arrays.sort", "fastutil"],
                            "measures": ["endToEnd"]}]}
                """.formatted(name, operations));
    }

    @Tag("slow")
    @Test
    void resultsOfAllSuitesAreInOneFile() throws IOException {
        Path file = folder.resolve("results.json");

        CommandRun first = Program.run(
                "host", suite("one", "\"sort\", \"segments-5\""), suite("two", "\"sort\""), "-o", file, "--machine",
                "abacus");

        assertThat(first.status()).as(first.err()).isZero();
        assertThat(first.out()).contains("Arrays.sort    sort    int32    10     uniform        endToEnd ");
        Results results = Results.read(file);
        assertThat(results.machine().device()).isEqualTo("abacus");
        assertThat(results.machine().cores()).isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(results.runs()).extracting(Run::suite).containsExactly("one", "two");
        Run run = results.runs().getFirst();
        assertThat(run.contenders()).extracting(About::contender).containsExactly("Arrays.sort", "fastutil");
        assertThat(run.results()).hasSize(8);
        assertThat(run.results().get(7).note()).isEqualTo("unsupported: segments-5 of int32");
        Result sort = run.results().getFirst();
        assertThat(sort.count(Metric.BATCH)).isEqualTo(25);
        assertThat(run.results().get(2).count(Metric.BATCH)).isEqualTo(1);
        // The time of the suite is over at once.
        assertThat(sort.repetitions()).isEqualTo(Campaign.MIN_REPETITIONS);
    }

    @Test
    void theFlagsOfASuiteArePassedToItsJvm() throws IOException {
        Path suite = suite("flagged", "\"sort\"");
        Files.writeString(
                suite, Files.readString(suite).replace("\"seconds\": 0", "\"seconds\": 0, \"flags\": [\"--version\"]"));

        CommandRun run = Program.run("host", suite, "-o", folder.resolve("results.json"));

        // The JVM printed its version in place of results.
        assertThat(run.out()).contains(System.getProperty("java.version"));
        assertThat(run.status()).isEqualTo(1);
    }

    @Test
    void aFailureOfAJvmIsReported() throws IOException {
        Path suite = suite("bad", "\"sort\"");
        Files.writeString(suite, Files.readString(suite).replace("fastutil", "nonesuch"));
        Path file = folder.resolve("results.json");

        CommandRun run = Program.run("host", suite, "-o", file);

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("bad: the JVM for Piece[operation=sort, type=int32] exited with status ");
        assertThat(file).doesNotExist();
    }
}
