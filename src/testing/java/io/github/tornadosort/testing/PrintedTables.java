package io.github.tornadosort.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Tables that tests of several classes fill. They are printed after all tests have run. */
public final class PrintedTables implements BeforeAllCallback {
    private static final Map<String, List<List<String>>> ROWS = new TreeMap<>();

    /** Prints the tables when JUnit closes the global store. */
    private static final class Printer implements AutoCloseable {
        @Override
        public void close() {
            ROWS.forEach((title, rows) -> System.out.println(text(title, rows)));
        }
    }

    /** Adds a row to a table. */
    public static synchronized void add(String title, String... cells) {
        ROWS.computeIfAbsent(title, t -> new ArrayList<>()).add(List.of(cells));
    }

    private static String text(String title, List<List<String>> rows) {
        int[] widths = IntStream.range(0, rows.getFirst().size())
                .map(column -> rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0))
                .toArray();
        return rows.stream()
                .map(row -> IntStream.range(0, widths.length)
                        .mapToObj(column -> ("%-" + widths[column] + "s").formatted(row.get(column)))
                        .collect(Collectors.joining("  ", "  ", ""))
                        .stripTrailing())
                .collect(Collectors.joining("\n", "%n%s: %d%n".formatted(title, rows.size()), ""));
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        context.getRoot()
                .getStore(ExtensionContext.Namespace.GLOBAL)
                .getOrComputeIfAbsent(Printer.class, key -> new Printer());
    }
}
