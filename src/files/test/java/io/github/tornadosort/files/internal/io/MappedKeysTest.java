package io.github.tornadosort.files.internal.io;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.KeySink;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.KeyFormat;
import io.github.tornadosort.files.ProgressListener;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys that are read from a mapped file, and written at any position of another one. */
class MappedKeysTest {
    private static final int SIZE = (1 << 24) + 12;

    @TempDir
    private Path folder;

    @Test
    void theKeysOfAFileAreMapped() throws IOException {
        byte[] bytes = random();
        Path raw = Files.write(folder.resolve("a.bin"), bytes);
        AtomicLong loaded = new AtomicLong();
        try (Arena arena = Arena.ofShared();
                KeyReader reader = KeyFormats.open(KeyFormat.RAW, raw, KeyType.INT32, folder, ProgressListener.NONE)) {
            MemorySegment keys = reader.map(arena);
            InputFile.load(keys, loaded::addAndGet);
            assertThat(keys.toArray(JAVA_BYTE)).isEqualTo(bytes);
        }
        assertThat(loaded).hasValue(SIZE);
    }

    @Test
    void theHeaderOfAFileIsNotMapped() throws IOException {
        Path file = folder.resolve("a.npy");
        try (OutputFile output = OutputFile.create(file)) {
            KeyFormats.writer(KeyFormat.NPY, output, KeyType.INT32, 2)
                    .write(MemorySegment.ofArray(new byte[8]).fill((byte) 5), _ -> {});
            output.commit();
        }
        try (Arena arena = Arena.ofShared();
                KeyReader reader = KeyFormats.open(KeyFormat.NPY, file, KeyType.INT32, folder, ProgressListener.NONE)) {
            assertThat(reader.map(arena).toArray(JAVA_BYTE)).isEqualTo(new byte[] {5, 5, 5, 5, 5, 5, 5, 5});
        }
    }

    @Test
    void aFileThatBecameShorterIsNotMapped() throws IOException {
        Path raw = Files.write(folder.resolve("a.bin"), new byte[12]);
        try (Arena arena = Arena.ofShared();
                KeyReader reader = KeyFormats.open(KeyFormat.RAW, raw, KeyType.INT32, folder, ProgressListener.NONE)) {
            try (RandomAccessFile file = new RandomAccessFile(raw.toFile(), "rw")) {
                file.setLength(8);
            }
            assertThatThrownBy(() -> reader.map(arena))
                    .isInstanceOf(FileSortException.class)
                    .hasMessage(raw + ": byte 8: unexpected end of file, expected at least 4 more bytes");
        }
    }

    @Test
    void aFileThatBecomesShorterWhileItIsMappedIsNotClosed() throws IOException {
        Path raw = Files.write(folder.resolve("a.bin"), new byte[12]);
        try (Arena arena = Arena.ofShared();
                KeyReader reader = KeyFormats.open(KeyFormat.RAW, raw, KeyType.INT32, folder, ProgressListener.NONE)) {
            reader.map(arena);
            try (RandomAccessFile file = new RandomAccessFile(raw.toFile(), "rw")) {
                file.setLength(11);
            }
            assertThatThrownBy(reader::close)
                    .isInstanceOf(FileSortException.class)
                    .hasMessage(raw + ": became shorter while it was read: sort a copy, or do not write to it meanwhile");
        }
    }

    @Test
    void piecesAreWrittenWhereTheyBelong() throws IOException {
        byte[] bytes = random();
        Path file = folder.resolve("b.bin");
        AtomicLong written = new AtomicLong();
        try (OutputFile output = OutputFile.create(file)) {
            output.write(ByteBuffer.wrap(bytes, 0, 4));
            KeySink sink = output.sink(4, written::addAndGet);
            int half = SIZE / 8;
            sink.accept(half - 1, MemorySegment.ofArray(bytes).asSlice(4L * half));
            sink.accept(0, MemorySegment.ofArray(bytes).asSlice(4, 4L * (half - 1)));
            output.commit();
        }
        assertThat(Files.readAllBytes(file)).isEqualTo(bytes);
        assertThat(written).hasValue(SIZE - 4);
    }

    @Test
    void aFailureToWriteNamesTheFile() throws IOException {
        Path file = folder.resolve("b.bin");
        OutputFile output = OutputFile.create(file);
        KeySink sink = output.sink(4, _ -> {});
        output.close();
        assertThatThrownBy(() -> sink.accept(3, MemorySegment.ofArray(new int[1])))
                .isInstanceOf(UncheckedIOException.class)
                .hasCauseInstanceOf(FileSortException.class)
                .hasMessageContaining(file + ": byte 12: cannot be written");
    }

    @Test
    void aCompressedFileIsWrittenFromItsBeginning() throws IOException {
        try (OutputFile output = OutputFile.create(folder.resolve("b.bin.gz"))) {
            assertThat(output.sink(4, _ -> {})).isNull();
        }
    }

    private static byte[] random() {
        byte[] bytes = new byte[SIZE];
        new SplittableRandom(1).nextBytes(bytes);
        return bytes;
    }

    @Test
    void threadsWriteOneAfterAnother() throws Exception {
        Path path = folder.resolve("keys");
        AtomicInteger writing = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicLong written = new AtomicLong();
        try (OutputFile file = OutputFile.create(path)) {
            KeySink sink = file.sink(Byte.BYTES, bytes -> {
                most.accumulateAndGet(writing.incrementAndGet(), Math::max);
                LockSupport.parkNanos(1_000_000);
                written.addAndGet(bytes);
                writing.decrementAndGet();
            });
            Thread[] threads = IntStream.range(0, 4)
                    .mapToObj(i -> Thread.ofPlatform()
                            .start(() -> sink.accept((long) i * 1000, MemorySegment.ofArray(new byte[1000]).fill((byte) i))))
                    .toArray(Thread[]::new);
            for (Thread thread : threads) {
                thread.join();
            }
            file.commit();
        }
        assertThat(most).as("threads that write at the same time").hasValue(1);
        assertThat(written).hasValue(4000L);
        byte[] bytes = Files.readAllBytes(path);
        assertThat(bytes).hasSize(4000);
        for (int i = 0; i < bytes.length; i++) {
            assertThat(bytes[i]).isEqualTo((byte) (i / 1000));
        }
    }
}
