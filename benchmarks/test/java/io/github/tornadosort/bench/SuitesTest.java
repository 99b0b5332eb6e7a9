package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.bench.Bar.Selector;
import io.github.tornadosort.bench.Suite.CaseSet;
import io.github.tornadosort.cli.data.Distribution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the suites in benchmarks/suites, so that mistakes do not waste time on a GPU machine. */
class SuitesTest {
    /** The names in targets for this library on some device. */
    private static final List<String> OURS = List.of("fastest", "slowest", "same");

    private static final Path FOLDER = Path.of(System.getProperty("tornadosort.root"), "benchmarks", "suites");

    @TempDir
    private Path folder;

    static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.toList();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void casesAreValidAndTargetsAreMeasured(Path file) throws IOException {
        Suite suite = Suite.of(file.toString());

        assertThat(suite.name() + ".json").isEqualTo(file.getFileName().toString());
        assertThat(suite.cases().isEmpty()).isEqualTo(suite.random() != null);
        for (CaseSet set : suite.cases()) {
            assertThat(set.all()).isNotEmpty();
            assertThat(Measure.all(set.measures())).isNotEmpty();
            for (BenchCase one : set.all()) {
                assertThat(Distribution.of(one.distribution()).objection(one.type())).isNull();
            }
        }
        for (Bar bar : suite.bars()) {
            assertMeasured(suite, bar.what(), bar.of());
            if (bar.against() != null) {
                assertMeasured(suite, bar.what(), bar.against());
            }
        }
    }

    /** @param what needs the measurement */
    static void assertMeasured(Suite suite, String what, Selector selector) {
        if (selector.contender().contains("|")) {
            for (String contender : selector.contender().split("\\|")) {
                assertMeasured(
                        suite, what,
                        new Selector(
                                contender, selector.operation(), selector.type(), selector.n(), selector.distribution(),
                                selector.metric()));
            }
            return;
        }
        // The name of a contender with an algorithm ends with a colon and the algorithm.
        String[] names = selector.contender().split(":", 2);
        boolean ours = List.of("jvm", "opencl", "ptx", "cuda").contains(names[0]);
        assertThat(suite.cases())
                .as("cases of '%s' that '%s' measures", what, selector)
                .anyMatch(set -> set.all().stream().anyMatch(selector::matches)
                        && (set.asks(names[0], ours) && (names.length == 1 || set.algorithms().contains(names[1]))
                                || OURS.contains(selector.contender())));
    }

    @Test
    void suitesMeasureAllSetsOfTargets() throws IOException {
        for (BarSet set : BarSet.ofProgram()) {
            Suite suite = Suite.of(set.suite());
            for (Bar bar : set.bars()) {
                assertMeasured(suite, set.what(), bar.of());
                if (bar.against() != null) {
                    assertMeasured(suite, set.what(), bar.against());
                }
            }
        }
    }

    @Test
    void piecesAreTheOperationsAndTypesOfASuite() throws IOException {
        Suite suite = Suite.of("host-pairs");
        Suite some = suite.only(new Suite.Piece("argsort", "int32"));

        assertThat(suite.pieces())
                .containsExactly(new Suite.Piece("pairs", "int32"), new Suite.Piece("argsort", "int32"));
        assertThat(some.cases()).hasSize(1);
        assertThat(some.cases().getFirst().all()).extracting(BenchCase::operation).containsOnly("argsort").hasSize(3);
        assertThat(some.shared()).isEqualTo(suite.shared());
    }

    @Test
    void errorNamesTheInvalidFile() throws IOException {
        Path file = Files.writeString(folder.resolve("bad.json"), "{\"name\": 1, \"reps\": 2}");
        assertThatThrownBy(() -> Suite.of(file.toString())).isInstanceOf(IOException.class).hasMessageContaining("bad.json");
        assertThatThrownBy(() -> Suite.of("nonesuch")).isInstanceOf(IOException.class).hasMessageContaining("nonesuch");
    }
}
