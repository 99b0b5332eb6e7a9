package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.testing.CommandRun;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {
    @Test
    void onlyTheNamedCommandIsCreated() {
        Set<String> all = Main.commandLine().getSubcommands().keySet();

        assertThat(all).contains("sort", "help").hasSize(11);
        assertThat(Main.commandLine(new String[] {"--debug", "sort"}).getSubcommands())
                .containsOnlyKeys("sort");
        for (String name : all) {
            if (name.equals("help")) {
                continue; // it shows the help of the others
            }
            assertThat(Main.commandLine(new String[] {name, "--help"}).getSubcommands())
                    .containsOnlyKeys(name);
        }
    }

    @Test
    void debugMayComeBeforeASortOfLines(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("in.txt"), "b\na\n");

        assertThat(Program.run("--debug", "lines", file, "-o", file)).isEqualTo(new CommandRun(0, "", ""));

        assertThat(file).hasContent("a\nb\n");
        assertThat(Program.run("--debug", "lines", folder.resolve("none")).err()).contains("\tat ");
    }

    @Test
    void helpShowsTheHelpOfACommand() {
        assertThat(Program.run("help", "verify")).isEqualTo(Program.run("verify", "--help"));
        assertThat(Program.run("help")).isEqualTo(Program.run("--help"));
        Program.run("help", "vrify").assertRefused(2, "tornado-sort: Unknown subcommand 'vrify'");
    }

    @Test
    void aMisspelledOptionGetsASuggestion() {
        Program.run("sort", "--descendin").assertRefused(2, "did you mean --descending");
        assertThat(Program.run("--xyz").err()).doesNotContain("did you mean");
        Program.run("argsort", "--input-format", "text").assertRefused(2, "; --format names the format of the files");
        Program.run("example", "GroupBy").assertRefused(2, "unknown command 'example'; 'tornado-sort run examples/");
    }

    @Test
    void aMissingLibraryIsNotTakenForTornadoVm() {
        assertThat(Failures.explain(missing("com.github.luben.zstd.ZstdException")))
                .isEqualTo(
                        "a library of this program is missing (com.github.luben.zstd.ZstdException): install the program again");
        assertThat(Failures.explain(missing("uk.ac.manchester.tornado.api.TaskGraph")))
                .startsWith("TornadoVM's API cannot be loaded (uk.ac.manchester.tornado.api.TaskGraph): set TORNADOVM_HOME");
    }

    private static LinkageError missing(String name) {
        LinkageError error = new NoClassDefFoundError(name);
        error.initCause(new ClassNotFoundException(name));
        return error;
    }

    @Test
    void aFaultOfMappedMemoryNamesTheFile() {
        InternalError fault = new InternalError("a fault");
        assertThat(Failures.explain(fault)).isEqualTo("unexpected java.lang.InternalError: a fault");
        fault.addSuppressed(new IllegalStateException("session is closed"));
        fault.addSuppressed(new FileSortException(Path.of("keys"), "became shorter"));
        assertThat(Failures.explain(fault)).isEqualTo("keys: became shorter");
    }

    @Test
    void everyMessageGivesAReason() {
        assertThat(Failures.message(new IOException("no space\n left"))).isEqualTo("no space left");
        assertThat(Failures.message(new IOException())).isEqualTo("java.io.IOException");
        assertThat(Failures.message(new AccessDeniedException("/etc"))).endsWith("AccessDeniedException: /etc");
        assertThat(Failures.message(new FileSystemException("/etc", null, "read-only"))).isEqualTo("/etc: read-only");
    }
}
