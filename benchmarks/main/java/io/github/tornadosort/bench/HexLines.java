package io.github.tornadosort.bench;

import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;

/** Converts records to lines of hexadecimal digits, for programs that sort lines. */
final class HexLines {
    private static final int BUFFER = 1 << 20;
    private static final int KEY_DIGITS = 2 * BenchCase.RECORD_KEY_BYTES;

    private HexLines() {}

    static void write(MemorySegment records, Path lines) throws IOException {
        HexFormat hex = HexFormat.of();
        byte[] record = new byte[BenchCase.RECORD_BYTES];
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(lines), BUFFER)) {
            for (long at = 0; at < records.byteSize(); at += record.length) {
                MemorySegment.copy(records, ValueLayout.JAVA_BYTE, at, record, 0, record.length);
                out.write((hex.formatHex(record) + "\n").getBytes(StandardCharsets.US_ASCII));
            }
        }
    }

    /** Describes the first line whose key is out of order, or returns null if there is none. */
    static String disorder(Path lines) throws IOException {
        try (BufferedReader in = Files.newBufferedReader(lines, StandardCharsets.US_ASCII)) {
            String before = "";
            long number = 1;
            for (String line = in.readLine(); line != null; line = in.readLine(), number++) {
                String key = line.substring(0, KEY_DIGITS);
                if (before.compareTo(key) > 0) {
                    return "line " + number + " is out of order";
                }
                before = key;
            }
        }
        return null;
    }
}
