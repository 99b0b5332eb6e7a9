package io.github.tornadosort.cli;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.io.KeyFormat;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Objects;
import picocli.CommandLine.Option;

/** What the files of keys that a command reads and writes hold, and how. */
final class KeyFileOptions {
    @Option(
            names = "--type",
            required = true,
            paramLabel = "TYPE",
            completionCandidates = TypeLabels.class,
            description = "Type of the keys: ${COMPLETION-CANDIDATES}.")
    KeyType type;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            completionCandidates = FormatLabels.class,
            description = "Format of the files: ${COMPLETION-CANDIDATES}. Unless given, each file's name tells: .npy,"
                    + " .txt, raw (little-endian) for all others.")
    private KeyFormat format;

    KeyFormat format(Path file) {
        return Objects.requireNonNullElseGet(format, () -> KeyFormat.of(file));
    }

    private static final class TypeLabels implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(KeyType.values()).map(KeyType::label).iterator();
        }
    }

    private static final class FormatLabels implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(KeyFormat.values()).map(KeyFormat::label).iterator();
        }
    }
}
