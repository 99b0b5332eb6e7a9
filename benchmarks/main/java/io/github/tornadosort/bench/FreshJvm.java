package io.github.tornadosort.bench;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import java.io.File;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * Calls an operation a few times in a fresh JVM for each measurement, with the flags of this JVM. Its class path has only what a
 * program with this library needs. {@code first-X} is the first call of the operation X, with {@code Sorter.open()}; {@code
 * second-X} is the mean of calls 2 to 10.
 */
final class FreshJvm implements Contender {
    private static final String FIRST = "first-";
    /** After this time, no further call is made. */
    private static final long MAX_NANOS = 20_000_000_000L;

    private final About about;

    /** @param name {@code tornado-sort}, {@code Arrays.sort} or {@code parallelSort} */
    FreshJvm(String name) {
        if (!List.of("tornado-sort", "Arrays.sort", "parallelSort").contains(name)) {
            throw new IllegalArgumentException("unknown contender '" + name + "'");
        }
        this.about = CallContender.about(name, "a fresh JVM");
    }

    @Override
    public About about() {
        return about;
    }

    @Override
    public Reply measure(Request request) {
        boolean isFirst = request.operation().startsWith(FIRST);
        List<String> command = command(
                classPath(), FreshJvm.class, about.contender(),
                request.operation().replaceFirst("^(first|second)-", ""), request.type().label(),
                Integer.toString(request.n()), isFirst ? "1" : "10");
        try {
            Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                return Reply.failed("the process exited with status " + process.exitValue());
            }
            long[] calls = output.strip().lines().mapToLong(Long::parseLong).toArray();
            return Reply.measured(
                    Metric.END_TO_END,
                    isFirst ? calls[0] : Math.round(Arrays.stream(calls).skip(1).average().orElseThrow()));
        } catch (IOException e) {
            return Reply.failed(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Reply.failed("interrupted");
        }
    }

    /** Returns a command line that runs a class with the flags of this JVM. */
    static List<String> command(String classPath, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", classPath, main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.endsWith(".jar")
                        || Path.of(entry).getFileName().toString().matches("(tornado|slf4j|jackson).*"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /**
     * Calls an operation, each time on new keys, and prints how many nanoseconds each call took. The first one includes what the
     * contender needs to begin. There are no lambda expressions here, since the first one of a JVM takes some 20 ms.
     *
     * @param args the contender, the operation, the type of the keys, the number of keys, and the number of calls
     */
    public static void main(String[] args) {
        KeyType type = KeyType.of(args[2]);
        long[] nanos = new long[Integer.parseInt(args[4])];
        SplittableRandom random = new SplittableRandom(1);
        byte[] keys = new byte[Integer.parseInt(args[3]) * type.bytes()];
        Input input = new Input(args[1], type, Integer.parseInt(args[3]));
        CallContender.Calls contender = null; // Not closed: the process exits.
        long begin = System.nanoTime();
        int calls = 0;
        while (calls < nanos.length && System.nanoTime() - begin < MAX_NANOS) {
            random.nextBytes(keys);
            input.fill(new Column(MemorySegment.ofArray(keys), type));
            long start = System.nanoTime();
            if (contender == null) {
                contender = CallContender.calls(args[0]);
            }
            Object result = contender.call(input);
            nanos[calls++] = System.nanoTime() - start;
            if (result == null) {
                System.exit(1);
            }
        }
        for (int i = 0; i < calls; i++) {
            System.out.println(nanos[i]);
        }
    }
}
