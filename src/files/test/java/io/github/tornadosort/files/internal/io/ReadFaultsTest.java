package io.github.tornadosort.files.internal.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.KeyFormat;
import io.github.tornadosort.files.ProgressListener;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests failures that occur after a file has been opened. */
class ReadFaultsTest {
    @TempDir
    Path folder;

    private static void assertFails(KeyReader reader, int bytes, String message) {
        MemorySegment keys = MemorySegment.ofArray(new byte[bytes]);
        assertThatThrownBy(() -> reader.read(keys, _ -> {}))
                .isInstanceOf(FileSortException.class)
                .hasMessage(message);
    }

    private static void truncate(Path path, long length) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(length);
        }
    }

    @Test
    void rawFileIsTruncated() throws IOException {
        Path file = Files.write(folder.resolve("keys"), new byte[20]);
        try (KeyReader reader = KeyFormats.open(KeyFormat.RAW, file, KeyType.INT32, folder, ProgressListener.NONE)) {
            truncate(file, 13);
            assertFails(reader, 20, file + ": byte 13: unexpected end of file, expected at least 7 more bytes");
        }
    }

    /** Several chunks are read at the same time; the error is that of the first one. */
    @Test
    void manyChunksOfARawFileAreTruncated() throws IOException {
        Path file = folder.resolve("keys");
        truncate(Files.createFile(file), 5L * InputFile.CHUNK);
        for (int i = 0; i < 5; i++) {
            truncate(file, 5L * InputFile.CHUNK);
            try (KeyReader reader = KeyFormats.open(KeyFormat.RAW, file, KeyType.INT8, folder, ProgressListener.NONE);
                    Arena arena = Arena.ofShared()) {
                truncate(file, InputFile.CHUNK + 100);
                MemorySegment keys = arena.allocate(reader.bytes());
                assertThatThrownBy(() -> reader.read(keys, _ -> {}))
                        .hasMessage(file + ": byte " + (InputFile.CHUNK + 100)
                                + ": unexpected end of file, expected at least "
                                + (InputFile.CHUNK - 100) + " more bytes");
            }
        }
    }

    @Test
    void theReaderIsClosed() throws IOException {
        Path file = Files.writeString(folder.resolve("keys"), "1\n2\n");
        KeyReader reader = KeyFormats.open(KeyFormat.RAW, file, KeyType.INT8, folder, ProgressListener.NONE);
        reader.close();
        reader.close();
        assertFails(reader, 2, file + ": cannot be read: ClosedChannelException");
    }

    @Test
    void theThreadIsInterrupted() throws IOException {
        Path file = Files.write(folder.resolve("keys"), new byte[4]);
        try (KeyReader reader = KeyFormats.open(KeyFormat.RAW, file, KeyType.INT32, folder, ProgressListener.NONE)) {
            Thread.currentThread().interrupt();
            assertFails(reader, 4, file + ": cannot be read: interrupted");
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    /** If no reader is created, no file is left open. */
    @Test
    void closesRejectedFiles() throws IOException {
        Path file = Files.writeString(folder.resolve("keys"), "PK\u0003\u0004");
        Path descriptors = Path.of("/proc/self/fd");
        assumeTrue(Files.isDirectory(descriptors), "this system does not list descriptors");

        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> KeyFormats.open(null, file, KeyType.INT8, folder, ProgressListener.NONE))
                    .isInstanceOf(FileSortException.class);
            assertThatThrownBy(() -> KeyFormats.openValues(file, folder, true)).isInstanceOf(FileSortException.class);
            assertThatThrownBy(() -> KeyFormats.openRecords(file, 3, folder)).isInstanceOf(FileSortException.class);
            assertThatThrownBy(() -> KeyFormats.open(KeyFormat.NPY, file, KeyType.INT8, folder, ProgressListener.NONE))
                    .isInstanceOf(FileSortException.class);
        }

        try (var open = Files.list(descriptors)) {
            assertThat(open.filter(descriptor -> leadsTo(descriptor, file))).isEmpty();
        }
    }

    private static boolean leadsTo(Path descriptor, Path file) {
        try {
            return Files.readSymbolicLink(descriptor).equals(file.toRealPath());
        } catch (IOException e) {
            return false;
        }
    }
}
