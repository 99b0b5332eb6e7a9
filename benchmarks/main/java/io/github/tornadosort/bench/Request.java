package io.github.tornadosort.bench;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One measurement to make.
 *
 * @param operation what to do; {@link BenchCase} lists what there is
 * @param n keys, or records
 * @param keys a file of just those, little-endian
 * @param measures what to measure
 */
public record Request(String operation, KeyType type, int n, Path keys, Set<Measure> measures) {

    /** One line, as {@link #parse} and the peers read it: words separated by blanks, the path last. */
    String line() {
        return operation + " " + type.label() + " " + n + " "
                + measures.stream().map(Measure::label).collect(Collectors.joining(",")) + " " + keys;
    }

    static Request parse(String line) {
        String[] words = line.split(" ", 5);
        Set<Measure> measures = Measure.all(List.of(words[3].split(",")));
        return new Request(words[0], KeyType.of(words[1]), Integer.parseInt(words[2]), Path.of(words[4]), measures);
    }

    /** The keys, as they lie in the file; not to be written to. */
    public Column mapped(Arena arena) {
        try (FileChannel channel = FileChannel.open(keys, StandardOpenOption.READ)) {
            long bytes = (long) n * BenchCase.elementBytes(operation, type);
            return new Column(channel.map(MapMode.READ_ONLY, 0, bytes, arena), type);
        } catch (IOException e) {
            throw new UncheckedIOException(keys + ": " + e.getMessage(), e);
        }
    }

    /** Whether a contender can go on with what it prepared for another request. */
    boolean sameCase(Request other) {
        return other != null
                && operation.equals(other.operation)
                && type == other.type
                && n == other.n
                && measures.equals(other.measures);
    }
}
