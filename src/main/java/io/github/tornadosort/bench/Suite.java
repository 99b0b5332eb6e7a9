package io.github.tornadosort.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.tornadosort.KeyType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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
        bars = bars == null ? List.of() : bars;
    }

    /**
     * Cases that differ in operation, type, size and distribution: every combination of them.
     *
     * @param contenders who is asked: names, or {@code ours} for this library on every device
     * @param measures labels of {@link Measure}: what to measure; {@code endToEnd}, {@code kernel} and {@code resident} if left out
     */
    public record CaseSet(
            List<String> operations,
            List<String> types,
            List<String> sizes,
            List<String> distributions,
            List<String> contenders,
            List<String> measures) {

        private static final List<String> DEFAULT_MEASURES =
                List.of(Measure.END_TO_END.label(), Measure.KERNEL.label(), Measure.RESIDENT.label());

        /** What is left out has a default. */
        public CaseSet {
            contenders = contenders == null ? List.of("ours") : contenders;
            measures = measures == null ? DEFAULT_MEASURES : measures;
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
        try (InputStream in = Files.exists(file)
                ? Files.newInputStream(file)
                : Suite.class.getResourceAsStream("/suites/" + fileOrName + ".json")) {
            if (in == null) {
                throw new IOException("no suite '" + fileOrName + "': neither a file nor one that comes with the program");
            }
            return JSON.readValue(in, Suite.class);
        } catch (com.fasterxml.jackson.core.JacksonException e) {
            throw new IOException(fileOrName + ": no suite: " + e.getOriginalMessage(), e);
        }
    }
}
