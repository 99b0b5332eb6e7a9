package io.github.tornadosort.bench;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import picocli.CommandLine;

/** The exit status and the output of a benchmark command that ran in the JVM of the test. */
record CommandRun(int status, String out, String err) {
    static CommandRun of(Object... words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine program =
                io.github.tornadosort.cli.Main.commandLine(new BenchCommand(), new CompareCommand(), new HostCommand())
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(err));
        int status = program.execute(Arrays.stream(words).map(String::valueOf).toArray(String[]::new));
        return new CommandRun(status, out.toString(), err.toString());
    }
}
