package io.github.tornadosort.cli;

import io.github.tornadosort.testing.CommandLines;

/** The exit status and the output of a command that ran in the JVM of the test. */
record Program(int status, String out, String err) {
    static Program run(Object... words) {
        return CommandLines.run(
                (out, err, arguments) -> Main.commandLine(arguments).setOut(out).setErr(err).execute(arguments),
                Program::new,
                words);
    }
}
