package io.github.tornadosort.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;

/** The exit status and the output of a program that ran in the JVM of the test. */
public record CommandRun(int status, String out, String err) {
    /** A program that writes to the given writers and returns its exit status. */
    @FunctionalInterface
    public interface Program {
        int execute(PrintWriter out, PrintWriter err, String... words);
    }

    /** Runs a program with the text of each word as an argument. */
    public static CommandRun of(Program program, Object... words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        String[] arguments = Arrays.stream(words).map(String::valueOf).toArray(String[]::new);
        int status = program.execute(new PrintWriter(out), new PrintWriter(err), arguments);
        return new CommandRun(status, out.toString(), err.toString());
    }

    /** Splits a line into words. Words that begin with @ are file names in the folder, and '' is an empty word. */
    public static Object[] words(String line, Path folder) {
        return Arrays.stream(line.split(" "))
                .map(word -> word.startsWith("@") ? folder.resolve(word.substring(1)) : word.equals("''") ? "" : word)
                .toArray();
    }

    /** Asserts that the program printed nothing but one line of an error, and exited with this status. */
    public void assertRefused(int expected, String message) {
        assertThat(err).startsWith("tornado-sort: ").contains(message).hasLineCount(1);
        assertThat(status).isEqualTo(expected);
        assertThat(out).isEmpty();
    }
}
