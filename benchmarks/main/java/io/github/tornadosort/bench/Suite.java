package io.github.tornadosort.bench;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.tornadosort.KeyType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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
 * @param repetitions the measurements of each case and contender, each on new keys
 * @param warmups the least number of warm-ups before them, for devices and programs
 * @param seconds for calls, the time of all measurements of a case, and of all warm-ups
 */
record Suite(
        @JsonProperty(required = true) String name,
        @JsonProperty(required = true) String question,
        @JsonProperty(required = true) Kind kind,
        double minutes,
        @JsonProperty(required = true) List<String> contenders,
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
            "csv-vs-duckdb", "spark-sql", "gpu", "gpu-vs-cub", "transfers", "stages-vs-cub", "algorithms");

    /** How the contenders of a suite run. */
    enum Kind {
        /** Calls, by JMH, in one JVM for each case and contender. */
        @JsonProperty("calls")
        CALLS,
        /** The first calls, by JMH, in one JVM for each measurement. */
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

    /** Sets defaults. */
    Suite {
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
     * Random cases, see {@link AnyDistribution}.
     *
     * @param least the smallest number of keys
     * @param most the largest number of keys
     * @param cases the largest number of cases of an operation
     * @param seconds the time after which no further case of an operation begins
     * @param warmupSeconds the time for cases of an operation that are not counted
     * @param seed the seed of the first case
     */
    record Random(
            @JsonProperty(required = true) String least,
            @JsonProperty(required = true) String most,
            int cases,
            double seconds,
            double warmupSeconds,
            long seed) {
        /** Checks the sizes. */
        Random {
            if (Sizes.parse(least) > Sizes.parse(most)) {
                throw new IllegalArgumentException("random cases of at least " + least + " and at most " + most + " keys");
            }
        }
    }

    /**
     * All combinations of operations, types, sizes and distributions.
     *
     * @param distributions by default {@code uniform}
     * @param cores the least number of cores of a machine that runs these cases
     */
    record CaseSet(
            @JsonProperty(required = true) List<String> operations,
            @JsonProperty(required = true) List<String> types,
            @JsonProperty(required = true) List<String> sizes,
            List<String> distributions,
            int cores) {
        /** Sets defaults. */
        CaseSet {
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

    /** Returns all cases of this machine. */
    List<BenchCase> all() {
        return cases.stream()
                .filter(set -> set.cores() <= Runtime.getRuntime().availableProcessors())
                .flatMap(set -> set.all().stream())
                .toList();
    }

    /**
     * Reads a suite from a file or from the suites of this program.
     *
     * @param fileOrName a path, or the name of a file in {@code benchmarks/suites} without {@code .json}
     * @throws IOException if the file cannot be read or is not a suite; the message names the file
     */
    static Suite of(String fileOrName) throws IOException {
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
