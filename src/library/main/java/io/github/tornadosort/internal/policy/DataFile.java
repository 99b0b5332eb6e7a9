package io.github.tornadosort.internal.policy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A text file in UTF-8 for people to edit, with one entry per line. Empty lines are skipped, and so is everything from a {@code
 * #} to the end of its line. A comment above an entry gives the measurements that it is based on.
 */
final class DataFile {
    private DataFile() {}

    /**
     * An entry.
     *
     * @param number the line number, from 1
     * @param text the line without comment and surrounding white space; never empty
     */
    record Line(int number, String text) {}

    /**
     * Reads the entries.
     *
     * @param file the file name for error messages
     * @throws PolicyFileException if the file cannot be read
     */
    static List<Line> read(String file, InputStream in) {
        BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        List<Line> lines = new ArrayList<>();
        try {
            int number = 0;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                number++;
                int comment = line.indexOf('#');
                String text = (comment < 0 ? line : line.substring(0, comment)).strip();
                if (!text.isEmpty()) {
                    lines.add(new Line(number, text));
                }
            }
            return lines;
        } catch (IOException e) {
            throw new PolicyFileException(file, "cannot be read: " + e.getMessage(), e);
        }
    }
}
