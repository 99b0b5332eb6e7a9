package io.github.tornadosort.bench;

import io.github.tornadosort.Column;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A program that sorts a file. It is started for each measurement. Reports wall time, processor time and peak memory from start
 * to exit, which are read from {@code /proc} on Linux. Operations: {@value #INTEGERS}, one per line; {@value #LINES}, words;
 * {@value #TABLE}, by a text and a number that descends.
 */
final class ProgramContender implements Contender {
    private static final String INTEGERS = "sort-text-file";
    private static final String LINES = "sort-lines-file";
    private static final String TABLE = "sort-csv-file";
    /** Linux reports processor time in hundredths of a second. */
    private static final long NANOS_PER_TICK = 10_000_000;

    private final About about;
    private final Path root;
    private final Path errors;
    /** GNU sort knows no header. */
    private final boolean hasHeader;

    /**
     * @param root the source tree
     * @param errors a file for the standard error of the program
     */
    ProgramContender(String name, Path root, Path errors) {
        this.root = root;
        this.errors = errors;
        this.hasHeader = !name.equals("gnu-sort");
        this.about = new About(name, name.equals("tornado-sort"), switch (name) {
            case "tornado-sort" -> "tornado-sort";
            case "gnu-sort" -> "GNU sort, LC_ALL=C";
            default -> "DuckDB by JDBC: reads a CSV file, sorts, and writes a CSV file";
        }, "a separate process", null);
    }

    @Override
    public About about() {
        return about;
    }

    /** Returns the command line, or null if the program has no such operation. */
    private List<String> command(String operation, String input, String output) {
        String cores = Integer.toString(Runtime.getRuntime().availableProcessors());
        boolean isTable = operation.equals(TABLE);
        return switch (about.contender()) {
            case "tornado-sort" -> words(
                    List.of(Objects.requireNonNullElse(System.getenv("TORNADO_SORT"), root + "/scripts/tornado-sort"),
                            operation.equals(INTEGERS) ? "sort" : isTable ? "csv" : "lines", input, "-o", output),
                    switch (operation) {
                        case INTEGERS -> List.of("--type", "int32", "--format", "text");
                        case LINES -> List.of();
                        default -> List.of("--key", "name", "--key", "price:descending");
                    });
            case "gnu-sort" -> words(
                    List.of("env", "LC_ALL=C", "sort", "--parallel=" + cores, "-T", Path.of(output).getParent().toString(),
                            "-o",
                            output),
                    operation.equals(INTEGERS) ? List.of("-n") : isTable ? List.of("-t,", "-k2,2", "-k3,3nr") : List.of(),
                    List.of(input));
            // DuckDB's driver is on the class path of this program only.
            default -> isTable
                    ? List.of(
                            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                            "@" + root.resolve("tornado-config/java.argfile"), "-cp",
                            System.getProperty("java.class.path") + File.pathSeparator
                                    + root.resolve("benchmarks/target/jvm/lib/peers/*"),
                            DuckDbSort.class.getName(), input, output)
                    : null;
        };
    }

    private static List<String> words(List<?>... parts) {
        return Stream.of(parts).flatMap(List::stream).map(Object::toString).toList();
    }

    private void write(String operation, Column keys, Path input) throws IOException {
        switch (operation) {
            case INTEGERS -> Files.write(input, ints(keys).mapToObj(Integer::toString).toList());
            case LINES -> Files.write(input, List.of(StringKeys.of(keys, StringKeys::word)));
            default -> CsvTable.write(keys, input, hasHeader);
        }
    }

    private static IntStream ints(Column keys) {
        return IntStream.of(keys.segment().toArray(ValueLayout.JAVA_INT_UNALIGNED));
    }

    /** Describes what is wrong with the output, or returns null. */
    private String verify(String operation, Column keys, Path output) throws IOException {
        if (operation.equals(TABLE)) {
            return CsvTable.verify(keys, output, hasHeader);
        }
        Stream<String> expected = operation.equals(LINES)
                ? Stream.of(StringKeys.of(keys, StringKeys::word)).parallel().sorted()
                : ints(keys).parallel().sorted().mapToObj(Integer::toString);
        try (Stream<String> lines = Files.lines(output)) {
            int wrong = Arrays.mismatch(expected.toArray(), lines.toArray());
            return wrong < 0 ? null : "line " + (wrong + 1) + " is wrong";
        }
    }

    @Override
    public Reply measure(Request request) {
        String operation = request.operation();
        Path input = request.keys().resolveSibling("input.txt");
        Path output = request.keys().resolveSibling("sorted");
        List<String> command = command(operation, input.toString(), output.toString());
        if (command == null || !List.of(INTEGERS, LINES, TABLE).contains(operation)) {
            return Reply.skipped("has no " + operation);
        }
        try (Arena arena = Arena.ofShared()) {
            Files.deleteIfExists(output);
            Column keys = request.mapped(arena);
            write(operation, keys, input);
            Reply reply = run(command);
            String wrong = reply.isMeasured() ? verify(operation, keys, output) : null;
            return wrong == null ? reply : Reply.failed(wrong);
        } catch (IOException e) {
            return Reply.failed(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Reply.failed("interrupted");
        } finally {
            output.toFile().delete();
            input.toFile().delete();
        }
    }

    private Reply run(List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.redirectError(Redirect.appendTo(errors.toFile()));
        builder.redirectOutput(Redirect.DISCARD);
        // The program must not use the SDK of this process.
        builder.environment().remove("TORNADOVM_HOME");
        long ticks = childTicks();
        long start = System.nanoTime();
        Process process = builder.start();
        long peak = 0;
        while (!process.waitFor(10, TimeUnit.MILLISECONDS)) {
            peak = Math.max(peak, peakRssBytes(process.pid()));
        }
        long wall = System.nanoTime() - start;
        if (process.exitValue() != 0) {
            return Reply.failed("the process exited with status " + process.exitValue() + ", see " + errors);
        }
        Reply reply = Reply.measured(Metric.WALL, wall);
        reply.nanos().put(Metric.CPU, (childTicks() - ticks) * NANOS_PER_TICK);
        reply.counts().put(Metric.PEAK_RSS_BYTES, peak);
        return reply;
    }

    /** Returns user and system time of all child processes that have exited: fields 16 and 17 of {@code /proc/self/stat}. */
    private static long childTicks() throws IOException {
        String stat = Files.readString(Path.of("/proc/self/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return Long.parseLong(fields[13]) + Long.parseLong(fields[14]);
    }

    private static long peakRssBytes(long pid) {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
                if (line.startsWith("VmHWM:")) {
                    return Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
                }
            }
        } catch (IOException e) {
            // The process has just exited.
        }
        return 0;
    }
}
