package io.github.tornadosort.files.internal.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.files.FileSortException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpoolTest {
    @TempDir
    Path folder;

    private static byte[] random(int n) {
        byte[] bytes = new byte[n];
        new Random(n).nextBytes(bytes);
        return bytes;
    }

    private static byte[] read(InputFile spool, int length, long position) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        spool.read(buffer, position);
        return java.util.Arrays.copyOf(buffer.array(), buffer.position());
    }

    private InputFile spool(InputStream stream, Path temporary) throws IOException {
        return InputFile.spool(folder, stream, temporary);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, InputFile.IN_MEMORY - 1, InputFile.IN_MEMORY, InputFile.IN_MEMORY + 1,
        InputFile.IN_MEMORY + 3_000_000})
    void holdsTheWholeStream(int n) throws IOException {
        byte[] bytes = random(n);
        try (InputFile spool = spool(new ByteArrayInputStream(bytes), folder)) {
            assertThat(spool.size()).isEqualTo(n);
            assertThat(read(spool, n + 1, 0)).isEqualTo(bytes);
            int from = Math.max(0, n - 10);
            assertThat(read(spool, 20, from)).isEqualTo(java.util.Arrays.copyOfRange(bytes, from, n));
            assertThat(read(spool, 1, n)).isEmpty();
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void needsAFolderOnlyForManyBytes() throws IOException {
        Path missing = folder.resolve("missing");

        spool(new ByteArrayInputStream(random(InputFile.IN_MEMORY)), missing).close();

        byte[] many = random(InputFile.IN_MEMORY + 1);
        assertThatThrownBy(() -> spool(new ByteArrayInputStream(many), missing))
                .isInstanceOf(FileSortException.class)
                .hasMessage(missing + ": cannot create a temporary file: no such file or directory");
    }

    @Test
    void leavesNoFileIfTheStreamFails() throws IOException {
        InputStream failing = InputStream.nullInputStream();
        failing.close();
        InputStream stream =
                new SequenceInputStream(new ByteArrayInputStream(random(InputFile.IN_MEMORY + (2 << 20))), failing);

        assertThatThrownBy(() -> spool(stream, folder)).isInstanceOf(IOException.class).hasMessage("Stream closed");
        assertThat(folder).isEmptyDirectory();
    }
}
