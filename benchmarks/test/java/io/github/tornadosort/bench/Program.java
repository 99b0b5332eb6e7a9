package io.github.tornadosort.bench;

import io.github.tornadosort.testing.CommandRun;

/** Runs command lines of the program with the benchmark commands in the JVM of the test. */
final class Program {
    private Program() {}

    static CommandRun run(Object... words) {
        return CommandRun.of(
                (out, err, arguments) -> io.github.tornadosort.cli.Main
                        .commandLine(arguments, BenchCommand.class)
                        .setOut(out)
                        .setErr(err)
                        .execute(arguments),
                words);
    }
}
