package io.github.tornadosort.bench;

import io.github.tornadosort.Column;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;

/**
 * A program that sorts a file, started anew for each measurement: wall time, processor time and peak memory from its start to
 * its end, as Linux's {@code /proc} has them.
 */
final class Program implements Contender {
    /** Linux counts processor time in hundredths of a second where programs can see it. */
    private static final long NANOS_A_TICK = 10_000_000;

    private final About about;
    private final BiFunction<Request, Path, List<String>> command;
    private final boolean writesToStandardOutput;
    private final boolean sorts;
    private final Path errors;

    private Program(
            About about,
            BiFunction<Request, Path, List<String>> command,
            boolean writesToStandardOutput,
            boolean sorts,
            Path errors) {
        this.about = about;
        this.command = command;
        this.writesToStandardOutput = writesToStandardOutput;
        this.sorts = sorts;
        this.errors = errors;
    }

    /** This project's command line, through its launcher. */
    static Program tornadoSort(Path root, Path errors) {
        String launcher = root.resolve("scripts/tornado-sort").toString();
        return new Program(
                new About("tornado-sort", false, "scripts/tornado-sort sort --backend jvm", "JVM", null, null),
                (request, output) -> List.of(
                        launcher, "sort", request.keys().toString(), "-o", output.toString(), "--type",
                        request.type().label(), "--format", "raw", "--backend", "jvm"),
                false,
                true,
                errors);
    }

    /** What reading the file and writing another costs by itself. */
    static Program cat(Path errors) {
        return new Program(
                new About("cat", false, "cat: reads the file and writes another", "-", null, null),
                (request, output) -> List.of("cat", request.keys().toString()),
                true,
                false,
                errors);
    }

    @Override
    public About about() {
        return about;
    }

    @Override
    public Reply measure(Request request) {
        if (!request.operation().equals("sort-file")) {
            return Reply.skipped("no operation '" + request.operation() + "'");
        }
        Path output = request.keys().resolveSibling("sorted.raw");
        try {
            Files.deleteIfExists(output);
            Reply reply = run(request, output);
            if (reply.isMeasured() && sorts) {
                String wrong = verify(request, output);
                return wrong == null ? reply : Reply.failed(wrong);
            }
            return reply;
        } catch (IOException e) {
            return Reply.failed(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Reply.failed("interrupted");
        } finally {
            output.toFile().delete();
        }
    }

    private Reply run(Request request, Path output) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command.apply(request, output));
        builder.redirectError(Redirect.appendTo(errors.toFile()));
        builder.redirectOutput(
                writesToStandardOutput ? Redirect.to(output.toFile()) : Redirect.appendTo(new File("/dev/null")));
        // Not through the SDK that this process may have been told of.
        builder.environment().remove("TORNADOVM_HOME");
        long ticks = childrensTicks();
        long start = System.nanoTime();
        Process process = builder.start();
        long peak = 0;
        while (!process.waitFor(10, TimeUnit.MILLISECONDS)) {
            peak = Math.max(peak, peakRssBytes(process.pid()));
        }
        long wall = System.nanoTime() - start;
        if (process.exitValue() != 0) {
            return Reply.failed("it ended with status " + process.exitValue() + ", see " + errors);
        }
        Reply reply = Reply.measured();
        reply.nanos().put(Metric.WALL, wall);
        reply.nanos().put(Metric.CPU, (childrensTicks() - ticks) * NANOS_A_TICK);
        reply.counts().put(Metric.PEAK_RSS_BYTES, peak);
        return reply;
    }

    private static String verify(Request request, Path output) {
        try (Arena arena = Arena.ofShared()) {
            Column given = request.mapped(arena);
            Column result = new Request(request.operation(), request.type(), request.n(), output, false).mapped(arena);
            return Verification.sorted(given, result);
        }
    }

    /** Processor time, user's and system's, of all child processes that have ended: fields 16 and 17 of proc's stat. */
    private static long childrensTicks() throws IOException {
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
            // It has just ended.
        }
        return 0;
    }

    @Override
    public void close() {}
}
