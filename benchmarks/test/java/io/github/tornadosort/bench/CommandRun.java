package io.github.tornadosort.bench;

import io.github.tornadosort.testing.CommandLines;

/** The exit status and the output of a benchmark command that ran in the JVM of the test. */
record CommandRun(int status, String out, String err) {
    static CommandRun of(Object... words) {
        return CommandLines.run(
                (out, err, arguments) -> io.github.tornadosort.cli.Main
                        .commandLine(arguments, BenchCommand.class, CompareCommand.class, HostCommand.class)
                        .setOut(out)
                        .setErr(err)
                        .execute(arguments),
                CommandRun::new,
                words);
    }
}
