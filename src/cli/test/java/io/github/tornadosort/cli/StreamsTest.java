package io.github.tornadosort.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.testing.CommandRun;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests standard input and output, pipes, several inputs, and compressed files. */
@Tag("slow")
class StreamsTest {
    @TempDir
    Path folder;

    private final InputStream standardInput = System.in;

    @BeforeEach
    void someFiles() throws IOException {
        Files.writeString(folder.resolve("keys"), "dacb");
        Files.writeString(folder.resolve("more"), "gfe");
        Files.writeString(folder.resolve("sorted"), "abcd");
    }

    @AfterEach
    void restoreStandardInput() {
        System.setIn(standardInput);
    }

    /** Runs a command line with a standard input. Words that begin with @ are file names in the folder. */
    private CommandRun run(String input, String line) {
        System.setIn(new ByteArrayInputStream(input.getBytes(ISO_8859_1)));
        return Program.run(CommandRun.words(line, folder));
    }

    private String content(String name) throws IOException {
        return Files.readString(folder.resolve(name), ISO_8859_1);
    }

    @ParameterizedTest
    @CsvSource({
        "sort -o @out --type int8,abcd",
        "sort - -o @out --type int8,abcd",
        "sort /dev/stdin -o @out --type INT8,abcd",
        "sort @more - -o @out --type int8,abcdefg",
        "sort - -o @out --type int8 -r --head 3,dcb",
        "sort - -o @out --type int8 --values @sorted -v @v,abcd",
        "sort @keys -o @out --type int8 --values - -v @v,abcd",
        "argsort -o @out.bin --type int8 --output-format text,",
    })
    void everyCommandReadsStandardInput(String line, String expected) throws IOException {
        CommandRun run = run("dacb", line);

        assertThat(run).isEqualTo(new CommandRun(0, "", ""));
        assertThat(content(expected == null ? "out.bin" : "out")).isEqualTo(expected == null ? "1\n3\n2\n0\n" : expected);
    }

    @Test
    void otherInputsMayBeStandardInput() throws IOException {
        assertThat(run("abcd", "sort --merge - @sorted -o @out --type int8")).isEqualTo(new CommandRun(0, "", ""));
        assertThat(content("out")).isEqualTo("aabbccdd");
        assertThat(run("dacb", "verify - @sorted --type int8").out()).endsWith("in order, the same keys as /dev/stdin"
                + " (compared by a 128-bit hash)\n");
        assertThat(run("abcd", "verify @keys - --type int8").out()).startsWith("/dev/stdin: 4 int8 keys in order");
        assertThat(run("abcd", "verify - --type int8").out())
                .isEqualTo("/dev/stdin: 4 int8 keys in order (not compared with those before the sort)\n");
        run("dacb", "verify - --type int8").assertRefused(1, "/dev/stdin: key 1 (97) is less than key 0 (100)");
    }

    @Test
    void textOnStandardInputNeedsItsFormat() throws IOException {
        run("3\n-1\n2\n10\n11\n", "sort - -o @out --type int32").assertRefused(
                1, "/dev/stdin: byte 0: expected raw int32 keys, found text (--format text reads it, --format raw");
        assertThat(run("3\n-1\n", "sort - -o @out --type int32 --format text").status()).isZero();
        assertThat(content("out")).isEqualTo("-1\n3\n");
        assertThat(run("2\n-10", "sort - -o @out.npy --type int32 --format text --output-format npy").status()).isZero();
        assertThat(content("out.npy")).contains("NUMPY");
        assertThat(run("2\n1\n", "sort - -o @out --type int8 --format raw").status()).isZero();
        assertThat(content("out")).isEqualTo("\n\n12");
        assertThat(run("a2\n1", "sort - -o @out --type int8").status()).isZero();
    }

    @Test
    void arraysNameTheirType() throws IOException {
        assertThat(run("", "generate -n 9 --type float64 -o @a.npy").status()).isZero();

        for (String line : new String[] {"sort @a.npy -o @b.npy", "sort @a.npy @a.npy -o @c", "verify @a.npy @b.npy",
            "sort --merge @b.npy @b.npy -o @d.npy", "argsort @a.npy -o @e.npy", "sort -c @b.npy", "verify @b.npy"}) {
            assertThat(run("", line).err()).as(line).isEmpty();
        }
        assertThat(Files.size(folder.resolve("c"))).isEqualTo(144);
        run("", "sort @a.npy -o @b --type int64").assertRefused(1, "expected int64 keys ('<i8'), found '<f8'");
        run(content("a.npy"), "sort - -o @b --format npy").assertRefused(2, "Missing required option: '--type=TYPE'");
        run("", "sort @none.npy -o @b").assertRefused(1, "none.npy: cannot be opened: no such file");
    }

    @Test
    void severalFilesAreSortedTogether() throws IOException {
        Files.writeString(folder.resolve("a.txt"), "100\n98");
        assertThat(run("", "sort @a.txt @keys @more -o @out --type int8").status()).isZero();
        assertThat(content("out")).isEqualTo("abbcddefg");
        run("", "sort @keys @missing -o @out --type int8").assertRefused(1, "missing: cannot be opened");
        run("", "sort @keys @more -o @out --type int8 --values @more -v @v").assertRefused(
                1, "more: expected the same number of bytes, at least one, for each of the 7 keys of "
                        + folder.resolve("keys") + " and 1 more, found 3 bytes");
        run("", "argsort @keys @more -o @more --type int8").assertRefused(2, "is a file of keys of this sort");
    }

    @Test
    void linesOfSeveralFilesStayApart() throws IOException {
        Files.writeString(folder.resolve("a"), "pear\nfig");
        Files.writeString(folder.resolve("b"), "apple");

        assertThat(run("kiwi", "lines @a - @b -o @out").status()).isZero();

        assertThat(content("out")).isEqualTo("apple\nfig\nkiwi\npear\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {".gz", ".zst", ".txt.gz", ".npy.zst"})
    void sortsCompressedFiles(String ending) throws IOException {
        assertThat(run("", "generate -n 1000 --type int32 -o @a" + ending)).isEqualTo(new CommandRun(0, "", ""));
        assertThat(run("", "sort @a" + ending + " -o @b" + ending + " --type int32")).isEqualTo(new CommandRun(0, "", ""));
        assertThat(run("", "verify @a" + ending + " @b" + ending + " --type int32").status()).isZero();

        Path input = folder.resolve("a" + ending);
        byte[] whole = Files.readAllBytes(input);
        Files.write(input, Arrays.copyOf(whole, whole.length - 7));
        byte[] old = Files.readAllBytes(folder.resolve("b" + ending));
        run("", "sort @a" + ending + " -o @b" + ending + " --type int32").assertRefused(1, "a" + ending
                + ": cannot be decompressed: ");
        assertThat(folder.resolve("b" + ending)).hasBinaryContent(old);
    }

    /** Damage that does not matter, such as that of the time in a header, may go unnoticed. */
    @ParameterizedTest
    @CsvSource({"csv, gz, csv -k n:int8", "csv, zst, csv -k n:int8", "txt, gz, lines", "txt, zst, lines"})
    void damagedTablesAndLinesAreRefused(String format, String compression, String options) throws IOException {
        Files.writeString(folder.resolve("plain.csv"), "n,t\n2,b\n10,a\n3,c\n");
        Files.writeString(folder.resolve("plain.txt"), "some\nlines\nof\ntext\n");
        String name = "a." + format + "." + compression;
        Path input = folder.resolve(name);
        Path output = folder.resolve("sorted." + format + "." + compression);
        assertThat(run("", options + " @plain." + format + " -o @" + name)).isEqualTo(new CommandRun(0, "", ""));
        String sort = options + " @" + name + " -o " + output;
        assertThat(run("", sort)).isEqualTo(new CommandRun(0, "", ""));
        byte[] whole = Files.readAllBytes(input);
        byte[] sorted = Files.readAllBytes(output);

        int refused = 0;
        for (int i = 0; i < whole.length; i += whole.length / 30 + 1) {
            Files.write(input, Arrays.copyOf(whole, i));
            run("", sort).assertRefused(1, name + ": cannot be decompressed: ");
            byte[] damaged = whole.clone();
            damaged[i] ^= 0x55;
            Files.write(input, damaged);
            CommandRun run = run("", sort);
            if (run.status() != 0) {
                run.assertRefused(1, name + ": cannot be decompressed: ");
                refused++;
            }
            assertThat(output).hasBinaryContent(sorted);
        }
        assertThat(refused).isGreaterThan(10);
    }

    @Test
    void standardInputThatFailsIsReported() throws IOException {
        InputStream closed = InputStream.nullInputStream();
        closed.close();
        System.setIn(closed);

        Program.run("sort", "-o", folder.resolve("out"), "--type", "int8")
                .assertRefused(1, "/dev/stdin: cannot be read: Stream closed");
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "abcd | sort -c --type int8 |",
        "aabc | sort - --check --type int8 |",
        "aabc | sort -cu --type int8 | /dev/stdin: key 1 (97) is equal to key 0",
        "abdc | sort -c --type int8 | /dev/stdin: key 3 (99) is less than key 2 (100), expected ascending order",
        "abcd | sort -cr --type int8 | /dev/stdin: key 1 (98) is greater than key 0 (97), expected descending order",
        "dcba | sort -cr --type int8 |",
    })
    void checksTheOrder(String input, String line, String message) {
        CommandRun run = run(input, line);

        if (message == null) {
            assertThat(run).isEqualTo(new CommandRun(0, "", ""));
        } else {
            assertThat(run).isEqualTo(new CommandRun(1, "", "tornado-sort: " + message + "\n"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-o @out", "--values @keys -v @v", "--head 3"})
    void aCheckWritesNothing(String option) {
        run("", "sort @keys --type int8 -c " + option).assertRefused(2, "cannot be used with");
    }

    private CommandRun shell(String script) throws IOException, InterruptedException {
        return Shell.run(folder, script);
    }

    @Test
    void aPipelineNeedsNoFiles() throws Exception {
        CommandRun run = shell("ts generate -n 1e5 --type int32 | tee a.bin | ts sort --type int32 -"
                + " | ts verify a.bin - --type int32");

        assertThat(run).isEqualTo(new CommandRun(
                0, "/dev/stdin: 100000 int32 keys in order, the same keys as a.bin (compared by a 128-bit hash)\n", ""));
    }

    @Test
    void tablesPassThroughPipes() throws Exception {
        Files.writeString(folder.resolve("a.csv"), "n,t\n2,b\n10,a\n");
        CommandRun run = shell("""
                printf 'ARROW1\\0\\0' | ts csv -k n:int8 -o out.csv; echo $?
                ts csv -k n:int8 <a.csv | ts verify csv a.csv - -k n:int8
                cat a.csv | ts csv -k n:text
                """);

        assertThat(run.out()).isEqualTo("""
                1
                /dev/stdin: 2 rows in order, the same rows as a.csv (compared by a 128-bit hash)
                n,t
                10,a
                2,b
                """);
        assertThat(run.err()).contains("found an Arrow file; convert it to .csv").hasLineCount(1);
    }

    /** The shell shows 141 for a program that SIGPIPE ended. */
    @Test
    void aClosedPipeEndsTheProgramQuietly() throws Exception {
        CommandRun run = shell("""
                { ts generate -n 1e6 --type int32 --format text; echo $? >status; } | head -n 1 | wc -l
                { ts generate -n 1e6 --type int32 -o /dev/stdout; echo $? >>status; } | true
                """);

        assertThat(run.err()).isEmpty();
        assertThat(run.out().strip()).isEqualTo("1");
        assertThat(content("status")).isEqualTo("141\n141\n");
    }

    @Test
    void standardOutputIsAppendedTo() throws Exception {
        CommandRun run = shell("""
                { printf 'head '; ts sort keys --type int8; ts sort more -o /dev/stdout --type int8
                  ts sort keys -o - --type int8; printf ' tail'; } >out
                printf '3\\n1\\n' >a.txt
                ts sort a.txt --type int8
                """);

        assertThat(run).isEqualTo(new CommandRun(0, "1\n3\n", ""));
        assertThat(content("out")).isEqualTo("head abcdefgabcd tail");
    }

    @Test
    void aFileAsStandardInputIsReadFromWhereItIs() throws Exception {
        CommandRun run = shell("""
                ts sort --type int8 <keys
                { dd bs=2 count=1 2>/dev/null >/dev/null; ts sort --type int8; } <keys
                """);

        assertThat(run).isEqualTo(new CommandRun(0, "abcdbc", ""));
    }

    @Test
    void failuresOfTheSystemAreOneLine() throws Exception {
        assumeTrue(Files.exists(Path.of("/dev/full")), "this system has no /dev/full");
        CommandRun run = shell("""
                ts sort keys --type int8 >/dev/full; echo $?
                OPTIONS=-DZstdNativePath=/no/library; ts sort keys -o a.zst --type int8; echo $?
                yes | head -n 1000000 | ts lines --compress-program=zstd -S 1M -o out; echo $?
                ts sort a.zst -o out --type int8; echo $?
                """);

        assertThat(run.out()).isEqualTo("1\n1\n1\n1\n");
        assertThat(run.err().lines()).satisfiesExactly(
                line -> assertThat(line)
                        .isEqualTo("tornado-sort: /dev/stdout: byte 0: cannot be written: No space left on device"),
                line -> assertThat(line)
                        .startsWith(
                                "tornado-sort: a.zst: byte 0: cannot be written: the native library of zstd cannot be loaded: "),
                line -> assertThat(line).startsWith("tornado-sort: the native library of zstd cannot be loaded: ")
                        .contains("-Djava.io.tmpdir=FOLDER"),
                line -> assertThat(line).startsWith("tornado-sort: a.zst: cannot be opened: no such file"));
        assertThat(folder.toFile().list()).doesNotContain("a.zst", "out").noneMatch(name -> name.endsWith(".part"));
    }

    /** The program that writes to the pipe may have failed. */
    @ParameterizedTest
    @ValueSource(strings = {"verify - --type int8", "verify - - --type int8", "verify csv - --key 1:int64 --no-header"})
    void nothingIsNotInOrder(String line) {
        CommandRun run = run("", line);

        assertThat(run.status()).isOne();
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).matches("tornado-sort: /dev/stdin: no (keys|rows) were written to this pipe; .*\\R");
    }
}
