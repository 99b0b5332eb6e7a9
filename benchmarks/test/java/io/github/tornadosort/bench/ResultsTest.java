package io.github.tornadosort.bench;

import static io.github.tornadosort.bench.Fixture.COMMIT;
import static io.github.tornadosort.bench.Fixture.failed;
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
    void anotherSdkAddsTheColumnsOfItsBackends() throws IOException {
        Path file = folder.resolve("here.json");
        Results.add(run("gpu", sort("opencl", 10, 200), sort("cub", 10, 100)), origin(COMMIT, 2), file);
        Run second = run("gpu", sort("cuda", 10, 150), sort("cub", 10, 90));
        Results.add(second, origin(COMMIT, 2), file);

        Run together = Results.read(file).runs().getFirst();
        assertThat(together.results()).containsExactly(
                sort("opencl", 10, 200), sort("cuda", 10, 150), sort("cub", 10, 90));
        assertThat(together.contenders()).extracting(Contender.About::contender).containsExactly("opencl", "cuda", "cub",
                "gnu-sort");
    }

    /** Those of this commit, of another machine and of other cases are none. */
    @Test
    void theLastReleaseIsTheNewestOfTheMachineAtAnotherCommit() throws IOException {
        Origin here = origin(COMMIT, 2);
        assertThat(Results.last(folder.resolve("none"), here)).isEmpty();
        Results.add(run("a", sort("tornado-sort", 10, 200)), here, folder.resolve("here.json"));
        Results.add(run("a", sort("tornado-sort", 10, 300)), origin("ffff", 4), folder.resolve("other.json"));
        assertThat(Results.last(folder, here)).isEmpty();
        Results.add(run("a", sort("tornado-sort", 10, 400)), origin("ffff", 2), folder.resolve("last.json"));

        Results last = Results.last(folder, here).orElseThrow();
        assertThat(last.origin().commit()).isEqualTo("ffff");
        Results.Result fresh = sort("tornado-sort", 10, 200);
        assertThat(Tables.line(fresh, last.of(fresh))).endsWith(" endToEnd 200 ns [199 ns, 201 ns] last 400 ns");
        assertThat(last.of(sort("fastutil", 10, 200))).isEmpty();
        assertThat(last.of(sort("tornado-sort", 11, 200))).isEmpty();
        assertThat(last.of(failed("tornado-sort", 10, "wrong keys"))).isEmpty();
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
