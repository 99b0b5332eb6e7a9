package io.github.tornadosort.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.cli.io.OutputFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A results file: what suites gave on one machine on one day.
 *
 * @param machine where
 * @param runs one a suite
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Results(Machine machine, List<Run> runs) {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    /** A machine; {@code device} is what it sorts on, in words. */
    public record Machine(String device, String system, String cpu, int cores, long memoryBytes, String java) {}

    /**
     * A suite, measured with all contenders in turn.
     *
     * @param started date and time
     * @param command what was typed to have this
     */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record Run(
            String suite,
            String description,
            String started,
            String command,
            int repetitions,
            List<Contender.About> contenders,
            List<Result> results,
            List<BarResult> bars) {

        /** An empty list is not written, and is read as null. */
        public Run {
            contenders = contenders == null ? List.of() : contenders;
            results = results == null ? List.of() : results;
        }

        /** The same run with these results, and the bars held against them. */
        Run with(List<Result> newResults, List<Bar> against) {
            Run measured = new Run(
                    suite, description, started, command, repetitions, contenders, List.copyOf(newResults), List.of());
            return new Run(
                    suite,
                    description,
                    started,
                    command,
                    repetitions,
                    contenders,
                    measured.results,
                    Bar.evaluate(against, measured));
        }
    }

    /**
     * One contender on one case.
     *
     * @param note why there are no figures, or what went wrong; null if all is well
     * @param firstNanos end-to-end wall time of the first of all, kernels compiled in it
     */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record Result(
            String contender,
            String operation,
            String type,
            int n,
            String distribution,
            String note,
            int repetitions,
            Long firstNanos,
            Map<String, Spread> nanos,
            Map<String, Spread> kernels,
            Map<String, Long> counts) {

        BenchCase benchCase() {
            return new BenchCase(operation, KeyType.of(type), n, distribution);
        }

        boolean isMeasured() {
            return note == null && nanos != null;
        }

        /** The median of a count, or null if there is none. */
        Long count(String metric) {
            return counts == null ? null : counts.get(metric);
        }
    }

    /**
     * A bar, held against the results.
     *
     * @param figure what was measured, in the bar's unit; null if it was not
     * @param verdict {@code floor}, {@code aim} (reached), {@code missed} or {@code not measured}
     * @param how what was divided by what
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record BarResult(
            int issue,
            String what,
            String how,
            Double figure,
            String unit,
            boolean atLeast,
            double floor,
            Double aim,
            String verdict) {}

    /** The file's results. */
    public static Results read(Path file) throws IOException {
        return JSON.readValue(file.toFile(), Results.class);
    }

    /** Writes them, whole or not at all. */
    public void write(Path file) throws IOException {
        Path absolute = file.toAbsolutePath();
        Files.createDirectories(absolute.getParent());
        try (OutputFile output = OutputFile.create(file)) {
            write(output);
        }
    }

    /** Writes them to a file that is then complete. */
    public void write(OutputFile file) throws IOException {
        file.write(ByteBuffer.wrap(JSON.writeValueAsBytes(this)));
        file.commit();
    }

    /** These results with a run more; an earlier run of its suite goes. */
    public Results with(Run run) {
        List<Run> all = new ArrayList<>(runs);
        all.removeIf(r -> r.suite().equals(run.suite()));
        all.add(run);
        return new Results(machine, all);
    }
}
