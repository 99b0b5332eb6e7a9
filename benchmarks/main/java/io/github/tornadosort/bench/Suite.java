package io.github.tornadosort.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.tornadosort.KeyType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What to measure, as a JSON file says it.
 *
 * @param name what results and REPORT.md call it
 * @param description what it is for
 * @param repetitions measurements of each case and contender, each on fresh keys
 * @param warmups measurements before them that do not count
 * @param cases what to measure
 * @param bars what the results must reach; may be left out
 */
public record Suite(
        String name, String description, int repetitions, int warmups, List<CaseSet> cases, List<Bar> bars) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Bars may be left out. */
    public Suite {
        Objects.requireNonNull(name, "no name");
        Objects.requireNonNull(cases, "no cases");
        bars = bars == null ? List.of() : bars;
    }

    /**
     * Cases that differ in operation, type, size and distribution: every combination of them.
     *
     * @param contenders who is asked: names, or {@code ours} for this library on every device
     * @param measures labels of {@link Measure}: what to measure; {@code endToEnd}, {@code kernel} and {@code resident} if left out
     * @param algorithms labels of {@link io.github.tornadosort.Algorithm}, perhaps with a digit's bits as in
     *     {@code radix:4}: this library is asked once with each, as a contender of its own ({@code opencl:merge}); if left
     *     out, once as it is
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

        /** What is left out has a default. */
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
                    // Distributions innermost: what is compiled for a size serves them all.
                    for (String size : sizes) {
                        for (String distribution : distributions) {
                            all.add(new BenchCase(operation, KeyType.of(type), Sizes.parse(size), distribution));
                        }
                    }
                }
            }
            return all;
        }

        /** Who is asked, of those there are. */
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
     * The suite in a file, or one that comes with the program.
     *
     * @param fileOrName a path, or the name of a file of {@code benchmarks/suites} without its {@code .json}
     * @throws IOException that names the file if it cannot be read or is no suite
     */
    public static Suite of(String fileOrName) throws IOException {
        Path file = Path.of(fileOrName);
        if (Files.isDirectory(file)) {
            throw new IOException(fileOrName + ": no suite: it is a directory");
        }
        try (InputStream in = Files.exists(file)
                ? Files.newInputStream(file)
                : Suite.class.getResourceAsStream("/suites/" + fileOrName + ".json")) {
            if (in == null) {
                throw new IOException("no suite '" + fileOrName + "': neither a file nor one that comes with the program");
            }
            Suite suite = JSON.readValue(in, Suite.class);
            if (suite == null) {
                throw new IOException(fileOrName + ": no suite: it holds null");
            }
            suite.cases().forEach(CaseSet::all);
            return suite;
        } catch (IllegalArgumentException e) {
            throw new IOException(fileOrName + ": no suite: " + e.getMessage(), e);
        } catch (com.fasterxml.jackson.core.JacksonException e) {
            throw new IOException(fileOrName + ": no suite: " + e.getOriginalMessage(), e);
        }
    }
}
