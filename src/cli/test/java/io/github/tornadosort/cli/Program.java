package io.github.tornadosort.cli;

import io.github.tornadosort.testing.CommandRun;

/** Runs command lines of the program in the JVM of the test. */
public final class Program {
    private Program() {}

    public static CommandRun run(Object... words) {
        return CommandRun.of(
                (out, err, arguments) -> Main.commandLine(arguments).setOut(out).setErr(err).execute(arguments), words);
    }
}
