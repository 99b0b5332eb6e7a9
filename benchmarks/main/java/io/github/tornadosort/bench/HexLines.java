package io.github.tornadosort.bench;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;

/** Converts records to lines of hexadecimal digits, for programs that sort lines. */
final class HexLines {
    private static final int BUFFER = 1 << 20;
    private static final int KEY_DIGITS = 2 * BenchCase.RECORD_KEY_BYTES;

    private HexLines() {}

    static void write(Path records, Path lines) throws IOException {
        HexFormat hex = HexFormat.of();
        try (InputStream in = new BufferedInputStream(Files.newInputStream(records), BUFFER);
                OutputStream out = new BufferedOutputStream(Files.newOutputStream(lines), BUFFER)) {
            for (byte[] record = in.readNBytes(BenchCase.RECORD_BYTES);
                    record.length > 0;
                    record = in.readNBytes(BenchCase.RECORD_BYTES)) {
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
