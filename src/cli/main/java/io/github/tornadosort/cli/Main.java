package io.github.tornadosort.cli;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.cli.doctor.DoctorCommand;
import io.github.tornadosort.cli.options.CommandFailure;
import io.github.tornadosort.cli.options.DeviceOptions;
import io.github.tornadosort.cli.options.Distribution;
import io.github.tornadosort.cli.options.InputPath;
import io.github.tornadosort.files.ClosedPipeException;
import io.github.tornadosort.files.ClosedStreamException;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.KeyFormat;
import io.github.tornadosort.internal.driver.DriverFailure;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TraceLevel;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code tornado-sort} program. */
@Command(
        name = "tornado-sort",
        description = "Sorts keys, lines of text and tables. Keys are sorted on a GPU through TornadoVM, or on the cores of the JVM.")
public final class Main implements Callable<Integer> {
    static final int FAILED = 1;
    static final int INVALID_USAGE = 2;
    /** The status that a shell shows for a program that a closed pipe ended: 128 and the number of the signal SIGPIPE. */
    static final int CLOSED_PIPE = 141;

    private static final String DEBUG = "--debug";

    /** Short options, the last of which takes a value, and white space. */
    private static final Pattern JOINED_SPACE = Pattern.compile("(-[bcCdfghiMmnrsuVz]*[kotSTv])(\\s+)");

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    private static final Map<String, String> STATUSES = Map.of("0", "success", "1", "failure", "2", "invalid usage");

    /** The commands, in the order of the help text. */
    private static final List<Class<?>> COMMANDS = List.of(
            SortCommand.class, LinesCommand.class, CsvCommand.class, VerifyCommand.class, ArgsortCommand.class,
            GenerateCommand.class, DevicesCommand.class, DoctorCommand.class, DemoCommand.class, RunCommand.class,
            CommandLine.HelpCommand.class);

    Main() {}

    /** Runs a command line and exits the JVM with its exit status. */
    public static void main(String[] args) {
        System.exit(execute(args));
    }

    /**
     * Runs a command line. If its first word is the name of a command, the other commands are not created: reading the
     * annotations of all commands takes longer than a small sort.
     *
     * @param args the words of the command line
     * @param more additional commands of other modules
     * @return the exit status
     */
    public static int execute(String[] args, Class<?>... more) {
        String[] words = Stream.of(args).flatMap(Main::apart).toArray(String[]::new);
        return commandLine(words, more).execute(words);
    }

    /** Takes white space that is joined with a short option from it, as in {@code -t} and a tab: picocli does not see it there. */
    static Stream<String> apart(String word) {
        Matcher joined = JOINED_SPACE.matcher(word);
        return joined.matches() ? Stream.of(joined.group(1), joined.group(2)) : Stream.of(word);
    }

    /** Creates the command line of the program with all commands. */
    static CommandLine commandLine() {
        return commandLine(COMMANDS);
    }

    /**
     * Creates the command line that {@link #execute} runs.
     *
     * @param args the words of the command line
     * @param more additional commands of other modules
     */
    public static CommandLine commandLine(String[] args, Class<?>... more) {
        String first = Stream.of(args).filter(word -> !word.equals(DEBUG)).findFirst().orElse("help");
        List<Class<?>> named = first.equals("help")
                ? List.of()
                : COMMANDS.stream().filter(command -> name(command).equals(first)).toList();
        return named.isEmpty() ? commandLine(COMMANDS, more) : commandLine(named);
    }

    /** Returns the name of a command. That of its annotation takes longer to read. */
    private static String name(Class<?> command) {
        return command.getSimpleName().replace("Command", "").toLowerCase(Locale.ROOT);
    }

    private static CommandLine commandLine(List<Class<?>> commands, Class<?>... more) {
        CommandLine.tracer().setLevel(TraceLevel.OFF); // It would warn that --check and --check=quiet are both options.
        CommandLine program = usual(new CommandLine(new Main()));
        program.getCommandSpec().addOption(OptionSpec.builder(DEBUG)
                .scopeType(ScopeType.INHERIT)
                .description("Prints the stack trace of an error.")
                .type(boolean.class)
                .build());
        Stream.concat(commands.stream(), Stream.of(more))
                .forEach(command -> program.addSubcommand(usual(new CommandLine(command))));
        return program.registerConverter(KeyType.class, label("key type", KeyType.values(), KeyType::label))
                .registerConverter(KeyFormat.class, label("format", KeyFormat.values(), KeyFormat::toString))
                .registerConverter(Path.class, InputPath::path)
                .registerConverter(Distribution.class, label("distribution", Distribution.values(), Distribution::toString))
                .setExecutionStrategy(Main::run)
                .setParameterExceptionHandler((e, _) -> invalidUsage(e))
                .setExecutionExceptionHandler((e, command, _) -> failed(e, command));
    }

    /** Adds what all commands have. Those for lines have other names for the help: -h and -V are orders. */
    private static CommandLine usual(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        command.getSubcommands().values().forEach(Main::usual);
        spec.versionProvider(Main::version);
        spec.usageMessage().autoWidth(true).exitCodeListHeading("%nExit status:%n").exitCodeList(new TreeMap<>(STATUSES))
                .footer("");
        if (spec.findOption("--help") == null) {
            spec.mixinStandardHelpOptions(true);
        } else if (spec.findOption("--version") != null) {
            command.setOverwrittenOptionsAllowed(true);
        }
        return command;
    }

    /** Returns the version in the manifest of the jar, and that of the JVM. */
    private static String[] version() {
        String version = Main.class.getPackage().getImplementationVersion();
        return new String[] {
            "tornado-sort " + Objects.requireNonNullElse(version, "(not from a jar)"), "Java " + Runtime.version()
        };
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return INVALID_USAGE;
    }

    /** Runs the command. Converts errors that the JVM or a driver throws to failures. */
    private static int run(ParseResult words) {
        try {
            return new RunLast().execute(words);
        } catch (Error e) {
            String message = explain(e);
            CommandLine command = words.asCommandLineList().getLast();
            throw new ExecutionException(command, message, new CommandFailure(message, e));
        }
    }

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

    private static int invalidUsage(ParameterException e) {
        CommandLine command = e.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        List<String> similar = e instanceof UnmatchedArgumentException unmatched ? unmatched.getSuggestions() : List.of();
        String suggestion = similar.isEmpty() ? "" : "; did you mean " + String.join(" or ", similar) + "?";
        report(e, command, inOptions(command, oneLine(explain(e))) + suggestion + " (see '" + name + " --help')");
        return INVALID_USAGE;
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

    private static int failed(Exception e, CommandLine command) {
        if (e instanceof ClosedPipeException) {
            return CLOSED_PIPE;
        }
        if (e instanceof IllegalArgumentException) {
            return invalidUsage(new ParameterException(command, e.getMessage(), e));
        }
        boolean expected = e instanceof CommandFailure || e instanceof java.io.IOException;
        report(e, command, expected ? inOptions(command, message(e)) : "unexpected " + oneLine(e.toString()));
        return e instanceof ClosedStreamException ? INVALID_USAGE : FAILED;
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

    /** Names the command for files that have no keys. */
    private static String otherCommand(CommandLine command, String message) {
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
        if (Boolean.TRUE.equals(command.getCommandSpec().findOption(DEBUG).getValue())) { // null if it was not given
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

    private static <T> ITypeConverter<T> label(String what, T[] values, Function<T, String> label) {
        return text -> Arrays.stream(values)
                .filter(value -> label.apply(value).equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("unknown " + what + " '" + text + "', expected one of "
                        + Arrays.stream(values).map(label).collect(Collectors.joining(", "))));
    }
}
