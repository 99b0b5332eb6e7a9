package io.github.tornadosort.bench;

import io.github.tornadosort.bench.ProgramContender.Command;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** The programs that sort files, by the names of their contenders. */
final class Programs {
    private final Path root;
    private final Path errors;
    private final List<String> java;

    /**
     * @param root the source tree
     * @param errors a file for the standard error of the programs
     * @param java a command line that starts a JVM with DuckDB's JDBC driver on its class path
     */
    Programs(Path root, Path errors, List<String> java) {
        this.root = root;
        this.errors = errors;
        this.java = java;
    }

    /**
     * Returns a contender, or null if there is no program of this name.
     *
     * @throws IOException if the program is not installed
     */
    ProgramContender contender(String name) throws IOException {
        return switch (name) {
            case "tornado-sort" -> of(name, true, "tornado-sort sort", FileJob.all(), this::tornadoSort);
            case "gnu-sort" -> of(
                    name, false, "GNU sort, LC_ALL=C",
                    Map.of("sort-text-file", FileJob.INTEGERS, "sort-lines-file", FileJob.LINES, "sort-csv-file",
                            FileJob.ROWS),
                    Programs::gnuSort);
            case "duckdb" -> of(
                    name, false, "DuckDB by JDBC: reads a CSV file, sorts, and writes a CSV file",
                    Map.of("sort-csv-file", FileJob.TABLE),
                    (_, _, input, output) -> words(java, List.of(DuckDbSort.class.getName(), input, output)));
            case "polars" -> script(
                    name, "Polars: read_csv, sort and write_csv", Map.of("sort-csv-file", FileJob.TABLE), "polars",
                    "polars_sort.py");
            default -> null;
        };
    }

    private ProgramContender of(String name, boolean ours, String what, Map<String, FileJob> jobs, Command command) {
        return new ProgramContender(name, ours, what, jobs, command, errors);
    }

    /** Joins parts of a command line. */
    private static List<String> words(List<?>... parts) {
        return Stream.of(parts).flatMap(List::stream).map(Object::toString).toList();
    }

    /** Returns the launcher in the environment variable TORNADO_SORT, or else that of the source tree. */
    private String launcher() {
        return Objects.requireNonNullElse(System.getenv("TORNADO_SORT"), root.resolve("scripts/tornado-sort").toString());
    }

    private List<String> tornadoSort(FileJob job, Request request, Path input, Path output) {
        String options = switch (job) {
            case INTEGERS -> "--type " + request.type().label() + " --format text";
            case LINES -> "--type text";
            case TABLE, ROWS -> "--key name --key price:descending";
        };
        return words(List.of(launcher(), "sort", input, "-o", output), List.of(options.split(" ")));
    }

    private static List<String> gnuSort(FileJob job, Request request, Path input, Path output) {
        List<String> options = switch (job) {
            case INTEGERS -> List.of("-n");
            case ROWS -> List.of("-t,", "-k2,2", "-k3,3nr");
            default -> List.of();
        };
        return words(
                List.of("env", "LC_ALL=C", "sort", "--parallel=" + Runtime.getRuntime().availableProcessors()), options,
                List.of("-T", output.getParent(), "-o", output, input));
    }

    /** Returns a Python program of {@code benchmarks/peers}, whose arguments are the input, the output and the options. */
    private ProgramContender script(
            String name, String what, Map<String, FileJob> jobs, String library, String file, String... options)
            throws IOException {
        String python = Objects.requireNonNullElse(System.getenv("PYTHON"), "python3");
        if (!runs(python, "-c", "import " + library)) {
            throw new IOException(python + " has no module " + library);
        }
        Path script = root.resolve("benchmarks/peers").resolve(file);
        return of(name, false, what, jobs,
                (_, _, input, output) -> words(List.of(python, script, input, output), List.of(options)));
    }

    /** Returns whether a command succeeds. */
    private static boolean runs(String... command) throws IOException {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(Redirect.DISCARD).start().waitFor()
                    == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
