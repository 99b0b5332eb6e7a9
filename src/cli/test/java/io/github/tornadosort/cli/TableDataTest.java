package io.github.tornadosort.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategies;
import io.github.tornadosort.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsReport;
import net.jqwik.api.statistics.StatisticsReport.StatisticsReportMode;

/** Sorts random and damaged tables. They are written and read by FastCSV, another implementation of the format. */
@Tag("slow")
class TableDataTest extends FolderPerTry {
    private static final String[] PIECES =
            {"a", "b", "B", ",", ";", "\"", "\n", "\r\n", " ", "\0", "\1", "\2", "\u00e9", "\ud83d\ude00", ""};
    private static final String OLD_OUTPUT = "what was there before";

    /** A key of a random table: columns with an even index hold text, the others hold numbers. */
    private record Key(int column, boolean descending) {
        private boolean isText() {
            return column % 2 == 0;
        }

        private String word() {
            return column + 1 + (isText() ? ":text" : ":float64") + (descending ? ":descending" : "");
        }

        private Comparator<List<String>> order(boolean nullsFirst) {
            Comparator<String> filled = isText()
                    ? (a, b) -> Arrays.compareUnsigned(a.getBytes(UTF_8), b.getBytes(UTF_8))
                    : Comparator.comparing(Double::valueOf);
            Comparator<String> directed = descending ? filled.reversed() : filled;
            Comparator<String> order = (a, b) -> {
                if (a.isEmpty() || b.isEmpty()) {
                    return Boolean.compare(a.isEmpty(), b.isEmpty()) * (nullsFirst ? -1 : 1);
                }
                return directed.compare(a, b);
            };
            return Comparator.comparing(row -> row.get(column), order);
        }
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void rowsAreSortedAsAnotherParserReadsThem(
            @ForAll @IntRange(min = 1, max = 4) int columns,
            @ForAll @IntRange(max = 1500) int n,
            @ForAll QuoteStrategies quotes,
            @ForAll LineDelimiter end,
            @ForAll boolean inRuns,
            @ForAll boolean nullsFirst,
            @ForAll long seed)
            throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        LineDelimiter usedEnd = end == LineDelimiter.CR ? LineDelimiter.LF : end;
        List<List<String>> rows = rows(n, columns, random);
        Path input = write(rows, quotes, usedEnd);
        List<Key> keys = random.ints(0, columns).limit(random.nextInt(1, 4)).distinct()
                .mapToObj(column -> new Key(column, random.nextBoolean())).toList();
        Path output = folder.resolve("sorted.csv");
        List<Object> words = new ArrayList<>(List.of("csv", input, "-o", output, "--no-header", "--delimiter", ";"));
        keys.forEach(key -> words.addAll(List.of("--key", key.word())));
        words.addAll(List.of("--nulls", nullsFirst ? "first" : "last", "--memory", inRuns ? "60K" : "1G"));

        CommandRun run = Program.run(words.toArray());

        assertThat(run).isEqualTo(new CommandRun(0, "", ""));
        Comparator<List<String>> order =
                keys.stream().map(key -> key.order(nullsFirst)).reduce(Comparator::thenComparing).get();
        assertThat(read(output)).isEqualTo(rows.stream().sorted(order).toList());
        assertThat(Files.size(output)).isEqualTo(Files.size(input));
        if (random.nextInt(3) > 0) {
            return; // Each check runs the program several times.
        }
        assertChecked(words, input, output, rows.isEmpty() || order.compare(rows.getFirst(), rows.getLast()) <= 0);
    }

    /** Checks that {@code verify} and {@code sort --check} find the result in order, and another file out of order. */
    private void assertChecked(List<Object> sort, Path input, Path output, boolean isFirstNotAfterLast) throws IOException {
        List<Object> options = sort.subList(4, sort.indexOf("--memory"));
        List<Object> verify = new ArrayList<>(List.of("verify", "csv", input, output));
        verify.addAll(options);
        CommandRun verified = Program.run(verify.toArray());
        assertThat(verified.status()).as(verified.err()).isZero();
        List<Object> check = new ArrayList<>(List.of("csv", "-c", output));
        check.addAll(options);
        check.addAll(List.of("--memory", "60K"));
        assertThat(Program.run(check.toArray())).isEqualTo(new CommandRun(0, "", ""));
        if (!isFirstNotAfterLast) {
            check.set(2, input);
            assertThat(Program.run(check.toArray()).status()).isOne();
            verify.set(3, input);
            assertThat(Program.run(verify.toArray()).status()).isOne();
        }
    }

    private static List<List<String>> rows(int n, int columns, SplittableRandom random) {
        return IntStream.range(0, n)
                .mapToObj(_ -> IntStream.range(0, columns).mapToObj(column -> field(column, random)).toList())
                .toList();
    }

    private static String field(int column, SplittableRandom random) {
        if (column % 2 == 1) {
            return random.nextInt(5) == 0 ? "" : Double.toString(random.nextInt(-20, 20) / 4.0);
        }
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(6); length > 0; length--) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.toString();
    }

    private Path write(List<List<String>> rows, QuoteStrategies quotes, LineDelimiter end) throws IOException {
        Path file = folder.resolve("table.csv");
        try (CsvWriter writer =
                CsvWriter.builder().fieldSeparator(';').quoteStrategy(quotes).lineDelimiter(end).build(file)) {
            rows.forEach(writer::writeRecord);
        }
        return file;
    }

    private static List<List<String>> read(Path file) throws IOException {
        try (CsvReader<CsvRecord> reader =
                CsvReader.builder().fieldSeparator(';').skipEmptyLines(false).ofCsvRecord(file)) {
            return reader.stream().map(CsvRecord::getFields).toList();
        }
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    @StatisticsReport(StatisticsReportMode.OFF)
    void aDamagedTableIsSortedAsItIsOrRefused(
            @ForAll @IntRange(min = 1, max = 4) int columns,
            @ForAll @IntRange(max = 40) int n,
            @ForAll QuoteStrategies quotes,
            @ForAll @Size(min = 1, max = 3) List<Damage> damages,
            @ForAll boolean typed,
            @ForAll long seed)
            throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        Path input = write(rows(n, columns, random), quotes, LineDelimiter.LF);
        byte[] bytes = Files.readAllBytes(input);
        for (Damage damage : damages) {
            bytes = damage.of(bytes, random);
        }
        Files.write(input, bytes);
        Path output = Files.writeString(folder.resolve("sorted.csv"), OLD_OUTPUT);
        String key = random.nextInt(1, columns + 1) + (typed ? ":float64" : "");

        CommandRun run = Program.run("csv", input, "-o", output, "--no-header", "--delimiter", ";", "--key", key);

        Statistics.collect(run.status());
        Statistics.coverage(sorts -> {
            sorts.check(0).percentage(share -> share > 10.0);
            sorts.check(1).percentage(share -> share > 20.0);
        });
        if (run.status() == 0) {
            // Only the line end that the last row does not have is added.
            assertThat(sortedBytes(output)).isEqualTo(sortedBytes(input));
        } else {
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.err().strip())
                    .matches("tornado-sort: " + Pattern.quote(input.toString()) + ": (byte|line) \\d+(, column \\d+)?: .*")
                    .hasLineCount(1);
            assertThat(output).hasContent(OLD_OUTPUT);
            assertThat(folder.toFile().list()).hasSize(2);
        }
    }

    private static String sortedBytes(Path file) throws IOException {
        String text = Files.readString(file, ISO_8859_1);
        char[] characters = (text.endsWith("\n") ? text : text + "\n").replace("\r", "").toCharArray();
        Arrays.sort(characters);
        return new String(characters);
    }
}
