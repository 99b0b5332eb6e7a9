package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.testing.CommandRun;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@code sort} of Arrow files; the files themselves are tested in the package {@code arrow}. */
class ArrowCommandTest {
    private static final Path SAMPLE =
            Path.of(System.getProperty("tornadosort.root"), "src/arrow/test/resources/arrow/plain.arrow");

    @TempDir
    Path folder;

    @Test
    void keysDirectionsAndNullsAreOptions() throws IOException {
        Path one = folder.resolve("one.arrow");
        Path other = folder.resolve("other.arrow");
        Path nullsLast = folder.resolve("last.arrow");

        assertSorted("sort", SAMPLE, "-o", one, "--key", "price:descending", "-k", "id:uint16:descending", "--nulls",
                "first");
        assertSorted("sort", SAMPLE, "-o", other, "-k", "2", "-k", "id", "--descending", "--nulls", "first");
        assertSorted("sort", SAMPLE, "-o", nullsLast, "-k", "2", "-k", "id", "--descending");

        assertThat(one).hasSameBinaryContentAs(other);
        assertThat(Files.mismatch(one, nullsLast)).isGreaterThan(0);
    }

    private static Path sample(String name) {
        return SAMPLE.resolveSibling(name);
    }

    @Test
    void severalFilesAreSortedTogether() throws IOException {
        Path one = Files.copy(sample("part1.arrow"), folder.resolve("one.arrow"));
        Path sorted = folder.resolve("sorted.arrow");
        assertSorted("sort", one, sample("part2.arrows"), sample("part3.feather"), "-o", sorted, "-k", "name", "-k", "id");
        assertSorted("sort", "-c", sorted, "-k", "name", "-k", "id");
        // An input may be the output.
        assertSorted("sort", one, sample("part2.arrows"), sample("part3.feather"), "-o", one, "-k", "name", "-k", "id");
        assertThat(one).hasSameBinaryContentAs(sorted);
    }

    @Test
    void severalFilesAreCheckedTogether() throws IOException {
        assertSorted("sort", "-c", "-u", sample("part1.arrow"), sample("part2.arrows"), sample("part3.feather"), "-k", "id");
        Program.run("sort", "-c", sample("part2.arrows"), sample("part1.arrow"), "-k", "id").assertRefused(
                1,
                sample("part1.arrow") + ": row 0 comes before the last row of " + sample("part2.arrows") + " by its keys");
        Program.run("sort", "-c", "-u", sample("part1.arrow"), sample("part1.arrow"), "-k", "id:desc")
                .assertRefused(1, sample("part1.arrow") + ": row 1 comes before row 0 by its keys");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1G", "100K"})
    void oneOfRowsWithEqualKeysIsKept(String memory) throws IOException {
        Path sorted = folder.resolve("sorted.arrows");
        assertSorted("sort", "-u", sample("part1.arrow"), sample("part2.arrows"), sample("part3.feather"), "-o", sorted,
                "-k", "name", "-k", "ok", "--memory", memory);
        assertSorted("sort", "-c", "-u", sorted, "-k", "name", "-k", "ok");
        Path first = folder.resolve("first.arrows");
        assertSorted("sort", sorted, "-u", "-k", "day", "-o", first, "--memory", memory);
        assertThat(Program.run("verify", first, "-k", "day").out()).contains(" 8 rows in order");
    }

    @Test
    void filesLargerThanMemoryAreSorted() throws IOException {
        Path file = folder.resolve("many.arrow");
        try (InputStream many = new GZIPInputStream(Files.newInputStream(sample("many.arrow.gz")))) {
            Files.copy(many, file);
        }
        Path sorted = folder.resolve("sorted.arrow");
        assertSorted("sort", file, "-o", sorted, "-k", "name", "-k", "price:desc", "--memory", "400K", "--nulls", "first");
        assertThat(Program.run("verify", file, sorted, "-k", "name", "-k", "price:desc", "--nulls", "first").out())
                .contains("1200 rows in order, the same rows as ");
        assertSorted("sort", file, "-o", file, "-k", "name", "-k", "price:desc", "--memory", "400K", "--nulls", "first");
        assertThat(file).hasSameBinaryContentAs(sorted);
    }

    @Test
    void theOutputMayBeFull() throws IOException {
        assumeTrue(Files.exists(Path.of("/dev/full")), "this system has no /dev/full");
        Program.run("sort", sample("many.arrow.gz"), "-o", "/dev/full", "-k", "name", "--memory", "400K", "--tmp", folder)
                .assertRefused(1, "/dev/full: byte 0: cannot be written");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aFolderForRunsMustExistAndBeWritable() throws IOException {
        Path old = Files.writeString(folder.resolve("old.arrow"), "old");
        Program.run("sort", sample("many.arrow.gz"), "-o", old, "-k", "name", "--memory", "400K", "--tmp",
                folder.resolve("no"))
                .assertRefused(1, folder.resolve("no") + ": expected a folder for temporary files");
        assumeTrue(Files.isDirectory(Path.of("/proc/self")), "a folder that nobody can write to");
        Program.run("sort", sample("many.arrow.gz"), "-o", old, "-k", "name", "--memory", "400K", "--tmp", "/proc/self")
                .assertRefused(1, "/proc/self: cannot create a temporary file: ");
        Program.run("sort", sample("many.arrow.gz"), "-o", old, "-k", "name", "--memory", "10K")
                .assertRefused(1, "many.arrow.gz: record batch 0 of 40 rows needs a --memory of at least ");
        assertThat(old).hasContent("old");
        assertThat(folder.toFile().list()).containsExactly("old.arrow");
    }

    @Test
    void theInputMayBeTheOutput() throws IOException {
        Path file = Files.copy(SAMPLE, folder.resolve("a.arrow"));
        Path once = folder.resolve("b.arrow");
        assertSorted("sort", SAMPLE, "-o", once, "-k", "name");
        assertSorted("sort", file, "-o", file, "-k", "name");
        assertThat(file).hasSameBinaryContentAs(once);
    }

    private static void assertSorted(Object... words) {
        CommandRun run = Program.run(words);
        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.err()).isEmpty();
    }

    @Test
    void truncatedFileIsRefusedWithOneLine() throws IOException {
        byte[] whole = Files.readAllBytes(SAMPLE);
        Path file = Files.write(folder.resolve("cut.arrow"), java.util.Arrays.copyOf(whole, whole.length / 2));
        Path old = Files.writeString(folder.resolve("old.arrow"), "old");
        CommandRun run = Program.run("sort", file, "-o", old, "-k", "day");
        run.assertRefused(1, file + ": the file is truncated: it does not end with a footer");
        assertThat(old).hasContent("old");
    }

    /** As {@code cat} joins streams: a reader stops at the first end. Zeros are padding. */
    @Test
    void nothingFollowsTheEndOfAStream() throws IOException {
        byte[] stream = Files.readAllBytes(sample("stream.arrows"));
        byte[] joined = java.util.Arrays.copyOf(stream, 2 * stream.length);
        Path file = Files.write(folder.resolve("joined.arrows"), joined);
        assertSorted("sort", file, "-o", folder.resolve("s.arrows"), "-k", "name");
        System.arraycopy(stream, 0, joined, stream.length, stream.length);
        Files.write(file, joined);

        Program.run("sort", file, "-o", folder.resolve("o.arrows"), "-k", "name").assertRefused(1, file
                + ": more bytes follow the end of the stream at byte " + (stream.length - 8)
                + "; give several streams as several files");
        assertThat(folder.resolve("o.arrows")).doesNotExist();
    }

    /** A file has its schema twice. Other readers use that of the footer. */
    @Test
    void theSchemasOfAFileMustBeTheSame() throws IOException {
        String text = new String(Files.readAllBytes(SAMPLE), StandardCharsets.ISO_8859_1);
        int name = text.indexOf("price");
        assertThat(text.lastIndexOf("price")).isGreaterThan(name);
        String damaged = text.substring(0, name) + "prise" + text.substring(name + 5);
        Path file = Files.write(folder.resolve("damaged.arrow"), damaged.getBytes(StandardCharsets.ISO_8859_1));

        Program.run("sort", file, "-o", folder.resolve("o.arrow"), "-k", "name").assertRefused(
                1, file + ": the file is damaged: its footer has another schema than its start");
    }

    /** The message says so without a name of a class or an address. */
    @Test
    void bytesThatAreNotThereAreDamage() throws IOException {
        byte[] damaged = Files.readAllBytes(SAMPLE);
        damaged[16] = 0x7f; // where the table of the first message begins
        Path file = Files.write(folder.resolve("damaged.arrow"), damaged);

        Program.run("sort", file, "-o", folder.resolve("o.arrow"), "-k", "name").assertRefused(
                1, file + ": the file is damaged: it refers to bytes or values that are not in it");
    }

    /**
     * One byte of each file is damaged: of a dictionary's offsets, a dictionary's compressed values, a union's type ids, the length of
     * a bitmap, the number of rows, and the schema. Readers read some of these bytes that a sort need not read.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "encoded1.arrow | 781 | 8 | column 'city': damaged column of type Utf8: value 0 is from 64 to 66 of 4",
        "part3.feather | 1293 | 4 | column 'city': expected an LZ4 frame without a dictionary",
        "part1.arrow | 27787 | 5 | record batch 1: column 'union': damaged column of type Union: value 11 has the type id 5; "
                + "expected one of [0, 1]",
        "part2.arrows | 37096 | 211 | record batch 3: column 'union': damaged column of type Union: value 8 has the type id -45; "
                + "expected one of [0, 1]",
        "named.arrow | 2376 | 1 | record batch 0: column 'city': damaged column of type Dictionary: 0 nulls, and its bitmap "
                + "has 2",
        "stream.arrows | 7955 | 127 | column 'day': 60 values in a record batch of 2130706492 rows",
        "stream.arrows | 541 | 4 | the file is damaged: it refers to bytes or values that are not in it",
        "part1.arrow | 601 | 217 | the file is damaged: it refers to bytes or values that are not in it",
    })
    void aDamagedColumnIsNamed(String name, int offset, int value, String message) throws IOException {
        byte[] damaged = Files.readAllBytes(sample(name));
        damaged[offset] = (byte) value;
        Path file = Files.write(folder.resolve(name), damaged);

        Program.run("sort", file, "-o", folder.resolve("o.arrow"), "-k", "1").assertRefused(1, file + ": " + message);
        assertThat(folder.resolve("o.arrow")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"--delimiter=;", "--no-header", "--no-quotes"})
    void optionsThatWouldBeIgnoredAreRefused(String option) throws IOException {
        CommandRun run = Program.run("sort", SAMPLE, "-o", folder.resolve("o.arrow"), "-k", "day", option);
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("cannot be used with 'an Arrow file'");
        assertThat(folder.resolve("o.arrow")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain.arrow", "stream.arrows", "lz4.feather"})
    void standardInputIsRecognized(String name) throws IOException {
        Path file = SAMPLE.resolveSibling(name);
        Path expected = folder.resolve("expected.arrow");
        Path sorted = folder.resolve("sorted.arrow");
        assertSorted("sort", file, "-o", expected, "-k", "name");
        InputStream old = System.in;
        try {
            System.setIn(new ByteArrayInputStream(Files.readAllBytes(file)));
            assertSorted("sort", "-o", sorted, "-k", "name");
            System.setIn(new ByteArrayInputStream(Files.readAllBytes(sorted)));
            assertSorted("sort", "-c", "-k", "name");
            System.setIn(new ByteArrayInputStream(Files.readAllBytes(sorted)));
            assertThat(Program.run("verify", file, "-", "-k", "name").out()).contains(" rows in order, the same rows as ");
        } finally {
            System.setIn(old);
        }
        assertThat(sorted).hasSameBinaryContentAs(expected);
    }

    @Test
    void pipesAreReadAndWritten() throws Exception {
        Path in = folder.resolve("in.arrows");
        Path out = folder.resolve("out.arrows");
        Path expected = folder.resolve("expected.arrows");
        assumeTrue(new ProcessBuilder("mkfifo", in.toString(), out.toString()).start().waitFor() == 0, "no mkfifo");
        assertSorted("sort", SAMPLE, "-o", expected, "-k", "name");
        var writer = CompletableFuture.runAsync(() -> {
            try {
                Files.write(in, Files.readAllBytes(SAMPLE));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        var reader = CompletableFuture.supplyAsync(() -> Program.run("verify", SAMPLE, out, "-k", "name"));

        assertSorted("sort", in, "-o", out, "-k", "name");

        writer.get(1, TimeUnit.MINUTES);
        assertThat(reader.get(1, TimeUnit.MINUTES).out()).contains("150 rows in order, the same rows as ");
    }

    @Test
    void filesMayBeCompressedAsAWhole() throws IOException {
        Path expected = folder.resolve("expected.arrows");
        Path zipped = folder.resolve("sorted.arrows.gz");
        Path again = folder.resolve("again.arrows");
        assertSorted("sort", SAMPLE, "-o", expected, "-k", "name");
        assertSorted("sort", SAMPLE, "-o", zipped, "-k", "name");
        assertThat(new GZIPInputStream(Files.newInputStream(zipped))).hasSameContentAs(Files.newInputStream(expected));
        assertSorted("sort", zipped, "-o", again, "-k", "name");
        assertThat(again).hasSameBinaryContentAs(expected);
    }

    @Test
    void aTableOnStandardInputIsTextOtherwise() {
        InputStream old = System.in;
        try {
            System.setIn(new ByteArrayInputStream("ARROW,b\n2,1\n1,2\n".getBytes(StandardCharsets.US_ASCII)));
            assertSorted("sort", "-", "-o", folder.resolve("o.csv"), "-k", "ARROW:int8");
        } finally {
            System.setIn(old);
        }
        assertThat(folder.resolve("o.csv")).hasContent("ARROW,b\n1,2\n2,1\n");
    }

    /** The first row has an end that the others have not, and the last row has none. */
    @ParameterizedTest
    @ValueSource(strings = {"arrow", "arrows"})
    void tablesOfTextAreConvertedToArrowAndBack(String ending) throws IOException {
        Path text = Files.writeString(folder.resolve("in.csv"), "\ufeffid,price,zip,note,none\r\n"
                + "3,1.50,007,\"a, \"\"b\"\"\",\n"
                + "-1,2,08540,\"two\nlines\",\n"
                + "2,,,caf\u00e9,");
        Path arrow = folder.resolve("out." + ending);
        Path back = folder.resolve("back.tsv");

        CommandRun run = Program.run("sort", text, "-k", "id", "-o", arrow);
        assertThat(run.status()).as(run.err()).isZero();

        assertSorted("sort", "-c", arrow, "-k", "id:int64", "-k", "price:float64", "-k", "zip:text");
        assertSorted("sort", arrow, "-k", "price:descending", "-o", back);
        assertThat(Files.readString(back)).isEqualTo("id\tprice\tzip\tnote\tnone\n"
                + "-1\t2.0\t08540\t\"two\nlines\"\t\n"
                + "3\t1.5\t007\t\"a, \"\"b\"\"\"\t\n"
                + "2\t\t\tcaf\u00e9\t\n");
    }

    /** All rows tell the types of columns, and there are more rows than a record batch has. */
    @Test
    void allRowsTellTheTypesOfConvertedColumns() throws IOException {
        StringBuilder rows = new StringBuilder("a,b,c,d\n");
        for (int i = 100_000; i > 0; i--) {
            rows.append(i).append(",1,2.5,9223372036854775807\n");
        }
        Path text = Files.writeString(folder.resolve("in.csv"), rows.append("0,1.5,1234567890123456,9223372036854775808\n"));
        Path arrow = folder.resolve("out.arrow");
        Path back = folder.resolve("back.csv");

        assertThat(Program.run("sort", text, "-k", "a", "-o", arrow, "--memory", "1M").status()).isZero();

        assertSorted("sort", "-c", arrow, "-k", "a:int64", "-k", "b:float64", "-k", "c:text", "-k", "d:text");
        assertSorted("sort", arrow, "-k", "a", "-o", back);
        assertThat(Files.readAllLines(back)).hasSize(100_002)
                .startsWith("a,b,c,d", "0,1.5,1234567890123456,9223372036854775808", "1,1.0,2.5,9223372036854775807");
        assertSorted("sort", "-c", back, "-k", "a:int64");
    }

    @Test
    void tablesWithoutHeadersAndRowsAreConverted() throws IOException {
        Path text = Files.writeString(folder.resolve("in.csv"), "x,2\ny,1\n");
        Path arrow = folder.resolve("out.arrow");
        Path back = folder.resolve("back.csv");

        assertThat(Program.run("sort", text, "--no-header", "-k", "2", "-o", arrow).status()).isZero();
        assertSorted("sort", arrow, "-k", "1", "-o", back);
        assertThat(back).hasContent("1,2\nx,2\ny,1\n");

        Files.writeString(text, "a,b\n");
        assertThat(Program.run("sort", text, "-k", "b", "-o", arrow).status()).isZero();
        assertSorted("sort", arrow, "-k", "a", "-o", back);
        assertThat(back).hasContent("a,b\n");
    }

    @Test
    void columnsWithoutATextAreRefused() throws IOException {
        Path back = Files.writeString(folder.resolve("back.csv"), "old");
        Program.run("sort", sample("layouts.arrow"), "-k", "1", "-o", back).assertRefused(1, "cannot be written as delimited text");
        assertThat(back).hasContent("old");
    }
}
