package io.github.tornadosort.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.github.tornadosort.files.internal.io.OutputFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The content of a results file: the results of suites on one machine, of one commit.
 *
 * @param origin where they come from
 * @param runs one run per suite
 */
record Results(Origin origin, List<Run> runs) {
    /** Earlier results have more properties. */
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    /**
     * A run of a suite with all contenders in turn.
     *
     * @param ours the contender that is compared with the best peer
     * @param started the date and time
     * @param command the command line
     * @param results one row for each contender of each case
     * @param random results of random cases
     */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record Run(
            String suite,
            String question,
            String ours,
            String started,
            String command,
            List<Contender.About> contenders,
            List<Result> results,
            List<RandomCases> random) {

        /** Replaces null lists by empty ones: empty lists are not written. */
        public Run {
            contenders = contenders == null ? List.of() : contenders;
            results = results == null ? List.of() : results;
            random = random == null ? List.of() : random;
        }

        /** Returns a later run with the results of contenders that only this one has. */
        private Run with(Run later) {
            Set<String> again = later.contenders.stream().map(Contender.About::contender).collect(Collectors.toSet());
            return new Run(
                    suite, later.question, later.ours, later.started, later.command,
                    Stream.concat(contenders.stream().filter(one -> !again.contains(one.contender())),
                            later.contenders.stream())
                            .toList(),
                    Stream.concat(results.stream().filter(one -> !again.contains(one.contender())), later.results.stream())
                            .toList(),
                    later.random);
        }
    }

    /**
     * The result of one contender for one case.
     *
     * @param note why there are no figures, or what failed; null otherwise
     * @param nanos times by {@link Metric}: median, minimum, maximum
     * @param counts bytes of memory and numbers of calls
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
            Map<String, Spread> nanos,
            Map<String, Spread> counts) {

        /** Returns the name of the case. */
        String caseName() {
            return operation + " " + type + " " + Sizes.text(n) + " " + distribution;
        }

        boolean isMeasured() {
            return note == null && nanos != null && !nanos.isEmpty();
        }

        /** Returns whether the time can be divided by: no kernel runs for keys that the host finds sorted. */
        boolean isComparable() {
            return isMeasured() && time().median() > 0;
        }

        /** Returns the time that contenders are compared by: that of kernels on a device, otherwise the wall time. */
        Spread time() {
            return Stream.of(Metric.KERNEL, Metric.END_TO_END, Metric.WALL)
                    .filter(nanos::containsKey)
                    .map(nanos::get)
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(caseName() + " of " + contender + " has no time"));
        }
    }

    /**
     * Reads a results file.
     *
     * @throws IOException if it cannot be read, or does not say where its results come from
     */
    public static Results read(Path file) throws IOException {
        Results results = JSON.readValue(file.toFile(), Results.class);
        if (results.origin() == null || results.origin().commit() == null) {
            throw new IOException(file + ": does not name the commit of its results; measure again");
        }
        return results;
    }

    /** Writes a results file completely, or not at all. */
    public void write(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        try (OutputFile output = OutputFile.create(file)) {
            output.write(ByteBuffer.wrap(JSON.writeValueAsBytes(this)));
            output.commit();
        }
    }

    /**
     * Adds a run to a file, or creates the file. The run replaces an earlier one of its suite.
     *
     * @throws IOException if the results of the file have another origin
     */
    static void add(Run run, Origin origin, Path file) throws IOException {
        Results before = Files.exists(file) ? read(file) : new Results(origin, List.of());
        if (!origin.isSame(before.origin())) {
            throw new IOException("%s: has results of commit %s (%s), these are of %s (%s); write them to another folder"
                    .formatted(file, before.origin().code(), before.origin().hardware(), origin.code(), origin.hardware()));
        }
        before.with(run).write(file);
    }

    /** Reads all results files of a folder. */
    static List<Results> all(Path folder) throws IOException {
        List<Results> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(file -> file.toString().endsWith(".json")).sorted().toList()) {
                all.add(read(file));
            }
        }
        return all;
    }

    /** Returns the newest results of a machine that are of another commit, if there are any: those of the last release. */
    static Optional<Results> last(Path folder, Origin origin) throws IOException {
        return Files.isDirectory(folder)
                ? all(folder).stream()
                        .filter(one -> one.origin().slug().equals(origin.slug()) && !one.origin().isSame(origin))
                        .max(Comparator.comparing(Results::started))
                : Optional.empty();
    }

    /** Returns when the last run began. */
    String started() {
        return runs.stream().map(Run::started).max(Comparator.naturalOrder()).orElse("");
    }

    /** Returns an earlier result, if all times of a contender for a case were measured before. */
    Optional<Result> of(Result result) {
        return runs.stream()
                .flatMap(run -> run.results().stream())
                .filter(one -> one.isMeasured() && result.isMeasured() && one.contender().equals(result.contender())
                        && one.caseName().equals(result.caseName())
                        && one.nanos().keySet().containsAll(result.nanos().keySet()))
                .findFirst();
    }

    /**
     * Returns these results with another run. It replaces what its contenders had in an earlier run of the same suite; other
     * contenders, such as the backends of another SDK, keep theirs.
     */
    Results with(Run run) {
        List<Run> all = new ArrayList<>(runs);
        all.removeIf(one -> one.suite().equals(run.suite()));
        Run together = runs.stream()
                .filter(one -> one.suite().equals(run.suite()))
                .findFirst()
                .map(before -> before.with(run))
                .orElse(run);
        all.add(together);
        return new Results(origin, all);
    }
}
