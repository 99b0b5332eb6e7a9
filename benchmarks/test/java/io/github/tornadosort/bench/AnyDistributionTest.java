package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.bench.RandomCases.Case;
import io.github.tornadosort.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
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

    private Path suite(String operations, int cases) throws IOException {
        return Files.writeString(folder.resolve("any.json"), """
                {"name": "any", "question": "Any?", "kind": "random", "contenders": ["tornado-sort"], "repetitions": 2,
                 "random": {"operations": [%s], "types": ["int32", "int64", "float32", "float64", "int16", "uint16", "int8"],
                            "least": "10", "most": "1000", "cases": %d, "seconds": 60, "warmupSeconds": 0, "seed": 5}}
                """.formatted(operations, cases));
    }

    @Tag("slow")
    @Test
    void comparesOperationsAndReportsThem() throws IOException {
        Path results = folder.resolve("results");

        CommandRun run = Program.run(
                "bench", suite("\"sort\", \"pairs\", \"argsort\"", 40), "--results", results, "--machine", "abacus",
                "--report");

        assertThat(run.err()).isEmpty();
        assertThat(run.status()).isZero();
        Results.Run read = Results.read(results.resolve("abacus-" + Fixture.COMMIT + ".json")).runs().getFirst();
        assertThat(read.contenders()).extracting(Contender.About::contender)
                .containsExactly("tornado-sort", "parallelSort", "fastutil");
        assertThat(read.random()).extracting(cases -> cases.operation() + " " + cases.against())
                .containsExactly("sort parallelSort", "pairs fastutil", "argsort fastutil");
        assertThat(read.random()).allSatisfy(cases -> {
            assertThat(cases.seed()).isEqualTo(5);
            assertThat(cases.ratios()).hasSize(40).allMatch(ratio -> ratio > 0);
            assertThat(cases.worst()).hasSize(10);
            assertThat(run.out()).contains(cases.toString());
        });
        assertThat(folder.resolve("REPORT.md")).content().contains("| abacus | 120 | sort against parallelSort ");
        assertThat(folder.resolve("reports/abacus.md")).content()
                .contains("## any", read.random().getFirst().toString(), "- " + read.random().getFirst().worst().getFirst());
    }

    @Test
    void aSeedRunsOneCaseAgain() throws IOException {
        Path suite = suite("\"pairs\"", 3);
        CommandRun all = Program.run("bench", suite, "--results", folder.resolve("results"));
        CommandRun one = Program.run("bench", suite, "--results", folder.resolve("none"), "--seed", 6);

        String what = all.out().lines().filter(line -> line.endsWith(", seed 6")).findFirst().orElseThrow()
                .replaceAll(".*?: (.* keys, [^,]*), .*", "$1");
        assertThat(one.out().lines().filter(line -> line.contains("seed"))).singleElement().asString().contains(what);
        assertThat(folder.resolve("none")).doesNotExist();
    }

    @Test
    void figuresAreThoseOfTheRatios() {
        // Ratios of 0.5, 1, 1, ... and 2.
        List<Case> cases = LongStream.range(0, 40)
                .mapToObj(i -> new Case(i, "case " + i, 100, i == 7 ? 50 : i < 20 ? 100 : 200))
                .toList();
        RandomCases figures = RandomCases.of("sort", "another", cases);

        assertThat(figures.geometricMean()).isEqualTo(Math.round(1e4 * Math.pow(2, 19 / 40.0)) / 1e4);
        assertThat(figures.fifthPercentile()).isEqualTo(1);
        assertThat(figures.slower()).isEqualTo(0.025);
        assertThat(figures.worst().getFirst().seed()).isEqualTo(7);
        assertThat(figures).hasToString("| sort | another | 40 | 1.39 | 1.00 | 2.5 % | 0.500 |");
    }

    @Test
    void mistakesAreNamed() throws IOException {
        Path unknown = suite("\"merge\"", 1);
        assertThat(Program.run("bench", unknown, "--results", folder).err())
                .contains("random cases of operations [merge], expected some of [sort, pairs, argsort]");
        Path narrow = Files.writeString(
                folder.resolve("narrow.json"),
                Files.readString(suite("\"pairs\"", 1)).replaceAll("\\[\"int32\".*\"int8\"]", "[\"int16\"]"));
        assertThat(Program.run("bench", narrow, "--results", folder).err())
                .contains("random cases of pairs of types [INT16], expected one of [INT32, INT64, FLOAT32, FLOAT64]");
        Path untyped = Files.writeString(folder.resolve("untyped.json"), Files.readString(narrow).replace("int16", "uint8"));
        assertThat(Program.run("bench", untyped, "--results", folder).err())
                .contains("random cases of types [UINT8], expected some of [INT32, ");
        Path reversed = Files.writeString(folder.resolve("reversed.json"), Files.readString(narrow).replace("1000", "9"));
        assertThatThrownBy(() -> Suite.of(reversed.toString())).hasMessageContaining("at least 10 and at most 9 keys");
    }
}
