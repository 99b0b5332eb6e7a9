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
 * Runs {@link ColdStart} in a fresh JVM for each measurement. Its class path has only what a program with this library needs.
 */
final class ColdContender implements Contender {
    private final About about;

    ColdContender(String name) {
        String what = switch (name) {
            case "tornado-sort" -> "Sorter.open()";
            case "device" -> "Sorter.open() with the option onDevice";
            default -> "Arrays.sort";
        };
        this.about = new About(
                name, !what.equals("Arrays.sort"), what + " in a fresh JVM", "a separate process", null, null);
    }

    @Override
    public About about() {
        return about;
    }

    @Override
    public Reply measure(Request request) {
        if (!about.contender().equals("tornado-sort") && request.operation().equals("cold-open")) {
            return Reply.skipped("unsupported: " + request.operation());
        }
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of(
                "-cp", classPath(), ColdStart.class.getName(), about.contender(), request.operation(),
                Integer.toString(request.n())));
        try {
            return run(command);
        } catch (IOException e) {
            return Reply.failed(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Reply.failed("interrupted");
        }
    }

    private static Reply run(List<String> command) throws IOException, InterruptedException {
        long start = System.nanoTime();
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = process.waitFor();
        long wall = System.nanoTime() - start;
        if (status != 0) {
            return Reply.failed("the process exited with status " + status);
        }
        Reply reply = Reply.measured();
        reply.nanos().put(Metric.END_TO_END, Long.parseLong(output.strip().lines().toList().getLast()));
        reply.nanos().put(Metric.WALL, wall);
        reply.counts().put(Metric.BATCH, 1L);
        return reply;
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
