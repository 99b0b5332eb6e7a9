package io.github.tornadosort.internal.policy;

import java.util.List;
import java.util.Locale;

/**
 * What the sorts of one kind cost on the host, on a device of a family, or on several of them at once: a line of the table that
 * {@link Crossovers} describes.
 *
 * @param nanosPerKey on the host, the time of one core
 */
public record Cost(String family, SortKind kind, double fixedMicros, double nanosPerKey) {
    /** The family of the host. */
    public static final String HOST = "host";

    /** The names of the columns, at their widths. */
    static final String COLUMNS = "family  payload  bits  fixedMicros  nanosPerKey";

    private static final List<String> FAMILIES = List.of(HOST, "gpu", "gpus", "cpu", "cpus", "jvm", "jvms");

    /** @throws IllegalArgumentException if the line is not valid */
    static Cost parse(String line) {
        String[] columns = line.split("\\s+");
        if (columns.length != 5) {
            throw new IllegalArgumentException("expected the columns " + COLUMNS + ", found '" + line + "'");
        }
        if (!FAMILIES.contains(columns[0])) {
            throw new IllegalArgumentException("family is '" + columns[0] + "', must be one of " + FAMILIES);
        }
        return new Cost(
                columns[0],
                SortKind.of(columns[1], columns[2]),
                number("fixedMicros", columns[3]),
                number("nanosPerKey", columns[4]));
    }

    boolean isOfOneDevice() {
        return !family.equals(HOST) && !family.endsWith("s");
    }

    /** Returns the name for several devices of a family, which sort at the same time. */
    static String several(String family) {
        return family + "s";
    }

    private static double number(String column, String text) {
        if (!text.matches("\\d{1,9}(\\.\\d{1,9})?")) {
            throw new IllegalArgumentException(column + " is '" + text + "', must be a number");
        }
        return Double.parseDouble(text);
    }

    /** Returns the line of the table. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%-6s  %s  %-11.1f  %.3f", family, kind, fixedMicros, nanosPerKey);
    }
}
