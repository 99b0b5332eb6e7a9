package io.github.tornadosort.bench;

import io.github.tornadosort.Column;
import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;

/**
 * A program that sorts a file. It is started for each measurement, and its wall time counts. Operations: {@code integers}, one
 * per line; {@code lines} of a word; {@code table}, rows of CSV by a text and a number that descends.
 */
final class ProgramContender implements Contender {
    private static final String HEADER = "id,name,price,city";
    private static final int NAMES = 1 << 20;
    private static final int CENTS = 1_000_000;
    private static final int CITIES = 1_000;

    private final About about;
    private final Suite suite;
    private final Path root;
    private final Path errors;

    /**
     * @param suite its commands are lines of the shell for each operation that the program has; for their variables, see
     *     {@link #run}
     * @param root the source tree
     * @param errors a file for the standard error of the program
     */
    ProgramContender(String name, Suite suite, Path root, Path errors) {
        this.about = new About(name, name.equals(SorterCalls.NAME), name, "a separate process");
        this.suite = suite;
        this.root = root;
        this.errors = errors;
    }

    @Override
    public About about() {
        return about;
    }

    @Override
    public Reply measure(Request request) {
        String operation = request.one().operation();
        String command = suite.commands().get(about.contender()).get(operation);
        if (command == null) {
            return Reply.skipped("has no " + operation);
        }
        Path input = request.keys().resolveSibling("input.txt");
        Path output = request.keys().resolveSibling("sorted");
        try (Arena arena = Arena.ofShared()) {
            write(operation, request.mapped(arena), input);
            long start = System.nanoTime();
            int status = run(command, input, output);
            long wall = System.nanoTime() - start;
            if (status != 0) {
                return Reply.failed("the process exited with status " + status + ", see " + errors);
            }
            return run(suite.verify().get(operation), input, output) == 0
                    ? Reply.measured(wall)
                    : Reply.failed("the result is wrong, see " + errors);
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

    /** Runs a command with the variables IN, OUT, ROOT, JAVA, CORES and TORNADO_SORT, the launcher. */
    private int run(String command, Path input, Path output) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", command).redirectOutput(Redirect.DISCARD);
        builder.redirectError(Redirect.appendTo(errors.toFile()));
        Map<String, String> variables = builder.environment();
        String launcher = Objects.requireNonNullElse(System.getenv("TORNADO_SORT"), root + "/scripts/tornado-sort");
        variables.putAll(Map.of(
                "IN", input.toString(), "OUT", output.toString(), "ROOT", root.toString(), "TORNADO_SORT", launcher,
                "JAVA", Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "CORES", Integer.toString(Runtime.getRuntime().availableProcessors())));
        // The program must not use the SDK of this process.
        variables.remove("TORNADOVM_HOME");
        return builder.start().waitFor();
    }

    /** Writes a line for each key. */
    private static void write(String operation, Column keys, Path input) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(input)) {
            out.write(operation.equals("table") ? HEADER + "\n" : "");
            for (int key : keys.segment().toArray(ValueLayout.JAVA_INT_UNALIGNED)) {
                out.write(switch (operation) {
                    case "integers" -> Integer.toString(key);
                    case "lines" -> StringKeys.word(key);
                    default -> row(key);
                });
                out.write('\n');
            }
        }
    }

    /** Returns a row of a table. A name occurs ten times in ten million rows. */
    private static String row(int key) {
        SplittableRandom random = new SplittableRandom(key);
        String name = StringKeys.word(random.nextInt(NAMES));
        return key + "," + name + "," + random.nextInt(CENTS) / 100.0 + ",city" + random.nextInt(CITIES);
    }
}
