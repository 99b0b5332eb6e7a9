package io.github.tornadosort.cli;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.cli.io.KeyFormat;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** What the files of keys that a command reads and writes hold, and how. */
final class KeyFileOptions {
    @Option(
            names = "--type",
            paramLabel = "TYPE",
            completionCandidates = TypeLabels.class,
            description = "Type of the keys: ${COMPLETION-CANDIDATES}.")
    private KeyType type;

    @Mixin
    private FormatOption format;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    /**
     * The type asked for.
     *
     * @throws ParameterException if there is none; not every way to use every command needs one
     */
    KeyType type() {
        if (type == null) {
            throw new ParameterException(spec.commandLine(), "Missing required option: '--type=TYPE'");
        }
        return type;
    }

    /** Whether a type was asked for. */
    boolean hasType() {
        return type != null;
    }

    FormatOption formats() {
        return format;
    }

    KeyFormat format(Path file) {
        return format.of(file);
    }

    static final class TypeLabels implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(KeyType.values()).map(KeyType::label).iterator();
        }
    }
}
