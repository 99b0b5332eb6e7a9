package io.github.tornadosort.bench;

import static io.github.tornadosort.bench.Fixture.COMMIT;
import static io.github.tornadosort.bench.Fixture.entries;
import static io.github.tornadosort.bench.Fixture.failed;
import static io.github.tornadosort.bench.Fixture.origin;
import static io.github.tornadosort.bench.Fixture.sort;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.bench.Results.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsTest {
    @TempDir
    private Path folder;

    /** A measurement is a line, after that of the origin. */
    @Test
    void aNewRunReplacesWhatItsContendersHadInTheSuite() throws IOException {
        Path file = folder.resolve("results/here.json");

        Results.add(entries("a", sort("tornado-sort", 10, 200), sort("fastutil", 10, 500)), origin(COMMIT, 2), file);
        Results.add(entries("b", sort("tornado-sort", 10, 400)), origin(COMMIT, 2), file);
        Results.add(entries("a", sort("tornado-sort", 10, 300)), origin(COMMIT, 2), file);

        Results read = Results.read(file);
        assertThat(read.origin()).isEqualTo(origin(COMMIT, 2));
        assertThat(read.results("a")).containsExactly(sort("fastutil", 10, 500), sort("tornado-sort", 10, 300));
        assertThat(read.results("b")).containsExactly(sort("tornado-sort", 10, 400));
        assertThat(read.suites()).containsExactly("a", "b");
        assertThat(read.abouts("a")).extracting(Contender.About::ours).containsExactly(false, true);
        assertThat(Files.readAllLines(file)).hasSize(7).contains(
                "{\"suite\":\"a\",\"result\":{\"contender\":\"tornado-sort\",\"operation\":\"sort\",\"type\":\"int32\","
                        + "\"n\":10,\"distribution\":\"uniform\",\"nanos\":[300,299,301]}}");
    }

    /** Those of this commit, of another machine and of other cases are none. */
    @Test
    void theLastReleaseIsTheNewestOfTheMachineAtAnotherCommit() throws IOException {
        Origin here = origin(COMMIT, 2);
        assertThat(Results.last(folder.resolve("none"), here)).isEmpty();
        Results.add(entries("a", sort("tornado-sort", 10, 200)), here, folder.resolve("here.json"));
        Results.add(entries("a", sort("tornado-sort", 10, 300)), origin("ffff", 4), folder.resolve("other.json"));
        assertThat(Results.last(folder, here)).isEmpty();
        Results.add(entries("a", sort("tornado-sort", 10, 400)), origin("ffff", 2), folder.resolve("last.json"));

        Results last = Results.last(folder, here).orElseThrow();
        assertThat(last.origin().commit()).isEqualTo("ffff");
        Result now = sort("tornado-sort", 10, 200);
        assertThat(Tables.line(now, last.of("a", now))).endsWith(" 200 ns [199 ns, 201 ns] last 400 ns");
        assertThat(last.of("a", sort("fastutil", 10, 200))).isEmpty();
        assertThat(last.of("a", sort("tornado-sort", 11, 200))).isEmpty();
        assertThat(last.of("b", now)).isEmpty();
        assertThat(Tables.line(failed("tornado-sort", 10, "wrong keys"), Optional.empty())).endsWith(" failed: wrong keys");
    }

    @Test
    void resultsOfAnotherOriginAreRefused() throws IOException {
        Path file = folder.resolve("here.json");
        Results.add(entries("a", sort("tornado-sort", 10, 200)), origin(COMMIT, 2), file);

        assertThatThrownBy(() -> Results.add(entries("b"), origin("ffff", 2), file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("has results of commit " + COMMIT)
                .hasMessageContaining("these are of ffff");
        assertThatThrownBy(() -> Results.add(entries("b"), origin(COMMIT, 4), file)).isInstanceOf(IOException.class);
        Results.add(entries("b"), origin(COMMIT, 2).at("2027-01-01T00:00:00Z"), file);
        assertThat(Results.read(file).suites()).containsExactly("a");
    }

    @Test
    void otherFilesAreRefused() throws IOException {
        Path old = Files.writeString(folder.resolve("old.json"), "{\"runs\": []}\n");

        assertThatThrownBy(() -> Results.read(old))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(old + ": not a results file of this version: ");
    }
}
