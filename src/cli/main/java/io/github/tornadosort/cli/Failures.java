package io.github.tornadosort.cli;

import io.github.tornadosort.cli.options.CommandFailure;
import io.github.tornadosort.cli.options.DeviceOptions;
import io.github.tornadosort.cli.options.InputPath;
import io.github.tornadosort.files.ClosedPipeException;
import io.github.tornadosort.files.ClosedStreamException;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.internal.driver.DriverFailure;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says why a command failed: in one line, and in the words of the command line. */
final class Failures {
    private Failures() {}

    /** Says what to install if a class is missing, and which mapped file lost bytes that were read: it could not be closed either. */
    static String explain(Error e) {
        return switch (e) {
            case OutOfMemoryError _ -> "not enough memory (" + DriverFailure.reason(e) + ")";
            case LinkageError _ ->
                e.getCause() instanceof ClassNotFoundException missing
                        && !missing.getMessage().startsWith("uk.ac.manchester.")
                                ? "a library of this program is missing (" + missing.getMessage()
                                        + "): install the program again"
                                : "TornadoVM's API cannot be loaded (" + DriverFailure.reason(e) + "): "
                                        + DeviceOptions.INSTALL_API;
            default -> Stream.of(e.getSuppressed())
                    .filter(FileSortException.class::isInstance)
                    .map(Throwable::getMessage)
                    .findFirst()
                    .orElse("unexpected " + e);
        };
    }

    /** Reports a command line that makes no sense, and returns the exit status. */
    static int invalidUsage(ParameterException e) {
        CommandLine command = e.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        List<String> similar = e instanceof UnmatchedArgumentException unmatched ? unmatched.getSuggestions() : List.of();
        String suggestion = similar.isEmpty() ? "" : "; did you mean " + String.join(" or ", similar) + "?";
        report(e, command, inOptions(command, oneLine(explain(e))) + suggestion + " (see '" + name + " --help')");
        return Main.INVALID_USAGE;
    }

    /** Names words that have no meaning. The message of picocli counts all words before them. */
    private static String explain(ParameterException e) {
        if (!(e instanceof UnmatchedArgumentException unmatched) || unmatched.isUnknownOption()) {
            return e.getMessage()
                    .replaceFirst("'--check=diagnose-first': ('.*') is not a boolean",
                            "'--check': expected quiet, silent or diagnose-first, found $1")
                    .replaceFirst("': ('.*') is not a boolean", "': expected no value, found $1");
        }
        String word = unmatched.getUnmatched().getFirst();
        boolean isCommand = e.getCommandLine().getParent() == null;
        try {
            InputPath.path(word);
        } catch (TypeConversionException noName) {
            return noName.getMessage();
        }
        return (isCommand ? "unknown command '" : "unexpected argument '") + word + "'";
    }

    /** Reports an exception of a command, and returns the exit status. */
    static int failed(Exception e, CommandLine command) {
        if (e instanceof ClosedPipeException) {
            return Main.CLOSED_PIPE;
        }
        if (e instanceof IllegalArgumentException) {
            return invalidUsage(new ParameterException(command, e.getMessage(), e));
        }
        boolean expected = e instanceof CommandFailure || e instanceof java.io.IOException;
        report(e, command, expected ? inOptions(command, message(e)) : "unexpected " + oneLine(e.toString()));
        return e instanceof ClosedStreamException ? Main.INVALID_USAGE : Main.FAILED;
    }

    /** Returns an exception's message. Some of the JDK's have none, or name a file without saying what is wrong with it. */
    static String message(Exception e) {
        boolean noReason = e.getMessage() == null || e instanceof FileSystemException file && file.getReason() == null;
        return oneLine(noReason ? e.toString() : e.getMessage());
    }

    /** Replaces the methods that a message of the library names by the options of a command. */
    private static String inOptions(CommandLine command, String message) {
        boolean isOfLines = command.getCommandSpec().findOption("--buffer-size") != null;
        return (message + otherCommand(command, message))
                .replace("memory(long)", isOfLines ? "--buffer-size" : "--memory")
                .replace("memory: expected", "Invalid value for option '--memory': expected")
                .replace("threads: expected", "Invalid value for option '--parallel': expected")
                .replace("mergeAtOnce: expected", "Invalid value for option '--batch-size': expected")
                .replace("text(), decimal() or type(KeyType)", "--key COLUMN:TYPE")
                .replace("say withHeader()", "add --header")
                .replace("withoutHeader()", "--no-header")
                .replace("column(String) is for the name of a column", "a name that is a number is written in quotes")
                .replace("a format given by inputFormat(KeyFormat) or outputFormat(KeyFormat)", "--format raw, npy or text")
                .replace("inputFormat(KeyFormat.RAW)", "--format raw")
                .replace("inputFormat(KeyFormat.NPY)", "--format npy")
                .replace("inputFormat(KeyFormat.TEXT)", "--format text");
    }

    /** Names what stands for an option or a command that there is not, and the command for files that have no keys. */
    private static String otherCommand(CommandLine command, String message) {
        if (message.startsWith("unknown command 'example'")) {
            return "; 'tornado-sort run examples/NAME.java' runs an example";
        }
        if (message.matches("Unknown options?: '--input-format.*")) {
            return "; --format names the format of the files, --output-format that of the output";
        }
        boolean isSort = command.getCommandName().equals("sort");
        return !isSort
                ? ""
                : message.matches("Unknown options?: '-(k|-key).*")
                        ? "; 'tornado-sort lines' and 'tornado-sort csv' have keys"
                : message.matches("(?i).*[.](csv|tsv|tab)([.](gz|zst))?: .*") ? "; 'tornado-sort csv' sorts tables"
                : message.matches(".*: line \\d+: expected an? \\w+( \\(.*\\))?, found '.*|.*unknown key type 'text'.*")
                        ? "; 'tornado-sort lines' sorts lines of text"
                : "";
    }

    private static void report(Exception e, CommandLine command, String message) {
        command.getErr().println("tornado-sort: " + message);
        if (Boolean.TRUE.equals(command.getCommandSpec().findOption(Main.DEBUG).getValue())) { // null if it was not given
            e.printStackTrace(command.getErr());
        }
    }

    /** Returns what prints each message as a line of its own to standard error. */
    static Consumer<String> notices(CommandLine command) {
        return message -> command.getErr().println("tornado-sort: " + oneLine(message));
    }

    private static String oneLine(String message) {
        // Names and contents of files may contain terminal control characters.
        return String.valueOf(message).strip().replaceAll("\\s*\\R\\s*", " ").replaceAll("\\p{Cntrl}", "?");
    }
}
