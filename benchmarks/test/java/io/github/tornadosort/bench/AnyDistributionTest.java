package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.bench.RandomCases.Case;
import io.github.tornadosort.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The suite any-distribution, with few keys. */
class AnyDistributionTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void nameACommit() {
        System.setProperty(Origin.COMMIT_PROPERTY, Fixture.COMMIT);
    }

    @AfterEach
    void nameNoCommit() {
        System.clearProperty(Origin.COMMIT_PROPERTY);
    }

    private Path suite() throws IOException {
        return Files.writeString(folder.resolve("any.json"), """
                {"name": "any", "question": "Any?", "kind": "random", "contenders": ["tornado-sort", "parallelSort"],
                 "repetitions": 2, "seconds": 0.5,
                 "cases": [{"operations": ["sort"], "types": ["int32"], "sizes": ["10", "1000"]}]}
                """);
    }

    @Test
    void comparesOperationsAndReportsThem() throws IOException {
        Path results = folder.resolve("results");

        CommandRun run = Program.run("bench", suite(), "--results", results, "--machine", "abacus", "--report");

        assertThat(run.err()).isEmpty();
        assertThat(run.status()).isZero();
        List<RandomCases> read = Results.read(results.resolve("abacus-" + Fixture.COMMIT + ".json")).random();
        assertThat(read).hasSize(1);
        assertThat(read).allSatisfy(cases -> {
            assertThat(cases.cases()).isPositive();
            assertThat(cases.worst()).isNotEmpty();
            assertThat(run.out()).contains(cases.toString());
        });
        assertThat(folder.resolve("REPORT.md")).content().contains("| abacus | " + read.getFirst());
    }

    @Test
    void aSeedRunsOneCaseAgain() throws IOException {
        Path suite = suite();
        CommandRun all = Program.run("bench", suite, "--results", folder.resolve("results"));
        CommandRun one = Program.run("bench", suite, "--results", folder.resolve("none"), "--seed", 2);

        assertThat(cases(all).filter(line -> line.endsWith(", seed 2"))).hasSize(1)
                .containsExactlyElementsOf(cases(one).toList());
        assertThat(folder.resolve("none")).doesNotExist();
    }

    /** Returns what is printed of cases, without the times. */
    private static Stream<String> cases(CommandRun run) {
        return run.out().lines().filter(line -> line.contains(", seed "))
                .map(line -> line.replaceAll("[^ ]*: (.* keys, [^,]*), .*(, seed .*)", "$1$2"));
    }

    @Test
    void figuresAreThoseOfTheRatios() {
        // Ratios of 0.5, 1, 1, ... and 2.
        List<Case> cases = LongStream.range(0, 40)
                .mapToObj(i -> new Case(i, "case " + i, 100, i == 7 ? 50 : i < 20 ? 100 : 200))
                .toList();
        RandomCases figures = RandomCases.of(cases);

        assertThat(figures.geometricMean()).isEqualTo(Math.round(1e4 * Math.pow(2, 19 / 40.0)) / 1e4);
        assertThat(figures.fifthPercentile()).isEqualTo(1);
        assertThat(figures.slower()).isEqualTo(0.025);
        assertThat(figures.worst().getFirst().seed()).isEqualTo(7);
        assertThat(figures)
                .hasToString("40 | sort against parallelSort 1.39 (2.50 % below 0.9) | 0.500, a twentieth below 1.00");
    }
}
