package io.github.tornadosort.cli.doctor;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The result of a conformance run on one device.
 *
 * @param program the version of tornado-sort
 * @param seconds the time of the run, including the self-test
 * @param passedOver the kernels that failed their self-test, and how; the host sorts such keys
 * @param failures descriptions of wrong results, with their seeds
 */
record ConformanceResult(
        String backend,
        String device,
        String driver,
        String sdk,
        String program,
        String java,
        String date,
        long seed,
        int cases,
        long seconds,
        List<String> passedOver,
        List<String> failures) {
    /** Where a driver's description has its version. The first pattern that matches is used. */
    private static final List<String> DRIVER_VERSIONS = List.of(
            ".*NVRM version: .*? (\\d+\\.[\\d.]+) .*", ".*Driver version : ([^,]*).*", ".*(PoCL [\\d.]+).*");

    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    /** Reads results that {@link #write} wrote. */
    static List<ConformanceResult> read(List<Path> files) throws IOException {
        List<ConformanceResult> all = new ArrayList<>();
        for (Path file : files) {
            all.addAll(List.of(JSON.readValue(file.toFile(), ConformanceResult[].class)));
        }
        return all;
    }

    /** Writes results as JSON if the file's name ends in {@code .json}, and otherwise as a table. */
    static void write(List<ConformanceResult> results, Path file) throws IOException {
        boolean json = file.toString().endsWith(".json");
        Files.writeString(file, json ? JSON.writeValueAsString(results) + "\n" : table(results));
    }

    /** Returns a Markdown table of results, followed by what went wrong. */
    static String table(List<ConformanceResult> results) {
        return """
                | backend | device | driver | SDK | JDK | version | date | cases | failures |
                |---|---|---|---|---|---|---|--:|--:|
                """
                + results.stream().map(ConformanceResult::row).collect(Collectors.joining())
                + results.stream().map(ConformanceResult::findings).collect(Collectors.joining());
    }

    private String row() {
        return String.format(
                Locale.ROOT, "| %s | %s | %s | %s | %s | %s | %s | %,d%s | %d |%n", backend, device,
                label(driver, driverVersionPattern()), label(sdk, "tornado-api-(.*)\\.jar"), java,
                label(program, "\\(not from a jar\\)()"), date, cases,
                passedOver.isEmpty() ? "" : " (keys of up to 32 bits)", failures.size());
    }

    private String driverVersionPattern() {
        return DRIVER_VERSIONS.stream().filter(driver::matches).findFirst().orElse("(.*)");
    }

    /** Returns the part of a text that a pattern's group selects, the text if it does not match, or a dash if that is empty. */
    private static String label(String text, String pattern) {
        String label = text.replaceFirst(pattern, "$1");
        return label.isEmpty() ? "–" : label;
    }

    private String findings() {
        StringBuilder lines = new StringBuilder();
        passedOver.forEach(each -> lines.append("%n%s (%s) does not sort %s%n".formatted(backend, device, each)));
        failures.forEach(each -> lines.append("%n%s (%s) is wrong: %s%n".formatted(backend, device, each)));
        return lines.toString();
    }
}
