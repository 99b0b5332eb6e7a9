package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that invalid options, parameters and files are rejected with one line on standard error, and no file is written. */
class OptionsTest {
    @TempDir
    Path folder;

    @BeforeEach
    void someFiles() throws IOException {
        Files.write(folder.resolve("keys"), new byte[] {3, 1, 2, 0});
        Files.createFile(folder.resolve("empty.txt"));
        Files.writeString(folder.resolve("offsets.txt"), "0\n4\n");
        Files.writeString(folder.resolve("sorted.txt"), "0\n4\n");
        Files.writeString(folder.resolve("words.txt"), "b\n");
        Files.createDirectory(folder.resolve("sub"));
    }

    /** Runs a command line. Words that begin with @ are file names in the folder, and '' is an empty word. */
    private CommandRun run(String line) {
        return Program.run(CommandRun.words(line, folder));
    }

    private void assertRefused(int status, String message, CommandRun run) {
        run.assertRefused(status, message.replace("@", folder + "/"));
        assertThat(folder.toFile().list())
                .containsExactlyInAnyOrder("keys", "empty.txt", "offsets.txt", "sorted.txt", "sub", "words.txt");
        assertThat(folder.resolve("keys")).hasBinaryContent(new byte[] {3, 1, 2, 0});
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sort @keys -o @out --type int8 --type int16|option '--type'",
                "sort @keys -o @out -o @out2 --type int8|option '--output'",
                "sort @keys -o @out --type int8 --head 1 --head 2|option '--head'",
                "sort @keys -o @out --type int8 --unique --unique|option '--unique'",
                "sort @keys -o @out --type int8 --descending --descending|option '--descending'",
                "sort @keys -o @out --type int8 --algorithm radix --algorithm merge|option '--algorithm'",
                "generate -n 1 -n 2 -o @out --type int8|option '-n'",
            })
    void rejectsRepeatedOptions(String line, String option) {
        assertRefused(2, option, run(line));
        assertRefused(2, "should be specified only once", run(line));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sort @keys -o '' --type int8",
                "sort @keys -o @out --type int8 --values '' -v @v", "sort @keys -o @out --type int8 --values @keys -v ''",
                "sort @keys -o @out --type int8 --tmp ''",
                "sort --merge '' @keys -o @out --type int8",
                "verify '' @keys --type int8", "generate -n 1 -o '' --type int8", "sort '' -o @out --type int8",
                "sort @keys '' -o @out --type int8", "argsort '' -o @out --type int8", "verify @keys '' --type int8"
            })
    void rejectsEmptyFileNames(String line) {
        assertRefused(2, "expected a file name, found an empty string", run(line));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sort @keys -o @out --type int8 --head -1|option '--head': expected a count such as",
                "sort @keys -o @out --type int8 --memory -1|expected a count such as",
                "sort @keys -o @out --type int8 --memory 1.5|expected a count such as",
                "sort @keys -o @out --type int8 --values @keys -v @v --memory 1M|cannot be used with '--values'",
                "sort @keys -o @out --type int8 --values @keys -v @v --unique|cannot be used with '--values'",
                "sort @keys -o @out --type int8 --values @keys -v @v --head 2|cannot be used with '--values'",
                "sort @keys -o @out --type int8 --values @keys -v @v --tmp @sub|cannot be used with '--values'",
                "sort @keys -o @out --type int8 --values @keys|'--values' and '-v' require each other",
                "sort @keys -o @out --type int8 --memory 0|Invalid value for option '--memory': expected a positive number",
                "sort @keys -o @out --type int8 --unique=x|Invalid value for option '--unique': expected no value, found 'x'",
                "sort @keys -o @out --type int8 -v @v|'--values' and '-v' require each other",
                "sort @keys -o @out --type int8 --algorithm odd|Invalid value for option '--algorithm'",
                "sort @keys -o @out --type int8 --format odd|unknown format 'odd', expected one of raw, npy, text",
                "lines @keys -o @out --values @keys|Unknown option",
                "lines @keys -o @out --header|Unknown option: '--header'",
                "sort --merge @sorted.txt @sorted.txt -o @out|Missing required option: '--type=TYPE'",
                "verify @keys @keys|Missing required option: '--type=TYPE'",
                "verify @keys @keys @keys --type int8|unexpected argument '@keys'",
                "verify lines @keys @keys -k 1x|the key '1x': unknown letter",
                "verify lines @keys @keys --nulls first|Unknown options: '--nulls', 'first'",
                "devices here|unexpected argument 'here'",
                "argsort @keys -o @out|Missing required option: '--type=TYPE'",
                "generate -n 3 -o @out|Missing required option: '--type=TYPE'",
                "verify @keys @keys --type int8 --bits 0:9|Invalid value for option '--bits'",
                "sort --merge @keys @keys -o @out --type int8 --bits 0:9|Invalid value for option '--bits'",
                "generate -n 2^61 -o @out --type int64|-n 2305843009213693952: expected at most 1152921504606846975 int64 keys",
                "generate -n 2^62 -o @out --type int16|expected at most 4611686018427387903 int16 keys",
                "demo -n 0|-n 0: expected 1 to 2147483639 keys",
                "demo -n 10 --distribution odd|unknown distribution 'odd'",
            })
    void rejectsInvalidOptions(String line, String message) {
        assertRefused(2, message, run(line));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sort @sub -o @out --type int8|@sub: is a directory, expected a file of keys",
                "sort @keys -o @sub --type int8|@sub: is a directory, expected a file",
                "sort @keys -o @out --type int8 --values @sub -v @v|@sub: is a directory, expected a file of keys",
                "sort @keys -o @out --type int8 --values @keys -v @sub|@sub: is a directory, expected a file",
                "sort @keys -o @out --type int8 --tmp @keys|@keys: expected a folder for temporary files",
                "sort @keys -o @out --type int8 --memory 1|sorting it needs at least",
                "argsort @sub -o @out --type int8|@sub: is a directory, expected a file of keys",
                "argsort @keys -o @sub --type int8|@sub: is a directory, expected a file",
                "sort --merge @keys @sub -o @out --type int8|@sub: is a directory, expected a file of keys",
                "sort --merge @keys @keys -o @out --type int8|@keys: key 1 (1) is less than key 0 (3)",
                "sort --merge @sorted.txt @sorted.txt -o @sub --type int8|@sub: is a directory, expected a file",
                "verify @sub @keys --type int8|@sub: is a directory, expected a file of keys",
                "verify @keys @none --type int8|@none: cannot be opened: no such file or directory",
                "generate -n 3 -o @sub --type int8|@sub: is a directory, expected a file",
            })
    void rejectsInvalidFiles(String line, String message) {
        assertRefused(1, message, run(line));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sort @keys -o /dev/tty --type int8 --output-format npy",
                "sort @keys -o @out --type int8 --values @keys -v /dev/tty", "argsort @keys -o /dev/tty --type int8",
                "sort --merge @sorted.txt @sorted.txt -o /dev/tty --type int8 --format raw",
                "generate -n 3 -o /dev/tty --type int8",
            })
    void rawBytesAreNotWrittenToATerminal(String line) {
        assumeTrue(Files.exists(Path.of("/dev/tty")), "this system has no /dev/tty");
        assertRefused(1, "the output is not text, so it is not written to the terminal: use -o FILE", run(line));
        // This process may have no terminal, or the input is refused.
        assertThat(run("generate -n 0 --format text -o /dev/tty --type int8").err()).doesNotContain("not text");
    }

    @Test
    void rejectsFilesWithoutPermission() throws IOException {
        Path file = folder.resolve("keys");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
        assumeTrue(!Files.isReadable(file), "this user may read every file");

        CommandRun input = run("sort @keys -o @out --type int8");
        CommandRun output = run("sort @sorted.txt -o @keys --type int8");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        assertRefused(1, "@keys: cannot be opened: permission denied", input);
        assertRefused(1, "@keys: cannot be written: permission denied", output);
    }

    @Test
    void sortsEmptyFilesAndEmptyHeads() throws IOException {
        assertThat(run("sort @keys -o @out --type int8 --head 0")).isEqualTo(new CommandRun(0, "", ""));
        assertThat(folder.resolve("out")).isEmptyFile();
        assertThat(run("sort @empty.txt -o @out --type int8 --head 3 --unique")).isEqualTo(new CommandRun(0, "", ""));
        assertThat(folder.resolve("out")).isEmptyFile();
        assertThat(run("argsort @empty.txt -o @out --type int8")).isEqualTo(new CommandRun(0, "", ""));
        assertThat(folder.resolve("out")).isEmptyFile();
    }

    /** GNU sort would sort lines. */
    @ParameterizedTest
    @ValueSource(strings = {"-k1,1", "-k1", "-k2n", "--key=2,2nr"})
    void otherCommandsHaveKeys(String key) {
        assertRefused(2, "'tornado-sort lines' and 'tornado-sort csv' have keys", run("sort " + key + " @sorted.txt"));
        assertRefused(2, "Missing required option: '--type=TYPE'; lines of text are sorted by 'tornado-sort lines'",
                run("sort @sorted.txt"));
        assertRefused(1, "found 'b'; 'tornado-sort lines' sorts lines of text", run("sort @words.txt --type int8"));
        assertRefused(2, "'tornado-sort csv' sorts tables", run("sort @table.csv --type int8"));
    }

    @Test
    void messagesShowTextAsItIs() throws IOException {
        Path numbers = Files.writeString(folder.resolve("wide.txt"), "１１\n");
        Path table = Files.writeString(folder.resolve("wide.csv"), "é\n１１\n");

        Program.run("sort", numbers, "--type", "int32").assertRefused(1, "found '１１'");
        Program.run("sort", numbers, "--type", "float64").assertRefused(1, "found '１１'");
        for (String type : new String[] {"int32", "decimal"}) {
            Program.run("csv", table, "--key", "é:" + type).assertRefused(1, "column 1 'é': expected a");
            Program.run("csv", table, "--key", "é:" + type).assertRefused(1, "found '１１'");
        }
        Program.run("sort", numbers, "--type", "１１").assertRefused(2, "unknown key type '１１'");
    }

    @Test
    void messagesHaveNoControlCharacters() throws IOException {
        Path file = Files.writeString(folder.resolve("bell.txt"), "\u001B[2J\u0007" + "x".repeat(100) + "\n");

        CommandRun run = Program.run("sort", file, "-o", file, "--type", "int8");

        assertThat(run).isEqualTo(new CommandRun(1, "", "tornado-sort: " + file + ": line 1: expected an int8 (-128 to 127),"
                + " found '?[2J?" + "x".repeat(35) + "...'; 'tornado-sort lines' sorts lines of text\n"));
    }
}
