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
 * Runs {@link FirstCalls} in a fresh JVM for each measurement, with the flags of this JVM. Its class path has only what a program
 * with this library needs. {@code first-X} is the first call of the operation X, with {@code Sorter.open()}; {@code second-X} is
 * the mean of calls 2 to 10.
 */
public final class FreshJvm implements Contender {
    private static final String FIRST = "first-";
    private static final String SECOND = "second-";

    private final About about;

    /** @param name {@code tornado-sort}, {@code Arrays.sort} or {@code parallelSort} */
    public FreshJvm(String name) {
        if (!List.of("tornado-sort", "Arrays.sort", "parallelSort").contains(name)) {
            throw new IllegalArgumentException("unknown contender '" + name + "'");
        }
        boolean ours = name.equals("tornado-sort");
        String what = ours ? "Sorter.open()" : "the JDK, " + name;
        this.about = new About(name, ours, what + " in a fresh JVM", "a separate process", null);
    }

    @Override
    public About about() {
        return about;
    }

    @Override
    public Reply measure(Request request) {
        String operation = request.operation();
        boolean isFirst = operation.startsWith(FIRST);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of(
                "-cp", classPath(), FirstCalls.class.getName(), about.contender(),
                operation.substring(isFirst ? FIRST.length() : SECOND.length()), request.type().label(),
                Integer.toString(request.n()), isFirst ? "1" : "10"));
        try {
            Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                return Reply.failed("the process exited with status " + process.exitValue());
            }
            long[] calls = output.strip().lines().mapToLong(Long::parseLong).toArray();
            Reply reply = Reply.measured();
            reply.nanos().put(
                    Metric.END_TO_END,
                    isFirst ? calls[0] : Math.round(Arrays.stream(calls).skip(1).average().orElseThrow()));
            return reply;
        } catch (IOException e) {
            return Reply.failed(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Reply.failed("interrupted");
        }
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
