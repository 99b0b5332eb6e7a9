package io.github.tornadosort.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.KeyType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Another program writes to an input while it is read. */
class ChangingInputsTest {
    /** The bytes of all inputs: numbers of three digits, each with a line feed, are lines, rows, records and keys. */
    private static final int BYTES = 1 << 21;

    @TempDir
    private Path folder;

    /** Sorters with the memory for a sort at once, and with memory for runs. */
    static Stream<Arguments> sorters() {
        return Stream.of(BYTES / 4L, 64L * BYTES).flatMap(memory -> Stream.of(
                FileSorter.lines(),
                FileSorter.lines().key(FileKey.fields("1,1n")),
                FileSorter.csv(CsvFormat.COMMAS.withoutHeader()).key(FileKey.column(1)),
                FileSorter.records(4),
                FileSorter.keys(KeyType.UINT32).descending())
                .map(sorter -> Arguments.of(sorter.memory(memory))));
    }

    /** The sorters once each. */
    static Stream<Arguments> merges() {
        return sorters().limit(5);
    }

    private Path input(boolean sorted) throws IOException {
        int[] numbers = new SplittableRandom(1).ints(BYTES / 4, 100, 1000).toArray();
        if (sorted) {
            Arrays.sort(numbers);
        }
        String text = Arrays.stream(numbers).mapToObj(number -> number + "\n").collect(Collectors.joining());
        return Files.writeString(folder.resolve("input"), text);
    }

    /** Changes an input. */
    private interface Change {
        void run(FileChannel input) throws IOException;
    }

    /** Returns a sorter that changes a file when it has opened it, or when it has read a part of it. */
    private static FileSorter changing(FileSorter sorter, Path input, boolean whenRead, Change change) {
        AtomicBoolean changed = new AtomicBoolean();
        Runnable once = () -> {
            if (!changed.getAndSet(true)) {
                try (FileChannel file = FileChannel.open(input, StandardOpenOption.WRITE)) {
                    change.run(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
        return sorter.progress((task, bytes) -> {
            if (!whenRead) {
                once.run();
            }
            return new ProgressListener.Step() {
                @Override
                public void accept(long read) {
                    once.run();
                }

                @Override
                public void close() {}
            };
        });
    }

    private static void grow(FileChannel input) throws IOException {
        input.write(ByteBuffer.wrap("000\n001\n".getBytes(UTF_8)), input.size());
    }

    private static void shrink(FileChannel input) throws IOException {
        input.truncate(1 << 10);
    }

    @ParameterizedTest
    @MethodSource("sorters")
    void whatIsAddedWhileAFileIsReadIsNotSorted(FileSorter sorter) throws IOException {
        Path input = input(false);
        Path before = Files.copy(input, folder.resolve("before"));
        Path output = folder.resolve("output");

        changing(sorter, input, false, ChangingInputsTest::grow).sort(List.of(input), output);

        assertThat(input).hasSize(BYTES + 8);
        sorter.verify(List.of(before), output);
    }

    @ParameterizedTest
    @MethodSource("sorters")
    void aFileThatBecomesShorterIsNotSorted(FileSorter sorter) throws IOException {
        Path input = input(false);
        Path output = Files.writeString(folder.resolve("output"), "old");

        assertThatThrownBy(() -> changing(sorter, input, false, ChangingInputsTest::shrink).sort(List.of(input), output))
                .isInstanceOf(FileSortException.class).hasMessageStartingWith(input + ": ")
                .hasMessageContaining("unexpected end of file");
        assertThat(output).hasContent("old");
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("input", "output");
    }

    @ParameterizedTest
    @MethodSource("merges")
    void aFileThatBecomesShorterIsNotMerged(FileSorter sorter) throws IOException {
        Path input = input(true);
        sorter.sort(List.of(input), input);
        Path output = Files.writeString(folder.resolve("output"), "old");

        assertThatThrownBy(() -> changing(sorter, input, true, ChangingInputsTest::shrink).merge(List.of(input), output))
                .isInstanceOf(FileSortException.class).hasMessageStartingWith(input + ": ")
                .hasMessageContaining("unexpected end of file");
        assertThat(output).hasContent("old");
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("input", "output");
    }
}
