package io.github.tornadosort.bench.host;

import io.github.tornadosort.bench.Contender;
import io.github.tornadosort.bench.Metric;
import io.github.tornadosort.bench.Reply;
import io.github.tornadosort.bench.Request;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Runs {@link ColdStart} or {@link FirstCalls} in a fresh JVM for each measurement. Its class path has only what a program with this
 * library needs.
 */
final class ColdContender implements Contender {
    /** The operation after this is called ten times; the result is the mean time of calls 2 to 10. */
    private static final String FIRST = "first-";
    /** The operation after this is called a thousand times; the results are the times of the tenth call and of the last one. */
    private static final String TENTH = "tenth-";
    /** The time of one call is the median of this many before it and after it, itself included. */
    private static final int AROUND = 5;

    private final About about;

    ColdContender(String name) {
        String what = switch (name) {
            case "tornado-sort" -> "Sorter.open()";
            case "device" -> "Sorter.open() with the option onDevice";
            case "parallelSort" -> "Arrays.parallelSort";
            default -> "Arrays.sort";
        };
        this.about = new About(
                name, what.startsWith("Sorter"), what + " in a fresh JVM", "a separate process", null, null);
    }

    /** Returns whether an operation is measured in fresh JVMs. */
    static boolean measures(String operation) {
        return operation.startsWith("cold-") || operation.startsWith(FIRST) || operation.startsWith(TENTH);
    }

    @Override
    public About about() {
        return about;
    }

    @Override
    public Reply measure(Request request) {
        String operation = request.operation();
        if (!about.contender().equals("tornado-sort") && operation.equals("cold-open")) {
            return Reply.skipped("unsupported: " + operation);
        }
        String n = Integer.toString(request.n());
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", classPath()));
        if (operation.startsWith("cold-")) {
            command.addAll(List.of(ColdStart.class.getName(), about.contender(), operation, n));
        } else {
            command.addAll(List.of(
                    FirstCalls.class.getName(), about.contender(), operation.substring(FIRST.length()),
                    request.type().label(), n,
                    operation.startsWith(FIRST) ? "10" : "1000"));
        }
        try {
            return run(command, operation);
        } catch (IOException e) {
            return Reply.failed(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Reply.failed("interrupted");
        }
    }

    private static Reply run(List<String> command, String operation) throws IOException, InterruptedException {
        long start = System.nanoTime();
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = process.waitFor();
        long wall = System.nanoTime() - start;
        if (status != 0) {
            return Reply.failed("the process exited with status " + status);
        }
        long[] calls = output.strip().lines().mapToLong(Long::parseLong).toArray();
        Reply reply = Reply.measured();
        if (operation.startsWith(FIRST)) {
            reply.nanos().put(Metric.END_TO_END, Math.round(Arrays.stream(calls).skip(1).average().orElseThrow()));
            reply.nanos().put(Metric.FIRST_CALL, calls[0]);
        } else if (operation.startsWith(TENTH)) {
            reply.nanos().put(Metric.END_TO_END, median(calls, 10));
            reply.nanos().put(Metric.WARM, median(calls, calls.length - AROUND / 2));
        } else {
            reply.nanos().put(Metric.END_TO_END, calls[0]);
            reply.nanos().put(Metric.WALL, wall);
        }
        reply.counts().put(Metric.BATCH, 1L);
        return reply;
    }

    /** @param call counted from 1 */
    private static long median(long[] calls, int call) {
        int first = call - 1 - AROUND / 2;
        return Arrays.stream(calls, first, first + AROUND).sorted().toArray()[AROUND / 2];
    }

    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.endsWith(".jar")
                        || Path.of(entry).getFileName().toString().matches("(tornado|slf4j|jackson).*"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    @Override
    public void close() {}
}
