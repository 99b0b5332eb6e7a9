package io.github.tornadosort.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs programs of a test in a JVM of their own, with the class path of the test. */
public final class OtherJvm {
    private OtherJvm() {}

    /**
     * Returns the command that runs a program.
     *
     * @param flags flags of the JVM; they may have another class path
     */
    public static List<String> command(List<String> flags, Class<?> program, Object... words) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path")));
        command.addAll(flags);
        command.add(program.getName());
        Arrays.stream(words).map(String::valueOf).forEach(command::add);
        return command;
    }

    /**
     * Runs a program, and returns the lines that it printed, its standard error included.
     *
     * @param seconds the program fails if it takes longer
     * @throws AssertionError if it does, or if its exit status is not 0
     */
    public static List<String> run(int seconds, List<String> flags, Class<?> program, Object... words)
            throws IOException, InterruptedException {
        // A file: the buffer of a pipe may fill up while this thread waits.
        Path log = Files.createTempFile("jvm", ".log");
        try {
            Process process = new ProcessBuilder(command(flags, program, words))
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            boolean ended;
            try {
                ended = process.waitFor(seconds, TimeUnit.SECONDS);
            } finally {
                process.destroyForcibly();
            }
            List<String> lines = Files.readAllLines(log);
            assertThat(ended).as("ended within %d s: %s", seconds, lines).isTrue();
            assertThat(process.exitValue()).as("exit status: %s", lines).isZero();
            return lines;
        } finally {
            Files.delete(log);
        }
    }
}
