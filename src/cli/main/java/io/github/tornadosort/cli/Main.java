package io.github.tornadosort.cli;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.cli.doctor.DoctorCommand;
import io.github.tornadosort.cli.options.CommandFailure;
import io.github.tornadosort.cli.options.Distribution;
import io.github.tornadosort.cli.options.InputPath;
import io.github.tornadosort.files.KeyFormat;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
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
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TraceLevel;
import picocli.CommandLine.TypeConversionException;

/** The {@code tornado-sort} program. */
@Command(
        name = "tornado-sort",
        description = "Sorts keys, lines of text and tables. Keys are sorted on a GPU through TornadoVM, or on the cores of the JVM.")
public final class Main implements Callable<Integer> {
    static final int FAILED = 1;
    static final int INVALID_USAGE = 2;
    /** The status that a shell shows for a program that a closed pipe ended: 128 and the number of the signal SIGPIPE. */
    static final int CLOSED_PIPE = 141;

    static final String DEBUG = "--debug";

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
                .setParameterExceptionHandler((e, _) -> Failures.invalidUsage(e))
                .setExecutionExceptionHandler((e, command, _) -> Failures.failed(e, command));
    }

    /** Adds what all commands have. Those for lines have other names for the help: -h and -V are orders. */
    private static CommandLine usual(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        command.getSubcommands().values().forEach(Main::usual);
        spec.versionProvider(Main::version);
        spec.usageMessage().autoWidth(true).exitCodeListHeading("%nExit status:%n").exitCodeList(new TreeMap<>(STATUSES));
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
            String message = Failures.explain(e);
            CommandLine command = words.asCommandLineList().getLast();
            throw new ExecutionException(command, message, new CommandFailure(message, e));
        }
    }

    private static <T> ITypeConverter<T> label(String what, T[] values, Function<T, String> label) {
        return text -> Arrays.stream(values)
                .filter(value -> label.apply(value).equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("unknown " + what + " '" + text + "', expected one of "
                        + Arrays.stream(values).map(label).collect(Collectors.joining(", "))));
    }
}
