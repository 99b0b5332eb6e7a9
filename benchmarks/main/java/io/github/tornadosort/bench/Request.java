package io.github.tornadosort.bench;

import io.github.tornadosort.Column;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A request for one measurement.
 *
 * @param one the case
 * @param keys a raw, little-endian file of keys, which all contenders read
 * @param measure what to measure: one of {@link Reply#MEASURES}
 */
record Request(BenchCase one, Path keys, String measure) {
    /** Formats the request as a line for another process: words separated by spaces, the path last. */
    String line() {
        return one.operation() + " " + one.type().label() + " " + one.n() + " " + measure + " " + keys;
    }

    /** Fills the file with the keys of a seed. */
    void fill(long seed) {
        try (Arena arena = Arena.ofShared()) {
            Column column = map(arena, MapMode.READ_WRITE, StandardOpenOption.CREATE, StandardOpenOption.READ,
                    StandardOpenOption.WRITE);
            Distribution.of(one.distribution()).fill(column, seed);
        }
    }

    /** Maps the file of keys into memory, read-only. */
    Column mapped(Arena arena) {
        return map(arena, MapMode.READ_ONLY, StandardOpenOption.READ);
    }

    private Column map(Arena arena, MapMode mode, StandardOpenOption... options) {
        try (FileChannel channel = FileChannel.open(keys, options)) {
            return new Column(channel.map(mode, 0, (long) one.n() * one.type().bytes(), arena), one.type());
        } catch (IOException e) {
            throw new UncheckedIOException(keys + ": " + e.getMessage(), e);
        }
    }
}
