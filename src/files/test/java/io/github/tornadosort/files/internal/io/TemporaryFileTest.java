package io.github.tornadosort.files.internal.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.files.FileSortException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemporaryFileTest {
    @TempDir
    Path folder;

    private static MemorySegment numbers(int from, int to) {
        MemorySegment memory = Arena.ofAuto().allocate((to - from) * 4L, 4);
        for (int i = from; i < to; i++) {
            memory.setAtIndex(ValueLayout.JAVA_INT, i - from, i);
        }
        return memory;
    }

    private static MemorySegment read(KeyReader reader, long bytes, AtomicLong told) throws IOException {
        MemorySegment memory = Arena.ofAuto().allocate(bytes, 4);
        reader.read(memory, told::addAndGet);
        return memory;
    }

    /** Where the system allows it, the file has no name, but its descriptor still refers to it. */
    @Test
    void onlyTheOwnerCanReadIt() throws IOException {
        Path descriptors = Path.of("/proc/self/fd");
        assumeTrue(Files.isDirectory(descriptors), "this system does not list descriptors");
        try (TemporaryFile file = TemporaryFile.create(folder)) {
            file.append(numbers(0, 10));
            try (Stream<Path> open = Files.list(descriptors)) {
                Path run = open.filter(TemporaryFileTest::isRun).findFirst().orElseThrow();
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(run))).isEqualTo("rw-------");
            }
        }
    }

    private static boolean isRun(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().contains(".run");
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void partsAreReadIndependently() throws IOException {
        int n = 3_000_000; // more than one chunk
        try (TemporaryFile file = TemporaryFile.create(folder)) {
            assertThat(file.size()).isZero();
            file.append(numbers(0, n));
            file.append(numbers(n, n + 5));
            assertThat(file.size()).isEqualTo(4L * n + 20);
            AtomicLong told = new AtomicLong();
            KeyReader all = file.reader(0, file.size(), 4);
            KeyReader tail = file.reader(4L * n - 8, 20, 4);

            assertThat(all.count()).isEqualTo(n + 5);
            assertThat(all.bytes()).isEqualTo(4L * n + 20);
            assertThat(tail.count()).isEqualTo(5);
            assertThat(read(all, 4L * n, told).mismatch(numbers(0, n))).isEqualTo(-1);
            assertThat(read(tail, 20, told).mismatch(numbers(n - 2, n + 3))).isEqualTo(-1);
            assertThat(read(all, 20, told).mismatch(numbers(n, n + 5))).isEqualTo(-1);
            assertThat(told.get()).isEqualTo(4L * n + 40);
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void rejectsReadingBeyondTheEnd() throws IOException {
        try (TemporaryFile file = TemporaryFile.create(folder)) {
            file.append(numbers(0, 3));
            KeyReader reader = file.reader(4, 12, 4);
            assertThatThrownBy(() -> read(reader, 12, new AtomicLong()))
                    .isInstanceOf(FileSortException.class)
                    .hasMessage(folder + ": byte 12: unexpected end of file, expected at least 4 more bytes");
        }
    }

    @Test
    void rejectsWritingToAClosedFile() throws IOException {
        TemporaryFile file = TemporaryFile.create(folder);
        file.close();
        assertThatThrownBy(() -> file.append(numbers(0, 3)))
                .isInstanceOf(FileSortException.class)
                .hasMessage(folder + ": cannot write a temporary file: ClosedChannelException");
    }

    @Test
    void rejectsAMissingFolder() {
        Path missing = folder.resolve("missing");
        assertThatThrownBy(() -> TemporaryFile.create(missing))
                .isInstanceOf(FileSortException.class)
                .hasMessage(missing + ": cannot create a temporary file: no such file or directory");
    }
}
