package io.github.tornadosort.files.internal.sort;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.KeySink;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.internal.io.KeyWriter;
import io.github.tornadosort.files.internal.runs.KeyOrder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sorts of files that are mapped into memory. */
class MappedSortTest {
    private static final int N = 300_000;

    @TempDir
    private Path folder;

    private final int[] keys = new SplittableRandom(1).ints(N).toArray();

    /** A writer whose sink stores keys in memory, or fails. */
    private static final class Memory implements KeyWriter {
        private final MemorySegment sorted = MemorySegment.ofArray(new int[N]);
        private final boolean fails;

        private Memory(boolean fails) {
            this.fails = fails;
        }

        @Override
        public void write(MemorySegment keys, LongConsumer progress) {
            throw new UnsupportedOperationException();
        }

        @Override
        public KeySink sink(int width, LongConsumer progress) {
            return (first, keys) -> {
                if (fails) {
                    throw new UncheckedIOException(new FileSortException(Path.of("out"), "planted"));
                }
                MemorySegment.copy(keys, 0, sorted, first * width, keys.byteSize());
            };
        }
    }

    private SortStats sort(KeyWriter writer) throws IOException {
        Path file = write(keys);
        try (Sorter sorter = Sorter.open();
                Arena arena = Arena.ofShared();
                FileChannel channel = FileChannel.open(file)) {
            MemorySegment mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
            KeyOrder order = new KeyOrder(KeyType.INT32, Order.ASCENDING);
            return new MappedSort(order, sorter, mapped, writer, ProgressListener.NONE).sort();
        }
    }

    private Path write(int[] ints) throws IOException {
        Path file = folder.resolve("a.bin");
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = channel.map(FileChannel.MapMode.READ_WRITE, 0, 4L * ints.length);
            MemorySegment.ofBuffer(bytes).copyFrom(MemorySegment.ofArray(ints));
        }
        return file;
    }

    @Test
    void keysArePassedToTheWritersSink() throws IOException {
        Memory writer = new Memory(false);
        SortStats result = sort(writer);
        int[] expected = keys.clone();
        Arrays.sort(expected);
        assertThat(writer.sorted.toArray(JAVA_INT)).isEqualTo(expected);
        assertThat(result.keys()).isEqualTo(N);
    }

    @Test
    void aFailureToWriteIsThrown() {
        assertThatThrownBy(() -> sort(new Memory(true))).isInstanceOf(FileSortException.class).hasMessage("out: planted");
    }

    @Test
    void nothingIsSortedForAWriterWithoutASink() throws IOException {
        assertThat(sort((rows, progress) -> {
            throw new AssertionError("written");
        })).isNull();
    }
}
