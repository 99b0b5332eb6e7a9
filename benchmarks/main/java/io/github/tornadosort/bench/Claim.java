package io.github.tornadosort.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.tornadosort.bench.Bar.Figure;
import io.github.tornadosort.bench.Bar.Selector;
import io.github.tornadosort.bench.Results.BarResult;
import io.github.tornadosort.bench.Results.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A claim of a paper about an algorithm, and the measurements that check it.
 *
 * @param paper authors and year
 * @param section the section of the paper
 * @param claim the claim, paraphrased
 * @param figure how the figure is computed from two measurements
 * @param unit the unit, as in {@link Bar}
 * @param claimed the figure in the paper
 * @param evidence the measurements; the report has one row for each
 */
record Claim(
        String paper, String section, String claim, Figure figure, String unit, double claimed, List<Evidence> evidence) {

    /**
     * Two measurements of a suite.
     *
     * @param suite the name of the suite
     */
    record Evidence(String suite, Selector of, Selector against) {}

    /** Reads a JSON file with a list of claims. */
    static List<Claim> read(Path file) throws IOException {
        return List.of(new ObjectMapper().readValue(file.toFile(), Claim[].class));
    }

    /** Evaluates the claim on a run of the suite. */
    BarResult evaluate(Evidence one, Run run) {
        return new Bar(0, claim, figure, one.of(), one.against(), 0, unit, claimed, null).evaluate(run);
    }
}
