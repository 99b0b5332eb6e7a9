package io.github.tornadosort.bench;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.cli.options.Count;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.TypeConversionException;

/**
 * A benchmark suite, which answers one question of a user. It is a JSON file in {@code benchmarks/suites}.
 *
 * @param name its name in results and reports
 * @param question what it shows
 * @param kind how its contenders run
 * @param minutes how long it takes on a machine with two cores, or with a GPU
 * @param contenders the names of all contenders, this library's first: its time is compared with the best peer's
 * @param commands for programs, the command of each contender and operation, see {@link ProgramContender}
 * @param verify for programs, a command for each operation that fails if the result is wrong
 * @param cases the cases, which all contenders have that can
 * @param measure one of {@link Reply#MEASURES}; by default the wall time
 * @param repetitions the measurements of each case and contender
 * @param seconds for devices and random cases, the time after which no case begins; for calls, the time of all measurements of
 *     a case, and of all warm-ups
 */
record Suite(
        @JsonProperty(required = true) String name,
        @JsonProperty(required = true) String question,
        @JsonProperty(required = true) Kind kind,
        double minutes,
        @JsonProperty(required = true) List<String> contenders,
        Map<String, Map<String, String>> commands,
        Map<String, String> verify,
        @JsonProperty(required = true) List<CaseSet> cases,
        String measure,
        int repetitions,
        double seconds) {
    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS).build();

    /** The names of the suites of this program, in the order of the report. */
    static final List<String> NAMES = List.of(
            "gpu", "transfers", "algorithms", "sort-by-size", "any-distribution", "operations", "first-calls", "files",
            "spark-sql");

    /** How the contenders of a suite run. */
    enum Kind {
        /** Calls, by JMH, in one JVM for each case and contender. */
        CALLS,
        /** The first calls, by JMH, in one JVM for each measurement. */
        FIRST_CALLS,
        /** Cases of random types and distributions, and of sizes between the two of the suite, in this JVM. */
        RANDOM,
        /** This library on a device of this JVM; each peer in a process of its own. */
        DEVICE,
        /** Each contender in a process of its own: programs that are started anew for each measurement, and Spark. */
        PROGRAMS
    }

    /** Sets defaults. */
    Suite {
        measure = measure == null ? Reply.WALL : measure;
        if (!Reply.MEASURES.contains(measure)) {
            throw new IllegalArgumentException("measure '" + measure + "', expected one of " + Reply.MEASURES);
        }
    }

    /**
     * All combinations of operations, types, sizes and distributions.
     *
     * @param distributions by default {@code uniform}
     */
    record CaseSet(
            @JsonProperty(required = true) List<String> operations,
            @JsonProperty(required = true) List<String> types,
            @JsonProperty(required = true) List<String> sizes,
            List<String> distributions) {
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
                            all.add(new BenchCase(operation, KeyType.of(type), size(size), distribution));
                        }
                    }
                }
            }
            return all;
        }
    }

    List<BenchCase> all() {
        return cases.stream().flatMap(set -> set.all().stream()).toList();
    }

    /** Returns the number of keys that a text such as {@code 2^16} means. */
    static int size(String text) {
        return Math.toIntExact(new Count().convert(text));
    }

    /**
     * Reads a suite from a file or from the suites of this program.
     *
     * @param fileOrName a path, or the name of a file in {@code benchmarks/suites} without {@code .json}
     * @throws IOException if the file cannot be read or is not a suite; the message names the file
     */
    static Suite of(String fileOrName) throws IOException {
        Path file = Path.of(fileOrName);
        try (InputStream in = Files.isRegularFile(file)
                ? Files.newInputStream(file)
                : Suite.class.getResourceAsStream("/suites/" + fileOrName + ".json")) {
            if (in == null) {
                throw new IOException("unknown suite '" + fileOrName
                        + "', expected a file or the name of a suite of this program; 'benchmarks/run --list' has the names");
            }
            Suite suite = JSON.readValue(in, Suite.class);
            suite.cases().forEach(CaseSet::all);
            return suite;
        } catch (IllegalArgumentException | ArithmeticException | TypeConversionException | JacksonException e) {
            throw new IOException(fileOrName + ": not a suite: " + e.getMessage(), e);
        }
    }
}
