package io.github.tornadosort.testing;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;

/** Runs command lines in the JVM of the test. */
public final class CommandLines {
    private CommandLines() {}

    /** A program that writes to the given writers and returns its exit status. */
    @FunctionalInterface
    public interface Program {
        int execute(PrintWriter out, PrintWriter err, String... words);
    }

    /** Receives the exit status and the output of a program. */
    @FunctionalInterface
    public interface Result<R> {
        R of(int status, String out, String err);
    }

    /** Runs a program with the text of each word as an argument. */
    public static <R> R run(Program program, Result<R> result, Object... words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        String[] arguments = Arrays.stream(words).map(String::valueOf).toArray(String[]::new);
        int status = program.execute(new PrintWriter(out), new PrintWriter(err), arguments);
        return result.of(status, out.toString(), err.toString());
    }

    /** Splits a line into words. Words that begin with @ are file names in the folder, and '' is an empty word. */
    public static Object[] words(String line, Path folder) {
        return Arrays.stream(line.split(" "))
                .map(word -> word.startsWith("@") ? folder.resolve(word.substring(1)) : word.equals("''") ? "" : word)
                .toArray();
    }
}
