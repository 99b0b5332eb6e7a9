package io.github.tornadosort.cli;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.cli.DeviceOptions.Backend;
import io.github.tornadosort.cli.io.KeyFormat;
import io.github.tornadosort.internal.driver.DriverFailure;
import io.github.tornadosort.internal.policy.PolicyFileException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;

/** The program {@code tornado-sort}. */
@Command(
        name = "tornado-sort",
        description = "Sorts on whatever the machine has, through TornadoVM.",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        versionProvider = Version.class,
        usageHelpAutoWidth = true,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {"0:done", "1:it failed", "2:wrong usage"},
        subcommands = {
            SortCommand.class,
            ArgsortCommand.class,
            LexsortCommand.class,
            SegsortCommand.class,
            MergeCommand.class,
            GenerateCommand.class,
            VerifyCommand.class,
            DevicesCommand.class,
            DoctorCommand.class,
            DemoCommand.class,
            TuneCommand.class
        })
public final class Main implements Runnable {
    static final int FAILED = 1;
    static final int WRONG_USAGE = 2;

    /** What to do where there is no TornadoVM. */
    static final String INSTALL_API = "set TORNADOVM_HOME to a TornadoVM SDK, or put this project's JVM backend,"
            + " tornado-sort-jvm-*.jar, on the class path";

    @Option(
            names = "--debug",
            scope = ScopeType.INHERIT,
            description = "Shows the stack with an error.")
    private boolean debug;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    Main() {}

    /** Runs a command line and ends the JVM with its exit status. */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    /**
     * The whole program, to be executed with a command line's words; its result is the exit status.
     *
     * @param more commands that other modules add
     */
    public static CommandLine commandLine(Object... more) {
        Main main = new Main();
        CommandLine program = new CommandLine(main);
        for (Object command : more) {
            program.addSubcommand(command);
        }
        return program.registerConverter(KeyType.class, label("key type", KeyType.values(), KeyType::label))
                .registerConverter(KeyFormat.class, label("format", KeyFormat.values(), KeyFormat::label))
                .registerConverter(Path.class, Main::path)
                .registerConverter(Backend.class, label("backend", Backend.values(), Backend::label))
                .setExecutionStrategy(Main::run)
                .setParameterExceptionHandler((e, _) -> main.wrongUsage(e))
                .setExecutionExceptionHandler((e, command, _) -> main.failed(e, command));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }

    /** Runs the command. An error that the JVM or a driver throws becomes a failure like any other. */
    private static int run(ParseResult words) {
        try {
            return new RunLast().execute(words);
        } catch (OutOfMemoryError e) {
            throw failure(words, "not enough memory (" + DriverFailure.reason(e) + ")", e);
        } catch (LinkageError e) {
            throw failure(words, "TornadoVM's API cannot be loaded (" + DriverFailure.reason(e) + "): " + INSTALL_API, e);
        } catch (Error e) {
            throw failure(words, "unexpected " + e, e);
        }
    }

    private static ExecutionException failure(ParseResult words, String message, Throwable cause) {
        List<CommandLine> commands = words.asCommandLineList();
        return new ExecutionException(commands.getLast(), message, new CommandFailure(message, cause));
    }

    private int wrongUsage(ParameterException e) {
        CommandLine command = e.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        tell(e, command, oneLine(e.getMessage()) + " (" + name + " --help says more)");
        return WRONG_USAGE;
    }

    private int failed(Exception e, CommandLine command) {
        boolean expected = e instanceof CommandFailure
                || e instanceof java.io.IOException
                || e instanceof PolicyFileException;
        tell(e, command, expected ? message(e) : "unexpected " + oneLine(e.toString()));
        return FAILED;
    }

    /** An exception's message. Some of the JDK's have none, or name a file without saying what is wrong with it. */
    static String message(Exception e) {
        boolean silent = e.getMessage() == null || e instanceof FileSystemException file && file.getReason() == null;
        return oneLine(silent ? e.toString() : e.getMessage());
    }

    private void tell(Exception e, CommandLine command, String message) {
        command.getErr().println("tornado-sort: " + message);
        if (debug) {
            e.printStackTrace(command.getErr());
        }
    }

    private static String oneLine(String message) {
        // Names and contents of files may have characters that control a terminal.
        return String.valueOf(message).strip().replaceAll("\\s*\\R\\s*", " ").replaceAll("\\p{Cntrl}", "?");
    }

    private static Path path(String text) {
        if (text.isEmpty()) {
            throw new TypeConversionException("expected the name of a file, found an empty one");
        }
        return Path.of(text);
    }

    private static <T> ITypeConverter<T> label(String what, T[] values, Function<T, String> label) {
        return text -> Arrays.stream(values)
                .filter(value -> label.apply(value).equals(text))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("no " + what + " '" + text + "': there are "
                        + Arrays.stream(values).map(label).collect(Collectors.joining(", "))));
    }
}
