package io.github.tornadosort.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.OutputFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The content of a results file: the results of suites on one machine on one day.
 *
 * @param machine the machine
 * @param runs one run per suite
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Results(Machine machine, List<Run> runs) {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    /** A machine; {@code device} is the name of the device that it sorts on. */
    public record Machine(String device, String system, String cpu, int cores, long memoryBytes, String java) {}

    /**
     * A run of a suite with all contenders in turn.
     *
     * @param started the date and time
     * @param command the command line
     * @param random results of random cases
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
            List<BarResult> bars,
            List<RandomCases> random) {

        /** Replaces null lists by empty ones: empty lists are not written. */
        public Run {
            contenders = contenders == null ? List.of() : contenders;
            results = results == null ? List.of() : results;
            random = random == null ? List.of() : random;
        }

        /** Creates a run without random cases. */
        public Run(
                String suite,
                String description,
                String started,
                String command,
                int repetitions,
                List<Contender.About> contenders,
                List<Result> results,
                List<BarResult> bars) {
            this(suite, description, started, command, repetitions, contenders, results, bars, List.of());
        }

        /** Returns this run with other results, on which the targets are evaluated. */
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
     * The result of one contender for one case.
     *
     * @param note why there are no figures, or what failed; null otherwise
     * @param firstNanos end-to-end wall time of the first sort, including the compilation of kernels
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

        /** Returns the median of a count, or null if there is none. */
        Long count(String metric) {
            return counts == null ? null : counts.get(metric);
        }
    }

    /**
     * The result of a target.
     *
     * @param how which measurements were compared
     * @param value the measurement of interest: nanoseconds or a count; null if it was not measured
     * @param base the measurement that it was compared with; null if there is none
     * @param figure the measured figure in the unit of the target; null if it was not measured
     * @param verdict {@code floor} or {@code aim} if that was reached, {@code missed} or {@code not measured}
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record BarResult(
            int issue,
            String what,
            String how,
            Double value,
            Double base,
            Double figure,
            String unit,
            boolean atLeast,
            double floor,
            Double aim,
            String verdict) {}

    /** Reads a results file. */
    public static Results read(Path file) throws IOException {
        return JSON.readValue(file.toFile(), Results.class);
    }

    /** Writes a results file completely, or not at all. */
    public void write(Path file) throws IOException {
        Path absolute = file.toAbsolutePath();
        Files.createDirectories(absolute.getParent());
        try (OutputFile output = OutputFile.create(file)) {
            write(output);
        }
    }

    /** Writes the results to a file and commits it. */
    public void write(OutputFile file) throws IOException {
        file.write(ByteBuffer.wrap(JSON.writeValueAsBytes(this)));
        file.commit();
    }

    /** Returns these results with another run. It replaces an earlier run of the same suite. */
    public Results with(Run run) {
        List<Run> all = new ArrayList<>(runs);
        all.removeIf(r -> r.suite().equals(run.suite()));
        all.add(run);
        return new Results(machine, all);
    }
}
