package io.github.tornadosort.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.tornadosort.KeyType;
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
import java.util.stream.Stream;

/**
 * A benchmark suite, read from a JSON file.
 *
 * @param name its name in results and reports
 * @param description its purpose
 * @param repetitions the number of measurements of each case and contender, each on new keys
 * @param warmups the minimum number of warm-ups before them
 * @param cases the cases
 * @param bars the targets that the results must reach; optional
 * @param shared how contenders that share one JVM are measured; null if each contender runs in its own process
 * @param random random cases in place of the others; null if there are none
 */
public record Suite(
        String name,
        String description,
        int repetitions,
        int warmups,
        List<CaseSet> cases,
        List<Bar> bars,
        Shared shared,
        Random random) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Creates a suite without random cases. */
    Suite(
            String name, String description, int repetitions, int warmups, List<CaseSet> cases, List<Bar> bars,
            Shared shared) {
        this(name, description, repetitions, warmups, cases, bars, shared, null);
    }

    /**
     * Random cases, see {@link io.github.tornadosort.bench.host.AnyDistribution}.
     *
     * @param operations {@code sort}, {@code pairs}, {@code argsort}
     * @param types primitive types of Java
     * @param least the smallest number of keys
     * @param most the largest number of keys
     * @param cases the largest number of cases of an operation
     * @param seconds the time after which no further case of an operation begins
     * @param warmupSeconds the time for cases of an operation that are not counted
     * @param seed the seed of the first case
     */
    public record Random(
            List<String> operations,
            List<String> types,
            String least,
            String most,
            int cases,
            double seconds,
            double warmupSeconds,
            long seed) {
        /** Checks required properties. */
        public Random {
            Objects.requireNonNull(operations, "random cases without operations");
            Objects.requireNonNull(types, "random cases without types");
            Objects.requireNonNull(least, "random cases without least");
            Objects.requireNonNull(most, "random cases without most");
        }

        public int leastKeys() {
            return Sizes.parse(least);
        }

        public int mostKeys() {
            return Sizes.parse(most);
        }
    }

    /**
     * How contenders are measured that share one JVM. A call for a few keys takes less time than a clock can measure, so that
     * each measurement sorts a batch of different arrays.
     *
     * @param batchKeys the number of keys in a batch; larger arrays are measured one by one
     * @param warmupSeconds the least time for warm-ups of each case and contender
     * @param seconds the time after which a case with {@value Campaign#MIN_REPETITIONS} repetitions gets no further ones
     * @param flags further flags of the JVM
     */
    public record Shared(String batchKeys, double warmupSeconds, double seconds, List<String> flags) {
        /** Checks required properties and sets defaults. */
        public Shared {
            Objects.requireNonNull(batchKeys, "shared contenders without batchKeys");
            flags = flags == null ? List.of() : flags;
        }

        /** Returns the number of arrays of n keys in a batch. */
        int copies(int n) {
            return Math.max(1, Sizes.parse(batchKeys) / Math.max(1, n));
        }
    }

    /** Checks required properties and sets defaults. */
    public Suite {
        Objects.requireNonNull(name, "no name");
        Objects.requireNonNull(cases, "no cases");
        bars = bars == null ? List.of() : bars;
    }

    /** An operation on keys of one type. */
    record Piece(String operation, String type) {}

    /** Returns the operations and types of all cases, in their order. */
    Set<Piece> pieces() {
        return cases.stream()
                .flatMap(set -> set.all().stream())
                .map(one -> new Piece(one.operation(), one.type().label()))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns this suite with the cases of one operation and type only. */
    Suite only(Piece piece) {
        List<CaseSet> some = cases.stream()
                .filter(set -> set.operations().contains(piece.operation()) && set.types().contains(piece.type()))
                .map(set -> new CaseSet(
                        List.of(piece.operation()),
                        List.of(piece.type()),
                        set.sizes(),
                        set.distributions(),
                        set.contenders(),
                        set.measures(),
                        set.algorithms()))
                .toList();
        return new Suite(name, description, repetitions, warmups, some, bars, shared);
    }

    /**
     * All combinations of operations, types, sizes and distributions.
     *
     * @param contenders the names of contenders, or {@code ours} for this library on every device
     * @param measures labels of {@link Measure}; by default {@code endToEnd}, {@code kernel} and {@code resident}
     * @param algorithms labels of {@link io.github.tornadosort.Algorithm}, optionally with a digit width as in {@code radix:4};
     *     this library is measured with each of them as a separate contender ({@code opencl:merge}), or once with its default
     *     if the list is empty
     */
    public record CaseSet(
            List<String> operations,
            List<String> types,
            List<String> sizes,
            List<String> distributions,
            List<String> contenders,
            List<String> measures,
            List<String> algorithms) {

        private static final List<String> DEFAULT_MEASURES =
                List.of(Measure.END_TO_END.label(), Measure.KERNEL.label(), Measure.RESIDENT.label());

        /** Checks required properties and sets defaults. */
        public CaseSet {
            Objects.requireNonNull(operations, "a case without operations");
            Objects.requireNonNull(types, "a case without types");
            Objects.requireNonNull(sizes, "a case without sizes");
            Objects.requireNonNull(distributions, "a case without distributions");
            contenders = contenders == null ? List.of("ours") : contenders;
            measures = measures == null ? DEFAULT_MEASURES : measures;
            algorithms = algorithms == null ? List.of() : algorithms;
        }

        List<BenchCase> all() {
            List<BenchCase> all = new ArrayList<>();
            for (String type : types) {
                for (String operation : operations) {
                    // Distributions are the innermost loop, because they share the kernels compiled for a size.
                    for (String size : sizes) {
                        for (String distribution : distributions) {
                            all.add(new BenchCase(operation, KeyType.of(type), Sizes.parse(size), distribution));
                        }
                    }
                }
            }
            return all;
        }

        /** Returns the requested contenders among those that are present. */
        List<Contender> asked(List<Contender> present) {
            return present.stream()
                    .filter(contender -> asks(contender.about().contender(), contender.about().ours()))
                    .flatMap(contender -> contender.about().ours() && !algorithms.isEmpty()
                            ? algorithms.stream().map(algorithm -> (Contender) new AlgorithmContender(contender, algorithm))
                            : Stream.of(contender))
                    .toList();
        }

        boolean asks(String contender, boolean ours) {
            return contenders.contains(contender) || (ours && contenders.contains("ours"));
        }
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
                throw new IOException(
                        "unknown suite '" + fileOrName + "', expected a file or the name of a suite of this program");
            }
            Suite suite = JSON.readValue(in, Suite.class);
            if (suite == null) {
                throw new IOException(fileOrName + ": not a suite: the file contains null");
            }
            suite.cases().forEach(CaseSet::all);
            if (suite.shared() != null) {
                suite.shared().copies(1);
            }
            if (suite.random() != null && suite.random().leastKeys() > suite.random().mostKeys()) {
                throw new IllegalArgumentException("random cases of at least " + suite.random().least() + " and at most "
                        + suite.random().most() + " keys");
            }
            return suite;
        } catch (IllegalArgumentException e) {
            throw new IOException(fileOrName + ": not a suite: " + e.getMessage(), e);
        } catch (com.fasterxml.jackson.core.JacksonException e) {
            throw new IOException(fileOrName + ": not a suite: " + e.getOriginalMessage(), e);
        }
    }
}
