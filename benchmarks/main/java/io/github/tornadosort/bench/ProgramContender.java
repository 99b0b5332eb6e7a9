package io.github.tornadosort.bench;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A program that sorts a file. It is started for each measurement. Reports wall time, processor time and peak memory from start
 * to exit, which are read from {@code /proc} on Linux.
 */
final class ProgramContender implements Contender {
    /** Linux reports processor time in hundredths of a second. */
    private static final long NANOS_PER_TICK = 10_000_000;

    private final About about;
    private final Map<String, FileJob> jobs;
    private final Command command;
    private final Path errors;

    /** The command line of a program. */
    interface Command {
        List<String> of(FileJob job, Request request, Path input, Path output);
    }

    /**
     * @param jobs the job of each operation that the program has, which may be another form of it
     * @param errors a file for the standard error of the program
     */
    ProgramContender(
            String name, boolean ours, String what, Map<String, FileJob> jobs, Command command, Path errors) {
        this.about = new About(name, ours, what, "a separate process", null);
        this.jobs = jobs;
        this.command = command;
        this.errors = errors;
    }

    @Override
    public About about() {
        return about;
    }

    @Override
    public Reply measure(Request request) {
        FileJob job = jobs.get(request.operation());
        if (job == null) {
            return Reply.skipped("has no " + request.operation());
        }
        Path output = request.keys().resolveSibling("sorted");
        try {
            Files.deleteIfExists(output);
            Path input = job.input(request);
            Reply reply = run(command.of(job, request, input, output));
            String wrong = reply.isMeasured() ? job.verify(request, output) : null;
            return wrong == null ? reply : Reply.failed(wrong);
        } catch (IOException e) {
            return Reply.failed(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Reply.failed("interrupted");
        } finally {
            output.toFile().delete();
            request.keys().resolveSibling("input.txt").toFile().delete();
        }
    }

    private Reply run(List<String> words) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.redirectError(Redirect.appendTo(errors.toFile()));
        builder.redirectOutput(Redirect.appendTo(new File("/dev/null")));
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

    @Override
    public void close() {}
}
