package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import org.junit.jupiter.api.Test;

class MainTest {
    @Test
    void everyMessageGivesAReason() {
        assertThat(Main.message(new IOException("no space\n left"))).isEqualTo("no space left");
        assertThat(Main.message(new IOException())).isEqualTo("java.io.IOException");
        assertThat(Main.message(new AccessDeniedException("/etc"))).endsWith("AccessDeniedException: /etc");
        assertThat(Main.message(new FileSystemException("/etc", null, "read-only"))).isEqualTo("/etc: read-only");
    }
}
