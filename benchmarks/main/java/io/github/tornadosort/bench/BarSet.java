package io.github.tornadosort.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.tornadosort.bench.Bar.Figure;
import io.github.tornadosort.bench.Bar.Selector;
import io.github.tornadosort.bench.Results.BarResult;
import io.github.tornadosort.bench.Results.Run;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A target that several measurements of a suite must reach: all combinations of operations, types and sizes, and of distributions
 * if there is a list of them. The result is that of the worst measurement.
 *
 * @param issue the number of the issue that requires it
 * @param what its description
 * @param cores the numbers of cores of the machines that it is for
 * @param suite the name of the suite
 * @param operations the operations
 * @param types the key types
 * @param sizes the numbers of keys
 * @param distributions the distributions of both measurements; null if each of them names its own
 * @param figure how the figure is computed
 * @param of the measurement of interest, without operation, type and size
 * @param against the measurement to compare with; null for {@link Figure#VALUE}
 * @param plusNanos nanoseconds by which {@code of} may take longer, in addition to the floor or the aim
 * @param unit the unit, as in {@link Bar}
 * @param floor the value that must be reached
 * @param aim the value that should be reached; optional
 */
record BarSet(
        int issue,
        String what,
        List<Integer> cores,
        String suite,
        List<String> operations,
        List<String> types,
        List<String> sizes,
        List<String> distributions,
        Figure figure,
        Selector of,
        Selector against,
        long plusNanos,
        String unit,
        double floor,
        Double aim) {

    /** Reads a JSON file with a list of sets. */
    static List<BarSet> read(Path file) throws IOException {
        return List.of(new ObjectMapper().readValue(file.toFile(), BarSet[].class));
    }

    /** Reads the sets of this program. */
    static List<BarSet> ofProgram() throws IOException {
        try (InputStream in = BarSet.class.getResourceAsStream("/bars.json")) {
            return List.of(new ObjectMapper().readValue(in, BarSet[].class));
        }
    }

    /** Returns the targets of the individual measurements. */
    List<Bar> bars() {
        List<Bar> bars = new ArrayList<>();
        for (String operation : operations) {
            for (String type : types) {
                for (String n : sizes) {
                    String measured = operation + " " + type + " " + n;
                    if (distributions == null) {
                        bars.add(bar(measured, selector -> selector.at(operation, type, n)));
                    } else {
                        distributions.forEach(distribution -> bars.add(bar(
                                measured + " " + distribution,
                                selector -> selector.at(operation, type, n).with(distribution))));
                    }
                }
            }
        }
        return bars;
    }

    private Bar bar(String measured, UnaryOperator<Selector> complete) {
        return new Bar(
                issue,
                measured,
                figure,
                complete.apply(of),
                against == null ? null : complete.apply(against),
                plusNanos,
                unit,
                floor,
                aim);
    }

    /** Evaluates all targets, and returns the worst result. If a measurement is missing, the set is not measured. */
    BarResult evaluate(Run run) {
        List<BarResult> results = Bar.evaluate(bars(), run);
        return results.stream()
                .filter(result -> result.figure() == null)
                .findFirst()
                .orElseGet(() -> results.stream().max(Comparator.comparingDouble(BarSet::badness)).orElseThrow());
    }

    /** Returns the run of the suite in a results file, or an empty run. */
    Run run(Results results) {
        return results.runs().stream()
                .filter(run -> run.suite().equals(suite))
                .findFirst()
                .orElse(new Run(suite, "", "", "", 0, List.of(), List.of(), List.of()));
    }

    /** Returns whether the target is for a machine. */
    boolean isFor(Results results) {
        return cores.contains(results.machine().cores());
    }

    private static double badness(BarResult result) {
        return result.atLeast() ? -result.figure() : result.figure();
    }

    /** Returns how many targets are missed. */
    long missed(Run run) {
        return Bar.evaluate(bars(), run).stream().filter(result -> result.verdict().equals("missed")).count();
    }
}
