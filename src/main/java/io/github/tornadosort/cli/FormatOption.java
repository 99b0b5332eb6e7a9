package io.github.tornadosort.cli;

import io.github.tornadosort.io.KeyFormat;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Objects;
import picocli.CommandLine.Option;

/** How keys lie in the files that a command reads and writes. */
final class FormatOption {
    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            completionCandidates = FormatLabels.class,
            description = "Format of the files: ${COMPLETION-CANDIDATES}. Unless given, each file's name tells: .npy,"
                    + " .txt, raw (little-endian) for all others.")
    private KeyFormat format;

    KeyFormat of(Path file) {
        return Objects.requireNonNullElseGet(format, () -> KeyFormat.of(file));
    }

    boolean isGiven() {
        return format != null;
    }

    private static final class FormatLabels implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(KeyFormat.values()).map(KeyFormat::label).iterator();
        }
    }
}
