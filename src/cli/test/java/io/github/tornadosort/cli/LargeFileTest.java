package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.testing.CommandRun;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LargeFileTest {
    @TempDir
    private Path folder;

    /** The input and the output are one file; then the output is compressed, and has to be written from its beginning. */
    @Tag("slow")
    @Test
    void aLargeFileIsSortedInPlace() throws IOException {
        int n = (64 << 20) / Integer.BYTES + 3;
        int[] many = new SplittableRandom(2).ints(n).toArray();
        Path file = folder.resolve("a.bin");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * n).order(ByteOrder.LITTLE_ENDIAN);
            bytes.asIntBuffer().put(many);
            channel.write(bytes);
        }
        Path compressed = folder.resolve("a.bin.zst");
        Arrays.sort(many);
        assertThat(Program.run("sort", file, "-o", compressed, "--type", "int32")).isEqualTo(new CommandRun(0, "", ""));
        assertThat(Program.run("sort", file, "-o", file, "--type", "int32")).isEqualTo(new CommandRun(0, "", ""));
        try (FileChannel channel = FileChannel.open(file); Arena arena = Arena.ofShared()) {
            MemorySegment sorted = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
            assertThat(sorted.mismatch(MemorySegment.ofArray(many))).isEqualTo(-1);
        }
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("a.bin", "a.bin.zst");
        assertThat(Program.run("verify", file, compressed, "--type", "int32").status()).isZero();
    }
}
