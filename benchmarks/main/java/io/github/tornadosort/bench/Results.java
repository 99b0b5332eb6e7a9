package io.github.tornadosort.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.tornadosort.bench.Contender.About;
import io.github.tornadosort.files.internal.io.OutputFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A results file: what was measured on one machine at one commit. The first line of the file is the origin, every other one an
 * entry.
 *
 * @param origin where the results come from
 * @param entries what was measured
 */
record Results(Origin origin, List<Entry> entries) {
    private static final ObjectMapper JSON =
            new ObjectMapper().setDefaultPropertyInclusion(JsonInclude.Include.NON_EMPTY);

    /** A contender of a suite, its result for one case, or its results for random cases; the other two are null. */
    record Entry(String suite, About about, Result result, RandomCases random) {
        private String contender() {
            return about != null ? about.contender() : result != null ? result.contender() : SorterCalls.NAME;
        }
    }

    /**
     * The result of one contender for one case.
     *
     * @param note why there is no time, or what failed; null otherwise
     * @param nanos the time; null if there is none
     */
    record Result(
            String contender, String operation, String type, int n, String distribution, String note, Spread nanos) {

        static Result of(String contender, BenchCase one, String note, Spread nanos) {
            return new Result(contender, one.operation(), one.type().label(), one.n(), one.distribution(), note, nanos);
        }

        /** Returns the name of the case. */
        String caseName() {
            String shape = distribution.equals("uniform") ? "" : " " + distribution;
            return operation + " " + type + " " + BenchCase.size(n) + shape;
        }

        boolean isMeasured() {
            return nanos != null;
        }

        boolean isFailed() {
            return note != null && note.startsWith("failed");
        }

        /** Returns whether the time can be divided by: no kernel runs for keys that the host finds sorted. */
        boolean isComparable() {
            return isMeasured() && nanos.median() > 0;
        }
    }

    /**
     * Reads a results file.
     *
     * @throws IOException if it cannot be read, or does not say where its results come from
     */
    static Results read(Path file) throws IOException {
        try {
            List<String> lines = Files.readAllLines(file);
            Origin origin = JSON.readValue(lines.getFirst(), Origin.class);
            List<Entry> entries = new ArrayList<>();
            for (String line : lines.subList(1, lines.size())) {
                entries.add(JSON.readValue(line, Entry.class));
            }
            return new Results(origin, entries);
        } catch (JacksonException e) {
            throw new IOException(file + ": not a results file of this version: " + e.getOriginalMessage(), e);
        }
    }

    /** Writes a results file completely, or not at all. */
    void write(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        StringBuilder text = new StringBuilder(JSON.writeValueAsString(origin)).append('\n');
        for (Entry one : entries) {
            text.append(JSON.writeValueAsString(one)).append('\n');
        }
        try (OutputFile output = OutputFile.create(file)) {
            output.write(ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8)));
            output.commit();
        }
    }

    /**
     * Adds what contenders of a suite did to a file, or creates the file. It replaces what they did before; other contenders,
     * such as the backends of another SDK, keep their results.
     *
     * @throws IOException if the results of the file have another origin
     */
    static void add(List<Entry> entries, Origin origin, Path file) throws IOException {
        Results before = Files.exists(file) ? read(file) : new Results(origin, List.of());
        if (!origin.isSame(before.origin)) {
            throw new IOException("%s: has results of commit %s (%s), these are of %s (%s); write them to another folder"
                    .formatted(file, before.origin.commit(), before.origin.hardware(), origin.commit(), origin.hardware()));
        }
        Set<String> again = entries.stream().map(one -> one.suite() + " " + one.contender()).collect(Collectors.toSet());
        Stream<Entry> kept = before.entries.stream().filter(one -> !again.contains(one.suite() + " " + one.contender()));
        new Results(origin, Stream.concat(kept, entries.stream()).toList()).write(file);
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

    /** Returns the newest results of a machine that are of another commit, if there are any. */
    static Optional<Results> last(Path folder, Origin origin) throws IOException {
        return Files.isDirectory(folder)
                ? all(folder).stream()
                        .filter(one -> one.origin.slug().equals(origin.slug())
                                && !one.origin.commit().equals(origin.commit()))
                        .max(Comparator.comparing(one -> one.origin.date()))
                : Optional.empty();
    }

    /** Returns these results without those of some suites; a suite is asked for once. */
    Results of(Predicate<String> isKept) {
        List<String> kept = suites().stream().filter(isKept).toList();
        return new Results(origin, entries.stream().filter(one -> kept.contains(one.suite())).toList());
    }

    /** Returns the suites that were measured. */
    List<String> suites() {
        return entries.stream().map(Entry::suite).distinct().toList();
    }

    List<About> abouts(String suite) {
        return entries.stream().filter(one -> one.suite().equals(suite) && one.about() != null).map(Entry::about).toList();
    }

    List<Result> results(String suite) {
        return entries.stream().filter(one -> one.suite().equals(suite) && one.result() != null).map(Entry::result).toList();
    }

    List<RandomCases> random() {
        return entries.stream().filter(one -> one.random() != null).map(Entry::random).toList();
    }

    /** Returns the time of the same case and contender in a suite, if there is one. */
    Optional<Spread> of(String suite, Result result) {
        return results(suite).stream()
                .filter(one -> one.isMeasured() && one.contender().equals(result.contender())
                        && one.caseName().equals(result.caseName()))
                .map(Result::nanos)
                .findFirst();
    }
}
