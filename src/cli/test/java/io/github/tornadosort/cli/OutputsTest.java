package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that an output does not overwrite another output, or an input that must be kept. */
class OutputsTest {
    private static final byte[] KEYS = {3, 1, 2, 0};

    @TempDir
    Path folder;

    @BeforeEach
    void someFiles() throws IOException {
        Files.write(folder.resolve("keys"), KEYS);
        Files.write(folder.resolve("values"), KEYS);
        Files.writeString(folder.resolve("old"), "old");
        Files.createDirectory(folder.resolve("sub"));
        Files.createSymbolicLink(folder.resolve("symbolic"), Path.of("old"));
        Files.createSymbolicLink(folder.resolve("dangling"), Path.of("new"));
        Files.createSymbolicLink(folder.resolve("sub/chain"), Path.of("../dangling"));
        Files.createSymbolicLink(folder.resolve("here"), Path.of("."));
        Files.createLink(folder.resolve("hard"), folder.resolve("old"));
        Files.createSymbolicLink(folder.resolve("suite"), Path.of("keys"));
    }

    /** Runs a command line. Words that begin with @ are file names in the folder. */
    private CommandRun run(String line) {
        return Program.run(CommandRun.words(line, folder));
    }

    @ParameterizedTest
    @CsvSource({
        "new,new", "old,old", "old,sub/../old", "new,sub/../new", "old,symbolic", "symbolic,old", "new,dangling",
        "dangling,new", "new,sub/chain", "dangling,sub/chain", "old,hard", "new,here/new", "symbolic,here/sub/../hard",
    })
    void rejectsTwoOutputsToOneFile(String one, String other) throws IOException {
        String refused = "a file of keys of this sort; choose another one";
        run("sort @keys -o @%s --type int8 --values @values -v @%s".formatted(one, other)).assertRefused(2, refused);
        assertThat(folder.resolve("old")).hasContent("old");
        assertThat(folder.resolve("new")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sort @keys -o @out --type int8 --values @values -v @keys",
                "sort @keys -o @values --type int8 --values @values -v @out",
                "argsort @keys -o @keys --type int8",
                "argsort @keys -o @sub/../keys --type int8",
            })
    void rejectsAnOutputThatIsAnotherInput(String line) {
        run(line).assertRefused(2, "a file of keys of this sort; choose another one");
        assertThat(folder.resolve("keys")).hasBinaryContent(KEYS);
        assertThat(folder.resolve("values")).hasBinaryContent(KEYS);
    }

    @Test
    void theSortedFileMayBeReplaced() throws IOException {
        byte[] sorted = {0, 1, 2, 3};
        assertThat(run("sort @keys -o @keys --type int8 --values @values -v @values")).isEqualTo(new CommandRun(0, "", ""));
        assertThat(folder.resolve("keys")).hasBinaryContent(sorted);
        assertThat(folder.resolve("values")).hasBinaryContent(sorted);
        assertThat(run("sort --merge @keys @values -o @values --type int8")).isEqualTo(new CommandRun(0, "", ""));
        assertThat(folder.resolve("values")).hasBinaryContent(new byte[] {0, 0, 1, 1, 2, 2, 3, 3});
    }

    @Test
    void outputsMayShareTheNullDevice() {
        assumeTrue(Files.exists(Path.of("/dev/null")), "this system has no /dev/null");

        assertThat(run("sort @keys -o /dev/null --type int8 --values @values -v /dev/null"))
                .isEqualTo(new CommandRun(0, "", ""));
    }
}
