package io.github.tornadosort.bench;

import static io.github.tornadosort.bench.Fixture.COMMIT;
import static io.github.tornadosort.bench.Fixture.origin;
import static io.github.tornadosort.bench.Fixture.run;
import static io.github.tornadosort.bench.Fixture.sort;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.bench.Results.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsTest {
    @TempDir
    private Path folder;

    @Test
    void aNewRunReplacesTheOldRunOfItsSuite() throws IOException {
        Path file = folder.resolve("results/here.json");
        Run fresh = run("a", sort("tornado-sort", 10, 300));

        Results.add(run("a", sort("tornado-sort", 10, 200)), origin(COMMIT, 2), file);
        Results.add(run("b"), origin(COMMIT, 2), file);
        Results.add(fresh, origin(COMMIT, 2), file);

        Results read = Results.read(file);
        assertThat(read.origin()).isEqualTo(origin(COMMIT, 2));
        assertThat(read.runs()).containsExactly(run("b"), fresh);
    }

    @Test
    void resultsOfAnotherOriginAreRefused() throws IOException {
        Path file = folder.resolve("here.json");
        Results.add(run("a"), origin(COMMIT, 2), file);

        assertThatThrownBy(() -> Results.add(run("b"), origin("ffff", 2), file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("has results of commit " + COMMIT)
                .hasMessageContaining("these are of ffff");
        assertThatThrownBy(() -> Results.add(run("b"), origin(COMMIT, 4), file)).isInstanceOf(IOException.class);
        assertThat(Results.read(file).runs()).containsExactly(run("a"));
    }

    @Test
    void resultsWithoutACommitAreRefused() throws IOException {
        Path old = Files.writeString(folder.resolve("old.json"), "{\"runs\": []}");

        assertThatThrownBy(() -> Results.read(old))
                .isInstanceOf(IOException.class)
                .hasMessage(old + ": does not name the commit of its results; measure again");
    }
}
