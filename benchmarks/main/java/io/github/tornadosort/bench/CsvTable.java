package io.github.tornadosort.bench;

import io.github.tornadosort.Column;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * CSV files that are made from int32 keys: a row per key, with the columns {@code id}, {@code name}, {@code price} and
 * {@code city}. A name occurs ten times in ten million rows.
 */
final class CsvTable {
    private static final String HEADER = "id,name,price,city";
    private static final int NAMES = 1 << 20;
    private static final int CENTS = 1_000_000;
    private static final int CITIES = 1_000;

    private CsvTable() {}

    /**
     * Writes the rows of the keys.
     *
     * @param hasHeader whether to write a header first
     */
    static void write(Column keys, Path file, boolean hasHeader) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
            if (hasHeader) {
                out.write(HEADER + "\n");
            }
            for (long i = 0; i < keys.size(); i++) {
                out.write(row(keys, i));
                out.write('\n');
            }
        }
    }

    private static String row(Column keys, long i) {
        int key = keys.segment().get(ValueLayout.JAVA_INT_UNALIGNED, Integer.BYTES * i);
        SplittableRandom random = new SplittableRandom(key);
        String name = StringKeys.word(random.nextInt(NAMES));
        return i + "," + name + "," + random.nextInt(CENTS) / 100.0 + ",city" + random.nextInt(CITIES);
    }

    /**
     * Describes what is wrong with a file that should have the rows by name, and of equal names by price from the highest on.
     * Returns null if nothing is.
     *
     * @param hasHeader whether the file begins with the header
     */
    static String verify(Column keys, Path sorted, boolean hasHeader) throws IOException {
        try (BufferedReader in = Files.newBufferedReader(sorted, StandardCharsets.US_ASCII)) {
            if (hasHeader && !HEADER.equals(in.readLine())) {
                return "the header is missing";
            }
            String[] before = {"", "", ""};
            boolean[] found = new boolean[Math.toIntExact(keys.size())];
            int rows = 0;
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] fields = line.split(",", -1);
                int id = Integer.parseInt(fields[0]);
                if (found[id] || !line.equals(row(keys, id))) {
                    return "row " + rows + " is not one of the table, or is repeated: " + line;
                }
                int byName = before[1].compareTo(fields[1]);
                if (byName > 0 || byName == 0 && Double.parseDouble(before[2]) < Double.parseDouble(fields[2])) {
                    return "row " + rows + " is not in order: " + line;
                }
                found[id] = true;
                before = fields;
                rows++;
            }
            return rows == keys.size() ? null : "there are " + rows + " rows, and should be " + keys.size();
        }
    }
}
