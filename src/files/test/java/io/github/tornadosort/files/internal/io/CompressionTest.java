package io.github.tornadosort.files.internal.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.ProgressListener;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests compressed files against the programs gzip and zstd. */
@Tag("slow")
class CompressionTest {
    @TempDir
    Path folder;

    private static byte[] bytes(int n) {
        byte[] bytes = new byte[n];
        new Random(n).nextBytes(bytes);
        Arrays.fill(bytes, n / 2, n, (byte) 'x');
        return bytes;
    }

    private void write(Path path, byte[] bytes) throws IOException {
        try (OutputFile file = OutputFile.create(path)) {
            file.write(ByteBuffer.wrap(bytes, 0, bytes.length / 3));
            ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length);
            file.write(direct.put(bytes, bytes.length / 3, bytes.length - bytes.length / 3).flip());
            file.commit();
        }
    }

    private byte[] read(Path path) throws IOException {
        try (KeyReader reader = KeyFormats.open(null, path, KeyType.INT8, folder, ProgressListener.NONE)) {
            byte[] keys = new byte[(int) reader.count()];
            reader.read(MemorySegment.ofArray(keys), _ -> {});
            return keys;
        }
    }

    private static int run(Path from, Path to, String... command) throws IOException, InterruptedException {
        try {
            return new ProcessBuilder(command).redirectInput(from.toFile()).redirectOutput(to.toFile()).start().waitFor();
        } catch (IOException e) {
            assumeTrue(Files.exists(Path.of("/usr/bin", command[0])), "this system has no " + command[0]);
            throw e;
        }
    }

    @ParameterizedTest
    @CsvSource({"gzip,.gz,0", "gzip,.gz,1", "gzip,.gz,300000", "gzip,.bin.GZ,20000000", "zstd,.zst,0", "zstd,.zst,1",
        "zstd,.Zst,300000", "zstd,.bin.zst,20000000"})
    void otherProgramsReadAndWriteTheSame(String program, String ending, int n) throws Exception {
        Path ours = folder.resolve("ours" + ending);
        Path theirs = folder.resolve("theirs" + ending);
        Path plain = folder.resolve("plain");

        write(ours, bytes(n));
        assertThat(run(ours, plain, program, "-dc")).isZero();
        assertThat(plain).hasBinaryContent(bytes(n));
        assertThat(run(plain, theirs, program, "-c")).isZero();

        assertThat(read(theirs)).isEqualTo(bytes(n));
        assertThat(read(ours)).isEqualTo(bytes(n));
        assertThat(Files.size(ours)).isBetween(1L, Files.size(plain) * 6 / 10 + 40);
    }

    @ParameterizedTest
    @CsvSource({".gz,unexpected end of the gzip data", ".zst,'unexpected end of the zstd data|Truncated source'"})
    void everyTruncationIsNoticed(String ending, String messages) throws IOException {
        Path file = folder.resolve("keys" + ending);
        write(file, bytes(200));
        byte[] whole = Files.readAllBytes(file);
        for (int length = 0; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> read(file)).as("%d bytes", length)
                    .isInstanceOf(FileSortException.class)
                    .message().matches(".*" + ending + ": cannot be decompressed: (" + messages + ")");
        }
    }

    @ParameterizedTest
    @CsvSource({".gz,Not in GZIP format", ".zst,Unknown frame descriptor"})
    void rejectsWhatIsNotCompressedOrFollows(String ending, String message) throws IOException {
        Path file = Files.writeString(folder.resolve("keys" + ending), "three more words");
        assertThatThrownBy(() -> read(file)).hasMessage(file + ": cannot be decompressed: " + message);

        write(file, bytes(10));
        Files.writeString(file, "three more words", java.nio.file.StandardOpenOption.APPEND);
        assertThatThrownBy(() -> read(file)).hasMessage(file + ": cannot be decompressed: " + message);
    }

    @ParameterizedTest
    @CsvSource({".gz", ".zst"})
    void anUnfinishedFileLeavesTheOldOne(String ending) throws IOException {
        Path path = Files.writeString(folder.resolve("old" + ending), "old");
        try (OutputFile file = OutputFile.create(path)) {
            file.write(ByteBuffer.wrap(bytes(1000)));
        }
        assertThat(path).hasContent("old");
        assertThat(folder.toFile().list()).containsExactly("old" + ending);
    }

    /** What has been written to a pipe cannot be taken back, but its reader must notice that the end is missing. */
    @ParameterizedTest
    @CsvSource({".gz", ".zst"})
    void anUnfinishedStreamHasNoEnd(String ending) throws Exception {
        Path pipe = folder.resolve("pipe" + ending);
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "this system has no mkfifo");
        Path copy = folder.resolve("copy" + ending);
        Process reader = new ProcessBuilder("cat", pipe.toString()).redirectOutput(copy.toFile()).start();
        try (OutputFile file = OutputFile.create(pipe)) {
            file.write(ByteBuffer.wrap(bytes(10_000_000)));
        }
        assertThat(reader.waitFor()).isZero();
        assertThatThrownBy(() -> read(copy)).isInstanceOf(FileSortException.class).message()
                .contains("cannot be decompressed");
    }

    @ParameterizedTest
    @CsvSource({".gz", ".zst"})
    void aFullDeviceIsReported(String ending) throws IOException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "this system has no /dev/full");
        Path link = Files.createSymbolicLink(folder.resolve("full" + ending), full);

        assertThatThrownBy(() -> write(link, bytes(1000)))
                .isInstanceOf(FileSortException.class)
                .hasMessage(link + ": byte 0: cannot be written: No space left on device");
    }

    @Test
    void aMissingFileIsReported() {
        Path file = folder.resolve("a.gz");
        assertThatThrownBy(() -> read(file)).hasMessage(file + ": cannot be opened: no such file or directory");
    }
}
