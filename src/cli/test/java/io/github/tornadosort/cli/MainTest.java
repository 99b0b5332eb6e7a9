package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MainTest {
    @Test
    void onlyTheNamedCommandIsCreated() {
        Set<String> all = Main.commandLine().getSubcommands().keySet();

        assertThat(all).contains("sort", "tune").hasSize(11);
        assertThat(Main.commandLine(new String[] {"--debug", "sort"}).getSubcommands())
                .containsOnlyKeys(all);
        for (String name : all) {
            assertThat(Main.commandLine(new String[] {name, "--help"}).getSubcommands())
                    .containsOnlyKeys(name);
        }
    }

    @Test
    void everyMessageGivesAReason() {
        assertThat(Main.message(new IOException("no space\n left"))).isEqualTo("no space left");
        assertThat(Main.message(new IOException())).isEqualTo("java.io.IOException");
        assertThat(Main.message(new AccessDeniedException("/etc"))).endsWith("AccessDeniedException: /etc");
        assertThat(Main.message(new FileSystemException("/etc", null, "read-only"))).isEqualTo("/etc: read-only");
    }
}
