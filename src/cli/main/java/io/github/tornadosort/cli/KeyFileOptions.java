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

/** The options for the type and the format of the keys that a command reads and writes. */
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
     * Returns the given type.
     *
     * @throws ParameterException if none was given. The option is not marked as required because {@code sort --records} does
     *     not need it.
     */
    KeyType type() {
        if (type == null) {
            throw new ParameterException(spec.commandLine(), "Missing required option: '--type=TYPE'");
        }
        return type;
    }

    /** Returns whether a type was given. */
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
