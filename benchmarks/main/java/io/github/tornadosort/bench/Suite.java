package io.github.tornadosort.bench;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.bench.data.Distribution;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A benchmark suite, which answers one question of a user. It is a JSON file in {@code benchmarks/suites}.
 *
 * @param name its name in results and reports
 * @param question what it shows
 * @param kind how its contenders run
 * @param minutes how long it takes on a machine with two cores, or with a GPU
 * @param contenders the names of all contenders, this library's first: its time is compared with the best peer's
 * @param cases the cases, which all contenders have that can
 * @param random random cases in place of the others; null if there are none
 * @param measures some of {@link Metric#MEASURES}; by default {@code endToEnd}
 * @param repetitions the most measurements of each case and contender, each on new keys
 * @param warmups the least number of warm-ups before them
 * @param seconds for calls, the time for the measurements of a case; at least {@value Campaign#MIN_REPETITIONS} are made
 */
public record Suite(
        String name,
        String question,
        Kind kind,
        double minutes,
        List<String> contenders,
        List<CaseSet> cases,
        Random random,
        List<String> measures,
        int repetitions,
        int warmups,
        double seconds) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The names of the suites of this program, in the order of the report. */
    static final List<String> NAMES = List.of(
            "sort-by-size", "any-distribution", "pairs", "objects-and-strings", "select", "first-calls", "lines-vs-gnu",
            "csv-vs-duckdb", "spark-sql", "gpu-vs-cub", "gpu-distributions", "transfers", "stages-vs-cub", "algorithms");

    /** How the contenders of a suite run. */
    public enum Kind {
        /** Calls in turn in one JVM, which is a fresh one for each operation and type. */
        @JsonProperty("calls")
        CALLS,
        /** The first calls of a fresh JVM for each measurement. */
        @JsonProperty("first-calls")
        FIRST_CALLS,
        /** Random cases, in this JVM. */
        @JsonProperty("random")
        RANDOM,
        /** This library on a device of this JVM; each peer in a process of its own. */
        @JsonProperty("device")
        DEVICE,
        /** Each contender in a process of its own: programs that are started anew for each measurement, and Spark. */
        @JsonProperty("programs")
        PROGRAMS
    }

    /** Checks required properties and sets defaults. */
    public Suite {
        Objects.requireNonNull(name, "a suite without a name");
        Objects.requireNonNull(question, "a suite without a question");
        Objects.requireNonNull(kind, "a suite without a kind");
        Objects.requireNonNull(contenders, "a suite without contenders");
        cases = cases == null ? List.of() : cases;
        measures = measures == null ? List.of(Metric.END_TO_END) : measures;
        if (!Metric.MEASURES.containsAll(measures)) {
            throw new IllegalArgumentException("measures " + measures + ", expected some of " + Metric.MEASURES);
        }
        if (cases.isEmpty() == (random == null)) {
            throw new IllegalArgumentException("expected cases or random cases");
        }
    }

    /**
     * Random cases, see {@link io.github.tornadosort.bench.host.AnyDistribution}.
     *
     * @param least the smallest number of keys
     * @param most the largest number of keys
     * @param cases the largest number of cases of an operation
     * @param seconds the time after which no further case of an operation begins
     * @param warmupSeconds the time for cases of an operation that are not counted
     * @param seed the seed of the first case
     */
    public record Random(
            String least, String most, int cases, double seconds, double warmupSeconds, long seed) {
        /** Checks required properties. */
        public Random {
            Objects.requireNonNull(least, "random cases without least");
            Objects.requireNonNull(most, "random cases without most");
            if (Sizes.parse(least) > Sizes.parse(most)) {
                throw new IllegalArgumentException("random cases of at least " + least + " and at most " + most + " keys");
            }
        }

        /** Returns the smallest number of keys. */
        public int leastKeys() {
            return Sizes.parse(least);
        }

        /** Returns the largest number of keys. */
        public int mostKeys() {
            return Sizes.parse(most);
        }
    }

    /**
     * All combinations of operations, types, sizes and distributions.
     *
     * @param distributions by default {@code uniform}
     * @param cores the least number of cores of a machine that runs these cases
     */
    public record CaseSet(
            List<String> operations, List<String> types, List<String> sizes, List<String> distributions, int cores) {
        /** Checks required properties and sets defaults. */
        public CaseSet {
            Objects.requireNonNull(operations, "a case without operations");
            Objects.requireNonNull(types, "a case without types");
            Objects.requireNonNull(sizes, "a case without sizes");
            distributions = distributions == null ? List.of("uniform") : distributions;
        }

        List<BenchCase> all() {
            List<BenchCase> all = new ArrayList<>();
            for (String type : types) {
                for (String operation : operations) {
                    // Distributions are the innermost loop, because they share the kernels compiled for a size.
                    for (String size : sizes) {
                        for (String distribution : distributions) {
                            Distribution.of(distribution);
                            all.add(new BenchCase(operation, KeyType.of(type), Sizes.parse(size), distribution));
                        }
                    }
                }
            }
            return all;
        }
    }

    /** An operation on keys of one type. */
    record Piece(String operation, KeyType type) {}

    /** Returns the operations and types of all cases, in their order. */
    Set<Piece> pieces() {
        return all().stream()
                .map(one -> new Piece(one.operation(), one.type()))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns the cases of one operation and type. */
    List<BenchCase> all(Piece piece) {
        return all().stream().filter(one -> new Piece(one.operation(), one.type()).equals(piece)).toList();
    }

    /** Returns all cases of this machine. */
    List<BenchCase> all() {
        return cases.stream()
                .filter(set -> set.cores() <= Runtime.getRuntime().availableProcessors())
                .flatMap(set -> set.all().stream())
                .toList();
    }

    /** Returns the name of this library's contender, which is compared with the best peer. */
    String ours() {
        return contenders.getFirst();
    }

    /**
     * Reads a suite from a file or from the suites of this program.
     *
     * @param fileOrName a path, or the name of a file in {@code benchmarks/suites} without {@code .json}
     * @throws IOException if the file cannot be read or is not a suite; the message names the file
     */
    public static Suite of(String fileOrName) throws IOException {
        Path file = Path.of(fileOrName);
        if (Files.isDirectory(file)) {
            throw new IOException(fileOrName + ": is a directory, expected a suite");
        }
        try (InputStream in = Files.exists(file)
                ? Files.newInputStream(file)
                : Suite.class.getResourceAsStream("/suites/" + fileOrName + ".json")) {
            if (in == null) {
                throw new IOException("unknown suite '" + fileOrName
                        + "', expected a file or the name of a suite of this program; 'benchmarks/run --list' has the names");
            }
            Suite suite = JSON.readValue(in, Suite.class);
            if (suite == null) {
                throw new IOException(fileOrName + ": not a suite: the file contains null");
            }
            suite.cases().forEach(CaseSet::all);
            return suite;
        } catch (IllegalArgumentException e) {
            throw new IOException(fileOrName + ": not a suite: " + e.getMessage(), e);
        } catch (JacksonException e) {
            throw new IOException(fileOrName + ": not a suite: " + e.getOriginalMessage(), e);
        }
    }
}
