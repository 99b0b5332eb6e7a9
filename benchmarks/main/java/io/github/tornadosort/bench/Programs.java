package io.github.tornadosort.bench;

import io.github.tornadosort.bench.ProgramContender.Program;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
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
            case "tornado-sort" -> of(name, true, "tornado-sort sort", new TornadoSort(launcher()));
            case "gnu-sort" -> of(name, false, "GNU sort, LC_ALL=C", new GnuSort());
            case "duckdb" ->
                of(name, false, "DuckDB by JDBC: reads a CSV file, sorts, and writes a CSV file", new DuckDb(java));
            case "numpy" -> of(
                    name, false, "NumPy: fromfile, sort and tofile",
                    script(Map.of("sort-file", FileJob.RAW), "numpy", "numpy_sort.py"));
            case "numpy-avx2" -> of(
                    name, false, "NumPy without its AVX-512 code, which is slower than its AVX2 code on AMD processors",
                    script(Map.of("sort-file", FileJob.RAW), "numpy", "numpy_sort.py", "--without-avx512"));
            case "polars" -> of(
                    name, false, "Polars: read_csv, sort and write_csv",
                    script(Map.of("sort-csv-file", FileJob.TABLE), "polars", "polars_sort.py"));
            default -> null;
        };
    }

    private ProgramContender of(String name, boolean ours, String what, Program program) {
        return new ProgramContender(name, ours, what, program, errors);
    }

    /** Returns the launcher in the environment variable TORNADO_SORT, or else that of the source tree. */
    private String launcher() {
        return Objects.requireNonNullElse(System.getenv("TORNADO_SORT"), root.resolve("scripts/tornado-sort").toString());
    }

    private record TornadoSort(String launcher) implements Program {
        @Override
        public FileJob job(String operation) {
            return FileJob.of(operation);
        }

        @Override
        public List<String> command(FileJob job, Request request, Path input, Path output) {
            String options = switch (job) {
                case RAW -> "--type " + request.type().label() + " --format raw";
                case INTEGERS -> "--type " + request.type().label() + " --format text";
                case LINES -> "--type text";
                case TABLE, ROWS -> "--key name --key price:descending";
            };
            List<String> command = new ArrayList<>(List.of(launcher, "sort", input.toString(), "-o", output.toString()));
            command.addAll(List.of(options.split(" ")));
            return command;
        }
    }

    private record GnuSort() implements Program {
        @Override
        public FileJob job(String operation) {
            return switch (operation) {
                case "sort-text-file" -> FileJob.INTEGERS;
                case "sort-lines-file" -> FileJob.LINES;
                case "sort-csv-file" -> FileJob.ROWS;
                default -> null;
            };
        }

        @Override
        public List<String> command(FileJob job, Request request, Path input, Path output) {
            String options = switch (job) {
                case INTEGERS -> "-n";
                case ROWS -> "-t, -k2,2 -k3,3nr";
                default -> "";
            };
            List<String> command = new ArrayList<>(List.of("env", "LC_ALL=C", "sort"));
            command.add("--parallel=" + Runtime.getRuntime().availableProcessors());
            command.addAll(options.lines().flatMap(line -> Stream.of(line.split(" "))).toList());
            command.addAll(List.of("-T", output.getParent().toString(), "-o", output.toString(), input.toString()));
            return command;
        }
    }

    private record DuckDb(List<String> java) implements Program {
        @Override
        public FileJob job(String operation) {
            return operation.equals("sort-csv-file") ? FileJob.TABLE : null;
        }

        @Override
        public List<String> command(FileJob job, Request request, Path input, Path output) {
            List<String> command = new ArrayList<>(java);
            command.addAll(List.of(DuckDbSort.class.getName(), input.toString(), output.toString()));
            return command;
        }
    }

    /** Returns a Python program of {@code benchmarks/peers}, whose arguments are the input, the output and the options. */
    private Program script(Map<String, FileJob> jobs, String library, String file, String... options) throws IOException {
        String python = Objects.requireNonNullElse(System.getenv("PYTHON"), "python3");
        if (!runs(python, "-c", "import " + library)) {
            throw new IOException(python + " has no module " + library);
        }
        String script = root.resolve("benchmarks/peers").resolve(file).toString();
        return new Program() {
            @Override
            public FileJob job(String operation) {
                return jobs.get(operation);
            }

            @Override
            public List<String> command(FileJob job, Request request, Path input, Path output) {
                List<String> command = new ArrayList<>(List.of(python, script, input.toString(), output.toString()));
                command.addAll(List.of(options));
                return command;
            }
        };
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
