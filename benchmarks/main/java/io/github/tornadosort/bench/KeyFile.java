package io.github.tornadosort.bench;

import io.github.tornadosort.Column;
import io.github.tornadosort.bench.data.Distribution;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The file of a case's keys. All contenders read it, and each repetition fills it with new keys. */
final class KeyFile {
    private final Path path;
    private final BenchCase one;
    private final int copies;

    /** @param copies the number of data sets in the file */
    KeyFile(Path folder, BenchCase one, int copies) {
        this.path = folder.resolve("keys.raw");
        this.one = one;
        this.copies = copies;
    }

    Path path() {
        return path;
    }

    /** Fills the file with the data sets of a seed, by mapping it into memory. */
    void fill(long seed) {
        try (FileChannel channel = FileChannel.open(
                path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
                Arena arena = Arena.ofShared()) {
            long bytes = (long) copies * one.n() * one.type().bytes();
            channel.truncate(bytes);
            Column keys = new Column(channel.map(MapMode.READ_WRITE, 0, bytes, arena), one.type());
            Distribution distribution = Distribution.of(one.distribution());
            long size = keys.size() / copies;
            for (int i = 0; i < copies; i++) {
                distribution.fill(keys.range(i * size, (i + 1) * size), seed * copies + i);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(path + ": " + e.getMessage(), e);
        }
    }

    void delete() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new UncheckedIOException(path + ": " + e.getMessage(), e);
        }
    }
}
