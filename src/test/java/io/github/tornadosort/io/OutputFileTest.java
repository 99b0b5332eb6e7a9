package io.github.tornadosort.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFileTest {
    @TempDir
    Path folder;

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void write(Path path, String text) throws IOException {
        try (OutputFile file = OutputFile.create(path)) {
            file.write(bytes(text));
            file.commit();
        }
    }

    @AfterEach
    void nothingUnfinishedIsLeftBehind() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.filter(file -> file.toString().endsWith(".part"))).isEmpty();
        }
    }

    @Test
    void appearsOnCommitAndNotBefore() throws IOException {
        Path path = folder.resolve("new");
        try (OutputFile file = OutputFile.create(path)) {
            file.write(bytes("whole"));
            assertThat(path).doesNotExist();
            file.commit();
            assertThat(path).hasContent("whole");
        }
        assertThat(path).hasContent("whole");
    }

    @Test
    void theOldFileIsUntouchedUnlessCommitted() throws IOException {
        Path path = Files.writeString(folder.resolve("old"), "old");
        try (OutputFile file = OutputFile.create(path)) {
            file.write(bytes("new and unfinished"));
        }
        assertThat(path).hasContent("old");

        write(path, "new");
        assertThat(path).hasContent("new");
    }

    @Test
    void keepsPermissions() throws IOException {
        Path path = Files.writeString(folder.resolve("old"), "old");
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r-----"));

        write(path, "new");

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path))).isEqualTo("rw-r-----");
    }

    @Test
    void newFilesHaveThePermissionsOfAnyNewFile() throws IOException {
        Path reference = Files.createFile(folder.resolve("reference"));
        Path path = folder.resolve("new");

        write(path, "new");

        assertThat(Files.getPosixFilePermissions(path)).isEqualTo(Files.getPosixFilePermissions(reference));
    }

    @Test
    void aSymbolicLinkStaysOne() throws IOException {
        Path target = Files.writeString(Files.createDirectory(folder.resolve("elsewhere")).resolve("old"), "old");
        Path link = Files.createSymbolicLink(folder.resolve("link"), target);

        write(link, "new");

        assertThat(link).isSymbolicLink();
        assertThat(target).hasContent("new");
    }

    @Test
    void aFolderOrAMissingOneIsAnError() {
        assertThatThrownBy(() -> OutputFile.create(folder))
                .isInstanceOf(KeyFileException.class)
                .hasMessage(folder + ": is a directory, expected a place for a file");
        Path path = folder.resolve("missing").resolve("file");
        assertThatThrownBy(() -> OutputFile.create(path))
                .isInstanceOf(KeyFileException.class)
                .hasMessage(path + ": cannot be written: no such file or directory");
    }

    @Test
    void aFullDeviceIsAnErrorAndIsNotReplaced() throws IOException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "this system has no /dev/full");

        assertThatThrownBy(() -> write(full, "too much"))
                .isInstanceOf(KeyFileException.class)
                .hasMessage("/dev/full: byte 0: cannot be written: No space left on device");
        assertThat(Files.isRegularFile(full)).isFalse();
    }
}
