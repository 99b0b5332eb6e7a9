package io.github.tornadosort.cli;

import io.github.tornadosort.testing.CommandRun;
import java.util.stream.Stream;

/** Runs command lines of the program in the JVM of the test. */
public final class Program {
    private Program() {}

    public static CommandRun run(Object... words) {
        return CommandRun.of(
                (out, err, arguments) -> {
                    String[] apart = Stream.of(arguments).flatMap(Main::apart).toArray(String[]::new);
                    return Main.commandLine(apart).setOut(out).setErr(err).execute(apart);
                }, words);
    }
}
