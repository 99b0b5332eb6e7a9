package io.github.tornadosort.files;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.github.tornadosort.KeyType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sorts random files with random settings in random amounts of memory, which must not change a result. A refusal for lack of memory names
 * an amount that is enough. Goes on for the seconds in the system property {@code tornadosort.soak}, or ten minutes.
 */
@Tag("soak")
class FileSorterSoakTest {
    private static final Pattern AMOUNT = Pattern.compile("needs (?:at least )?([0-9.]+) (bytes|KiB|MiB) of memory");
    private static final String[] KEYS = {"1", "2,2n", "1,1f", "2V", "1.2,1.4r", "2h", "1g", "1M", "2,2d"};
    private static final String[] WORDS =
            {"", "a", "B", "b10", "b9", "1", "-2.5", "1e3", "2K", "JAN", "feb", "\u00e9", "\0", "a\tb", "\"", "~"};

    @TempDir
    private Path folder;

    private SplittableRandom random;

    @Test
    void memoryChangesNoResult() throws IOException {
        long end = System.nanoTime() + 1_000_000_000L * Long.getLong("tornadosort.soak", 600);
        long first = new SplittableRandom().nextLong();
        for (long seed = first; System.nanoTime() < end; seed++) {
            random = new SplittableRandom(seed);
            try {
                round();
            } catch (Throwable e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    private void round() throws IOException {
        int kind = random.nextInt(5);
        String extension = kind == 3 ? ".txt" : "";
        List<Path> inputs = new ArrayList<>();
        for (int i = random.nextInt(1, random.nextInt(10) == 0 ? 50 : 4); i > 0; i--) {
            inputs.add(Files.write(folder.resolve("in" + i + extension), content(kind)));
        }
        FileSorter all = sorter(kind);
        boolean isWhole = true;
        if (random.nextInt(4) == 0) {
            all = all.unique();
            isWhole = false;
        }
        if (random.nextInt(4) == 0) {
            all = all.head(random.nextInt(200));
            isWhole = false;
        }
        Path expected = folder.resolve("expected" + extension);
        Path output = folder.resolve("output" + extension);
        all.memory(1L << 40).sort(inputs, expected);
        FileSorter limited = limited(all);

        FileSorter enough = sort(limited, inputs, output, 20);
        assertThat(output).hasSameBinaryContentAs(expected);
        assertThat(rows(enough, inputs)).isEqualTo(rows(all.memory(1L << 40), inputs));
        if (isWhole) {
            all.verify(inputs, output);
            all.requireSorted(List.of(output));
            Path twice = folder.resolve("twice" + extension);
            all.merge(List.of(output, output), twice);
            all.verify(List.of(output, output), twice);
            Files.delete(twice);
        }
        inputs.forEach(input -> input.toFile().delete());
        Files.delete(expected);
        Files.delete(output);
        assertThat(folder.toFile().list()).isEmpty();
    }

    private FileSorter limited(FileSorter sorter) {
        return sorter.memory(1L << random.nextInt(1, 23)).threads(random.nextInt(1, 5));
    }

    /** Sorts with more memory if that is refused: each time, a longer row may be found. */
    private FileSorter sort(FileSorter sorter, List<Path> inputs, Path output, int tries) throws IOException {
        try {
            sorter.sort(inputs, output);
            return sorter;
        } catch (FileSortException e) {
            Matcher amount = AMOUNT.matcher(e.getMessage());
            if (tries == 0 || !amount.find()) {
                return fail(e);
            }
            long unit = amount.group(2).equals("MiB") ? 1 << 20 : amount.group(2).equals("KiB") ? 1 << 10 : 1;
            return sort(sorter.memory((long) Math.ceil(Double.parseDouble(amount.group(1)) * unit)), inputs, output,
                    tries - 1);
        }
    }

    private static List<String> rows(FileSorter sorter, List<Path> inputs) {
        try (SortedRows rows = sorter.open(inputs)) {
            return rows.stream().map(row -> new String(row, ISO_8859_1)).toList();
        } catch (UncheckedIOException e) {
            throw new AssertionError(e.getCause().getMessage(), e);
        }
    }

    private FileSorter sorter(int kind) {
        FileSorter sorter = switch (kind) {
            case 0 -> FileSorter.lines();
            case 1 -> FileSorter.lines().key(FileKey.fields(word(KEYS))).key(FileKey.fields(word(KEYS)));
            case 2 -> FileSorter.csv(CsvFormat.COMMAS.withoutHeader()).key(FileKey.column(1).text()).key(
                    random.nextBoolean() ? FileKey.column(2).descending() : FileKey.column(2).decimal());
            case 3 -> FileSorter.keys(KeyType.INT32);
            default -> FileSorter.records(8).key(FileKey.bytes(random.nextInt(4), random.nextInt(1, 5)));
        };
        if (kind == 1 && random.nextBoolean()) {
            sorter = sorter.stable();
        }
        if (kind < 3 && random.nextInt(3) == 0) {
            sorter = sorter.compressRuns();
        }
        return random.nextInt(3) == 0 ? sorter.descending() : sorter;
    }

    private String word(String... words) {
        return words[random.nextInt(words.length)];
    }

    private byte[] content(int kind) {
        int rows = random.nextInt(1 << random.nextInt(1, 14));
        if (kind == 4) {
            byte[] records = new byte[8 * rows];
            random.nextBytes(records);
            return records;
        }
        StringBuilder text = new StringBuilder(kind == 2 && random.nextInt(4) == 0 ? "\u00ef\u00bb\u00bf" : "");
        int longest = 1 << random.nextInt(1, 17);
        for (int row = 0; row < rows; row++) {
            if (kind == 3) {
                text.append(random.nextInt() >> random.nextInt(31));
            } else {
                boolean isLong = random.nextInt(rows) == 0;
                String field = word(WORDS).repeat(isLong ? random.nextInt(longest) : random.nextInt(1, 4));
                text.append(
                        kind == 2 ? '"' + field.replace("\"", "\"\"") + (random.nextInt(9) == 0 ? "\n" : "") + '"' : field);
                text.append(kind == 2 ? "," : " ").append(random.nextInt(100));
            }
            text.append(row + 1 < rows || random.nextBoolean() ? "\n" : "");
        }
        return text.toString().getBytes(ISO_8859_1);
    }
}
