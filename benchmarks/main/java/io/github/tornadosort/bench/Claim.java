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
 * What a paper says of an algorithm, and which measurements tell whether it holds here.
 *
 * @param paper authors and year
 * @param section where in the paper
 * @param claim in our words
 * @param figure how our figure is had from two measurements
 * @param unit as {@link Bar} has it
 * @param claimed the paper's figure
 * @param evidence where ours is: one row each in the report
 */
record Claim(
        String paper, String section, String claim, Figure figure, String unit, double claimed, List<Evidence> evidence) {

    /**
     * Two measurements of a suite.
     *
     * @param suite its name
     */
    record Evidence(String suite, Selector of, Selector against) {}

    /** The claims in a JSON file: a list of them. */
    static List<Claim> read(Path file) throws IOException {
        return List.of(new ObjectMapper().readValue(file.toFile(), Claim[].class));
    }

    /** Holds the claim against a run of the evidence's suite. */
    BarResult evaluate(Evidence one, Run run) {
        return new Bar(0, claim, figure, one.of(), one.against(), unit, claimed, null).evaluate(run);
    }
}
