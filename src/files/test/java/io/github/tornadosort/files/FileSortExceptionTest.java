package io.github.tornadosort.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class FileSortExceptionTest {
    private static String message(IOException cause) {
        return FileSortException.of(Path.of("a"), "cannot be written", cause).getMessage();
    }

    /** The system's reason is shown once, without the name of the file that it begins with. */
    @Test
    void everyMessageGivesTheReasonOfTheSystem() {
        assertThat(message(new FileSystemException("a", null, "Read-only file system")))
                .isEqualTo("a: cannot be written: Read-only file system");
        assertThat(message(new AccessDeniedException("a"))).isEqualTo("a: cannot be written: permission denied");
        assertThat(message(new NoSuchFileException("a"))).isEqualTo("a: cannot be written: no such file or directory");
        assertThat(message(new ClosedByInterruptException())).isEqualTo("a: cannot be written: interrupted");
        assertThat(message(new IOException("No space left on device")))
                .isEqualTo("a: cannot be written: No space left on device");
        assertThat(message(new IOException())).isEqualTo("a: cannot be written: IOException");
    }
}
