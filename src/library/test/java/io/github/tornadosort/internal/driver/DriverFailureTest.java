package io.github.tornadosort.internal.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriverFailureTest {
    @TempDir
    private Path folder;

    @Test
    void theLibraryThatCannotBeLoadedIsNamed() throws IOException {
        Path library = folder.resolve(System.mapLibraryName("tornado-ptx"));
        String folders = folder.resolve("none") + File.pathSeparator + folder;
        assertThat(DriverFailure.missingLibrary(folders)).isEmpty();
        Files.writeString(library, "no library");
        assertThat(DriverFailure.missingLibrary(folders)).hasValueSatisfying(
                reason -> assertThat(reason).contains(library.toString()).doesNotContain("\n"));
    }

    @Test
    void aReasonIsOneLineAndNeverNull() {
        assertThat(DriverFailure.reason(new ExceptionInInitializerError())).isEqualTo("ExceptionInInitializerError");
        assertThat(DriverFailure.reason(new IllegalStateException("[ERROR] no\n  context", new AssertionError())))
                .isEqualTo("no context");
        assertThat(DriverFailure.reason(new IllegalStateException("outer", new AssertionError("inner")))).isEqualTo("inner");
    }
}
