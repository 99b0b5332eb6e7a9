package io.github.tornadosort.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StartUpTest {
    private static final String TABLE = """
            # a comment
            sdk  1 2 3 5
            cuda 10 20 30 50 # another
            """;

    private static StartUp read(String text, String backend) {
        return StartUp.read("times", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), backend);
    }

    @AfterEach
    void useTheTableOfTheProject() {
        System.clearProperty(SortPolicies.STARTUP_PROPERTY);
    }

    @Test
    void isThatOfTheBackend() {
        assertThat(read(TABLE, "cuda")).isEqualTo(new StartUp(10_000_000, 20_000_000, 30_000_000, 50));
        assertThat(read(TABLE, StartUp.SDK)).isEqualTo(new StartUp(1_000_000, 2_000_000, 3_000_000, 5));
        assertThat(read(TABLE, "jvm")).as("no line").isEqualTo(StartUp.NONE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ptx 1 2 3", "ptx 1 2 3 4 5", "ptx 1 2 3 x", "ptx 1 2 -3 4", "ptx 1 2 3 0.5", "ptx 1 2 3 1234567890"})
    void refusesInvalidLines(String line) {
        assertThatThrownBy(() -> read(TABLE + line, "cuda"))
                .isInstanceOf(PolicyFileException.class)
                .hasMessageContaining("times: line 4: expected the columns backend  openMillis")
                .hasMessageContaining("'" + line + "'");
    }

    @Test
    void builtInTimesNameTheBackendsOfSdks() {
        for (String backend : new String[] {StartUp.SDK, "cuda", "ptx", "opencl", "spirv"}) {
            StartUp times = SortPolicies.startUp(backend);
            assertThat(times.openNanos()).as(backend).isBetween(100_000_000L, 10_000_000_000L);
            assertThat(times.againNanos()).as(backend).isBetween(1L, times.compileNanos());
        }
        for (String backend : new String[] {"jvm", "metal"}) {
            assertThat(SortPolicies.startUp(backend)).as(backend).isEqualTo(StartUp.NONE);
        }
    }

    @Test
    void aFileOfTheUserReplacesThem(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("mine"), "jvm 1 0 0 0\n");
        System.setProperty(SortPolicies.STARTUP_PROPERTY, file.toString());
        assertThat(SortPolicies.startUp("jvm").openNanos()).isEqualTo(1_000_000);
        assertThat(SortPolicies.startUp("cuda")).isEqualTo(StartUp.NONE);
        System.setProperty(SortPolicies.STARTUP_PROPERTY, folder.resolve("none").toString());
        assertThatThrownBy(() -> SortPolicies.startUp("cuda")).hasMessageContaining("no such file");
    }
}
