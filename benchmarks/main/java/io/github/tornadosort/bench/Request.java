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

/**
 * A request for one measurement.
 *
 * @param operation one of the operations that {@link BenchCase} lists
 * @param type the type of the keys
 * @param n the number of keys or records
 * @param keys a raw, little-endian file of the keys or records
 * @param measures what to measure: some of {@link Metric#MEASURES}
 * @param copies the number of data sets of n keys in the file, one after the other. Contenders in this process sort all of
 *     them in one measurement, and report the mean time. Other contenders support one data set only.
 */
public record Request(String operation, KeyType type, int n, Path keys, List<String> measures, int copies) {

    /** Creates a request for one data set. */
    public Request(String operation, KeyType type, int n, Path keys, List<String> measures) {
        this(operation, type, n, keys, measures, 1);
    }

    /** Formats the request as a line for another process: words separated by spaces, the path last. */
    String line() {
        return operation + " " + type.label() + " " + n + " "
                + String.join(",", measures) + " " + keys;
    }

    /** Maps the file of keys into memory, read-only: all copies. */
    public Column mapped(Arena arena) {
        try (FileChannel channel = FileChannel.open(keys, StandardOpenOption.READ)) {
            long bytes = (long) copies * n * type.bytes();
            return new Column(channel.map(MapMode.READ_ONLY, 0, bytes, arena), type);
        } catch (IOException e) {
            throw new UncheckedIOException(keys + ": " + e.getMessage(), e);
        }
    }

    /** Returns whether a contender can reuse its preparation for another request. */
    public boolean sameCase(Request other) {
        return other != null
                && operation.equals(other.operation)
                && type == other.type
                && n == other.n
                && measures.equals(other.measures);
    }
}
