package io.github.tornadosort.bench;

import io.github.tornadosort.Column;
import io.github.tornadosort.files.internal.io.KeyBits;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Text files of int32 keys, one per line in decimal. */
final class IntLines {
    private IntLines() {}

    static void write(Column keys, Path lines) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(lines, StandardCharsets.US_ASCII)) {
            for (long i = 0; i < keys.size(); i++) {
                out.write(Long.toString(KeyBits.get(keys.segment(), keys.type(), i)));
                out.write('\n');
            }
        }
    }

    static Column read(Path lines) throws IOException {
        try (Stream<String> all = Files.lines(lines, StandardCharsets.US_ASCII)) {
            return Column.of(all.mapToInt(Integer::parseInt).toArray());
        }
    }
}
