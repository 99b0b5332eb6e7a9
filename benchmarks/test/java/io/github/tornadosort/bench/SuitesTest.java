package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.Column;
import io.github.tornadosort.bench.Suite.CaseSet;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
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
    private static final Path FOLDER = Path.of(System.getProperty("tornadosort.root"), "benchmarks", "suites");

    @TempDir
    private Path folder;

    static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.toList();
        }
    }

    @Test
    void thereAreAtMostFourteenAndAllAreListed() throws IOException {
        assertThat(Suite.NAMES).hasSizeLessThanOrEqualTo(14).doesNotHaveDuplicates();
        assertThat(files()).extracting(file -> file.getFileName().toString())
                .containsExactlyInAnyOrderElementsOf(Suite.NAMES.stream().map(name -> name + ".json").toList());
    }

    @ParameterizedTest
    @MethodSource("files")
    void casesAreValid(Path file) throws IOException {
        Suite suite = Suite.of(file.toString());

        assertThat(suite.name() + ".json").isEqualTo(file.getFileName().toString());
        assertThat(suite.question()).endsWith("?");
        assertThat(suite.minutes()).isPositive();
        if (suite.commands() != null) {
            assertThat(suite.commands()).containsOnlyKeys(suite.contenders());
            assertThat(suite.verify())
                    .containsKeys(suite.cases().stream().flatMap(set -> set.operations().stream()).toArray(String[]::new));
        }
        assertThat(suite.repetitions()).isPositive();
        assertThat(suite.contenders()).hasSizeGreaterThan(1).doesNotHaveDuplicates();
        for (CaseSet set : suite.cases()) {
            assertThat(set.all()).isNotEmpty();
            for (BenchCase one : set.all()) {
                Distribution.of(one.distribution()).fill(new Column(MemorySegment.ofArray(new byte[8]), one.type()), 1);
            }
        }
    }

    @Test
    void errorNamesTheInvalidFile() throws IOException {
        Path file = Files.writeString(folder.resolve("bad.json"), "{\"name\": 1, \"reps\": 2}");
        assertThatThrownBy(() -> Suite.of(file.toString())).isInstanceOf(IOException.class).hasMessageContaining("bad.json");
        assertThatThrownBy(() -> Suite.of("nonesuch")).isInstanceOf(IOException.class).hasMessageContaining("nonesuch");
    }
}
