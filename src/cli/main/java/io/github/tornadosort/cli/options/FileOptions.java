package io.github.tornadosort.cli.options;

import io.github.tornadosort.cli.terminal.Terminal;
import io.github.tornadosort.files.KeyFormat;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The files that a command reads, and the one that it writes. */
public class FileOptions {
    /** Stands for standard output on every system. */
    public static final Path STANDARD = Path.of("/dev/stdout");

    /** Parses the name of an output. {@code -} is standard output. */
    public static final class Name implements ITypeConverter<Path> {
        @Override
        public Path convert(String text) {
            return text.equals("-") ? STANDARD : InputPath.path(text);
        }
    }

    @Parameters(
            arity = "0..*",
            paramLabel = "INPUT",
            converter = InputPath.class,
            description = "Files to sort, one after the other. - is standard input, which is the default.")
    private List<Path> inputs = List.of(InputPath.STANDARD);

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUTPUT",
            converter = Name.class,
            description = "File to write the result to. - is standard output, which is the default.")
    private Path output = STANDARD;

    public List<Path> inputs() {
        return inputs;
    }

    /** Returns the file to write the result to. */
    public Path output() {
        return output;
    }

    /**
     * Checks that keys do not go to a terminal unless they are text.
     *
     * @throws CommandFailure if they do
     */
    public static void requireNoTerminal(Path output, KeyFormat format) {
        if (format != KeyFormat.TEXT && Terminal.is(output)) {
            throw new CommandFailure("the output is not text, so it is not written to the terminal: use -o FILE, or choose a"
                    + " format of text");
        }
    }
}
