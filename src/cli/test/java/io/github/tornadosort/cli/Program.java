package io.github.tornadosort.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import picocli.CommandLine;

/** The exit status and the output of a command that ran in the JVM of the test. */
record Program(int status, String out, String err) {
    static Program run(Object... words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        String[] args = Arrays.stream(words).map(String::valueOf).toArray(String[]::new);
        CommandLine program = Main.commandLine(args).setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        int status = program.execute(args);
        return new Program(status, out.toString(), err.toString());
    }
}
