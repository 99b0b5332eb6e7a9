package io.github.tornadosort.bench;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.bench.peer.DuckDbSort;
import io.github.tornadosort.bench.peer.DuckDbTableSort;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A program that sorts a file. It is started for each measurement. Reports wall time, processor time and peak memory from start
 * to exit, which are read from {@code /proc} on Linux.
 */
final class ProgramContender implements Contender {
    /** Linux reports processor time in hundredths of a second. */
    private static final long NANOS_PER_TICK = 10_000_000;

    private static final String SORT_FILE = "sort-file";
    private static final String SORT_RECORDS_FILE = "sort-records-file";
    private static final String SORT_TEXT_FILE = "sort-text-file";
    private static final String SORT_LINES_FILE = "sort-lines-file";
    private static final String SORT_CSV_FILE = "sort-csv-file";
    /** The same in {@code 256M} of memory. */
    private static final String SORT_CSV_FILE_256M = "sort-csv-file-256M";

    private final About about;
    private final Program program;
    private final Path errors;

    private ProgramContender(About about, Program program, Path errors) {
        this.about = about;
        this.program = program;
        this.errors = errors;
    }

    /** How to run a program and check its output. */
    private interface Program {
        /** Returns the command line, or null if the program does not support the operation. Preparation is not timed. */
        List<String> command(Request request, Path output) throws IOException;

        /** Describes what is wrong with the output, or returns null. */
        String verify(Request request, Path output) throws IOException;

        /** Returns whether the program writes its result to standard output. */
        default boolean usesStandardOutput() {
            return false;
        }
    }

    /** Returns this project's command line, which sorts where it expects to be fastest. */
    static ProgramContender tornadoSort(Path root, Path errors) {
        return tornadoSort("tornado-sort", "scripts/tornado-sort sort", List.of(launcher(root)), errors);
    }

    /** Returns the same without the classes that the launcher has cached: the JVM uses the JDK's own archive, as any program does. */
    static ProgramContender withoutClassCache(Path root, Path errors) {
        Path archive = Path.of(System.getProperty("java.home"), "lib", "server", "classes.jsa");
        return tornadoSort(
                "tornado-sort-uncached", "scripts/tornado-sort sort, without its class cache",
                List.of("env", "JAVA_OPTS=-XX:AOTCache=" + archive, launcher(root)), errors);
    }

    /** Returns the launcher in the environment variable TORNADO_SORT, or else that of the source tree. */
    private static String launcher(Path root) {
        return Objects.requireNonNullElse(
                System.getenv("TORNADO_SORT"), root.resolve("scripts/tornado-sort").toString());
    }

    private static ProgramContender tornadoSort(String name, String description, List<String> launcher, Path errors) {
        return of(name, description, errors, new Program() {
            @Override
            public List<String> command(Request request, Path output) throws IOException {
                Path input;
                String options;
                switch (request.operation()) {
                    case SORT_FILE -> {
                        input = request.keys();
                        options = "--type " + request.type().label() + " --format raw";
                    }
                    case SORT_RECORDS_FILE -> {
                        input = request.keys();
                        options = "--records 100 --key 0:10 --memory 512M";
                    }
                    case SORT_TEXT_FILE -> {
                        input = textOf(request);
                        options = "--type " + request.type().label() + " --format text";
                    }
                    case SORT_LINES_FILE -> {
                        input = linesOf(request);
                        options = "--type text";
                    }
                    case SORT_CSV_FILE -> {
                        input = tableOf(request, true);
                        options = "--key name --key price:descending";
                    }
                    case SORT_CSV_FILE_256M -> {
                        input = tableOf(request, true);
                        options = "--key name --key price:descending --memory 256M";
                    }
                    default -> {
                        return null;
                    }
                }
                List<String> command = new ArrayList<>(launcher);
                command.addAll(List.of("sort", input.toString(), "-o", output.toString()));
                command.addAll(List.of(options.split(" ")));
                return command;
            }

            @Override
            public String verify(Request request, Path output) throws IOException {
                return switch (request.operation()) {
                    case SORT_FILE -> verifyRaw(request, output);
                    case SORT_TEXT_FILE -> verifyText(request, output);
                    case SORT_LINES_FILE -> verifyLines(request, output);
                    case SORT_CSV_FILE, SORT_CSV_FILE_256M -> verifyTable(request, output, true);
                    default -> verifyRecords(request, output);
                };
            }
        });
    }

    /** Returns NumPy, which reads a raw file, sorts the keys in memory and writes them. */
    static ProgramContender numpy(Path script, String python, Path errors) {
        return numpy("numpy", "NumPy: fromfile, sort and tofile", List.of(python, script.toString()), List.of(), errors);
    }

    /** Returns NumPy without its AVX-512 code, which is slower than its AVX2 code on AMD processors. */
    static ProgramContender numpyWithoutAvx512(Path script, String python, Path errors) {
        return numpy(
                "numpy-avx2", "NumPy without AVX-512: fromfile, sort and tofile", List.of(python, script.toString()),
                List.of("--without-avx512"), errors);
    }

    private static ProgramContender numpy(
            String name, String description, List<String> program, List<String> options, Path errors) {
        return of(name, description, errors, new Program() {
            @Override
            public List<String> command(Request request, Path output) {
                if (!request.operation().equals(SORT_FILE) || request.type() != KeyType.INT32) {
                    return null;
                }
                List<String> words = new ArrayList<>(program);
                words.addAll(List.of(request.keys().toString(), output.toString()));
                words.addAll(options);
                return words;
            }

            @Override
            public String verify(Request request, Path output) {
                return verifyRaw(request, output);
            }
        });
    }

    /**
     * Returns DuckDB, which sorts a text file as a table.
     *
     * @param java a command line that starts a JVM with DuckDB's JDBC driver on its class path
     */
    static ProgramContender duckDb(List<String> java, Path errors) {
        return of("duckdb", "DuckDB by JDBC: reads a CSV file, sorts, and writes a CSV file", errors, new Program() {
            @Override
            public List<String> command(Request request, Path output) throws IOException {
                boolean isTable = request.operation().equals(SORT_CSV_FILE);
                if (!isTable && !request.operation().equals(SORT_TEXT_FILE)) {
                    return null;
                }
                List<String> command = new ArrayList<>(java);
                command.add((isTable ? DuckDbTableSort.class : DuckDbSort.class).getName());
                Path input = isTable ? tableOf(request, true) : textOf(request);
                command.addAll(List.of(input.toString(), output.toString()));
                return command;
            }

            @Override
            public String verify(Request request, Path output) throws IOException {
                return request.operation().equals(SORT_CSV_FILE)
                        ? verifyTable(request, output, true)
                        : verifyText(request, output);
            }
        });
    }

    /** Writes the keys as text, and returns the file. */
    private static Path textOf(Request request) throws IOException {
        Path lines = request.keys().resolveSibling("keys.txt");
        try (Arena arena = Arena.ofShared()) {
            IntLines.write(request.mapped(arena), lines);
        }
        return lines;
    }

    private static String verifyText(Request request, Path output) throws IOException {
        Files.delete(request.keys().resolveSibling("keys.txt"));
        try (Arena arena = Arena.ofShared()) {
            return Verification.sorted(request.mapped(arena), IntLines.read(output));
        }
    }

    /** Writes a word for each key, and returns the file. */
    private static Path linesOf(Request request) throws IOException {
        Path lines = request.keys().resolveSibling("words.txt");
        try (Arena arena = Arena.ofShared()) {
            StringKeys.writeLines(request.mapped(arena), lines);
        }
        return lines;
    }

    private static String verifyLines(Request request, Path output) throws IOException {
        Files.delete(request.keys().resolveSibling("words.txt"));
        try (Arena arena = Arena.ofShared(); Stream<String> lines = Files.lines(output)) {
            String[] expected = StringKeys.of(request.mapped(arena), "words");
            Arrays.parallelSort(expected);
            return Arrays.equals(expected, lines.toArray(String[]::new)) ? null : "the lines are wrong";
        }
    }

    /** Writes a table of the keys, and returns the file. */
    private static Path tableOf(Request request, boolean header) throws IOException {
        Path table = request.keys().resolveSibling("table.csv");
        try (Arena arena = Arena.ofShared()) {
            CsvTable.write(request.mapped(arena), table, header);
        }
        return table;
    }

    private static String verifyTable(Request request, Path output, boolean header) throws IOException {
        Files.delete(request.keys().resolveSibling("table.csv"));
        try (Arena arena = Arena.ofShared()) {
            return CsvTable.verify(request.mapped(arena), output, header);
        }
    }

    private static String verifyRaw(Request request, Path output) {
        try (Arena arena = Arena.ofShared()) {
            return Verification.sorted(request.mapped(arena), at(output, request).mapped(arena));
        }
    }

    private static String verifyRecords(Request request, Path output) {
        try (Arena arena = Arena.ofShared()) {
            return Verification.records(
                    request.mapped(arena).segment(), at(output, request).mapped(arena).segment(), BenchCase.RECORD_BYTES,
                    BenchCase.RECORD_KEY_BYTES);
        }
    }

    private static Request at(Path file, Request request) {
        return new Request(request.operation(), request.type(), request.n(), file, request.measures());
    }

    /**
     * Returns GNU sort, on a text file, on a table without a header, or on records as lines of hexadecimal digits, which have the
     * same order as the bytes.
     */
    static ProgramContender gnuSort(Path errors) {
        return of("gnu-sort", "GNU sort, LC_ALL=C; of records as hexadecimal lines with -S 512M", errors, new Program() {
            @Override
            public List<String> command(Request request, Path output) throws IOException {
                if (request.operation().equals(SORT_TEXT_FILE)) {
                    return List.of(
                            "env", "LC_ALL=C", "sort", "-n", "-o", output.toString(), textOf(request).toString());
                }
                if (request.operation().equals(SORT_LINES_FILE)) {
                    return List.of(
                            "env", "LC_ALL=C", "sort", "--parallel=2", "-o", output.toString(),
                            linesOf(request).toString());
                }
                if (request.operation().equals(SORT_CSV_FILE)) {
                    return List.of(
                            "env", "LC_ALL=C", "sort", "--parallel=2", "-t,", "-k2,2", "-k3,3nr", "-o", output.toString(),
                            "-T", output.getParent().toString(), tableOf(request, false).toString());
                }
                if (!request.operation().equals(SORT_RECORDS_FILE)) {
                    return null;
                }
                Path lines = request.keys().resolveSibling("lines.txt");
                HexLines.write(request.keys(), lines);
                return List.of(
                        "env", "LC_ALL=C", "sort", "-S", "512M", "-s", "-k", "1.1,1.20", "-o", output.toString(),
                        "-T", output.getParent().toString(), lines.toString());
            }

            @Override
            public String verify(Request request, Path output) throws IOException {
                if (request.operation().equals(SORT_TEXT_FILE)) {
                    return verifyText(request, output);
                }
                if (request.operation().equals(SORT_LINES_FILE)) {
                    return verifyLines(request, output);
                }
                if (request.operation().equals(SORT_CSV_FILE)) {
                    return verifyTable(request, output, false);
                }
                Path lines = request.keys().resolveSibling("lines.txt");
                long given = Files.size(lines);
                Files.delete(lines);
                return given == Files.size(output) ? HexLines.disorder(output) : "the result has a different length";
            }
        });
    }

    /** Returns cat, which shows the cost of reading one file and writing another. */
    static ProgramContender cat(Path errors) {
        return of("cat", "cat, which copies the file", errors, new Program() {
            @Override
            public List<String> command(Request request, Path output) {
                return List.of("cat", request.keys().toString());
            }

            @Override
            public String verify(Request request, Path output) throws IOException {
                return Files.mismatch(request.keys(), output) < 0 ? null : "the copy differs";
            }

            @Override
            public boolean usesStandardOutput() {
                return true;
            }
        });
    }

    private static ProgramContender of(String name, String what, Path errors, Program program) {
        return new ProgramContender(new About(name, false, what, "a separate process", null, null), program, errors);
    }

    @Override
    public About about() {
        return about;
    }

    @Override
    public Reply measure(Request request) {
        Path output = request.keys().resolveSibling("sorted.raw");
        try {
            Files.deleteIfExists(output);
            List<String> command = program.command(request, output);
            if (command == null) {
                return Reply.skipped("unsupported operation '" + request.operation() + "'");
            }
            Reply reply = run(command, output);
            String wrong = reply.isMeasured() ? program.verify(request, output) : null;
            return wrong == null ? reply : Reply.failed(wrong);
        } catch (IOException e) {
            return Reply.failed(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Reply.failed("interrupted");
        } finally {
            output.toFile().delete();
        }
    }

    private Reply run(List<String> command, Path output) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.redirectError(Redirect.appendTo(errors.toFile()));
        builder.redirectOutput(
                program.usesStandardOutput() ? Redirect.to(output.toFile()) : Redirect.appendTo(new File("/dev/null")));
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
        Reply reply = Reply.measured();
        reply.nanos().put(Metric.WALL, wall);
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

    @Override
    public void close() {}
}
