package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.bench.Bar.Figure;
import io.github.tornadosort.bench.Bar.Selector;
import io.github.tornadosort.bench.Contender.About;
import io.github.tornadosort.bench.Results.BarResult;
import io.github.tornadosort.bench.Results.Machine;
import io.github.tornadosort.bench.Results.Result;
import io.github.tornadosort.bench.Results.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClaimTest {
    private static final Path SHIPPED = Path.of(System.getProperty("tornadosort.root"), "benchmarks", "claims.json");

    @TempDir
    private Path folder;

    private static Result result(String contender, long nanos) {
        Map<String, Spread> kernel = Map.of(Metric.KERNEL, new Spread(nanos, nanos, nanos));
        return new Result(contender, "sort", "uint32", 1000, "uniform", null, 1, null, kernel, null, null);
    }

    private static String claim(String words, String suite, String algorithm, double claimed) {
        String selector =
                """
                {"contender": "%s", "operation": "sort", "type": "uint32", "n": "1000", "distribution": "uniform",
                 "metric": "kernel"}""";
        return """
                {"paper": "They 1999", "section": "§1", "claim": "%s", "figure": "SPEEDUP", "unit": "times",
                 "claimed": %s, "evidence": [{"suite": "%s", "of": %s, "against": %s}]}
                """.formatted(words, claimed, suite, selector.formatted(algorithm), selector.formatted("old"));
    }

    @Test
    void reportSaysWhetherEachClaimHolds() throws IOException {
        Run run = new Run(
                "races", "", "", "", 1,
                List.of(new About("old", true, "", "", null, null)),
                List.of(result("old", 8000), result("new", 5000), result("best", 1000)),
                List.of());
        Path results = Files.createDirectory(folder.resolve("results"));
        new Results(new Machine("abacus", "", "", 1, 0, ""), List.of(run)).write(results.resolve("abacus-2000-01-01.json"));
        Files.writeString(
                folder.resolve("claims.json"),
                "[" + String.join(
                        ",",
                        claim("best is quick", "races", "best", 2),
                        claim("new is quick", "races", "new", 2),
                        claim("none is quick", "races", "none", 2),
                        claim("nobody ran", "walks", "best", 2),
                        claim("fewer are quicker", "races", "old", 2)
                                .replaceFirst("(?s)(?<before>\"against\".*?)1000", "${before}500"))
                        + "]");

        String report = Files.readString(Report.write(results));
        String evidence = Files.readString(folder.resolve("reports/claims.md"));

        assertThat(report.lines().filter(line -> line.startsWith("| They 1999, §1 |")))
                .containsExactly(
                        "| They 1999, §1 | best is quick | 2.00 times | 8.00 ✓ |",
                        "| They 1999, §1 | new is quick | 2.00 times | 1.60 |",
                        "| They 1999, §1 | none is quick | 2.00 times |  |",
                        "| They 1999, §1 | nobody ran | 2.00 times |  |",
                        "| They 1999, §1 | fewer are quicker | 2.00 times |  |");
        assertThat(report).contains("| paper | claim | claimed | abacus |\n");
        assertThat(evidence.lines().filter(line -> line.startsWith("| They 1999, §1 |")))
                .containsExactly(
                        "| They 1999, §1 | best is quick | 2.00 times | 8.00 times, abacus | holds: 4.00 times the claimed figure"
                                + " | races: sort uint32 1000 uniform, best kernel against old kernel |",
                        "| They 1999, §1 | new is quick | 2.00 times | 1.60 times, abacus | does not hold: 0.800 times the"
                                + " claimed figure | races: sort uint32 1000 uniform, new kernel against old kernel |",
                        "| They 1999, §1 | none is quick | 2.00 times | - | not measured"
                                + " | races: sort uint32 1000 uniform |",
                        "| They 1999, §1 | nobody ran | 2.00 times | - | not measured"
                                + " | walks: sort uint32 1000 uniform |",
                        "| They 1999, §1 | fewer are quicker | 2.00 times | - | not measured"
                                + " | races: sort uint32 1000 uniform against 500 uniform |");
    }

    @Test
    void aClaimWithSeveralMeasurementsHasTheirRange() {
        Claim claim = new Claim("", "", "", Figure.SPEEDUP, "%", 2, List.of());
        BarResult holds = new BarResult(0, "", "", null, null, 3.0, "%", true, 2, null, "floor");
        BarResult fails = new BarResult(0, "", "", null, null, 1.5, "%", true, 2, null, "missed");

        assertThat(Tables.shortVerdict(claim, List.of(holds, fails))).isEqualTo("1.50 to 3.00 % ✓ 1 of 2");
        assertThat(Tables.shortVerdict(claim, List.of(holds, holds))).isEqualTo("3.00 to 3.00 % ✓");
        assertThat(Tables.shortVerdict(claim, List.of(fails, fails))).isEqualTo("1.50 to 1.50 %");
    }

    @Test
    void suitesMeasureTheEvidenceForAllClaims() throws IOException {
        List<Claim> claims = Claim.read(SHIPPED);

        assertThat(claims).hasSizeGreaterThan(9);
        for (Claim claim : claims) {
            assertThat(claim.figure()).isIn(Figure.SPEEDUP, Figure.RATIO, Figure.SKIPPED_PASS);
            assertThat(claim.evidence()).as(claim.claim()).isNotEmpty();
            for (Claim.Evidence evidence : claim.evidence()) {
                Suite suite = Suite.of(SHIPPED.resolveSibling("suites/" + evidence.suite() + ".json").toString());
                for (Selector selector : List.of(evidence.of(), evidence.against())) {
                    SuitesTest.assertMeasured(suite, claim.claim(), selector);
                }
            }
        }
    }
}
