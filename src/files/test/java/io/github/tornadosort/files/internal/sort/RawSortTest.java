package io.github.tornadosort.files.internal.sort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.FileSorter;
import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.internal.runs.RunMerge;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sorts keys in any amount of memory. They are compared by their lower halves; the upper halves tell whether the sort is stable. */
class RawSortTest {
    private static final Pattern LEAST = Pattern.compile(".*needs at least ([0-9]+) bytes of memory, .* allows only 1");

    @TempDir
    Path folder;

    private static final FileSorter SORTER = FileSorter.keys(KeyType.UINT32).order(Order.ASCENDING.bits(0, 16));

    private Path input(List<Integer> keys) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * keys.size()).order(ByteOrder.LITTLE_ENDIAN);
        keys.forEach(bytes::putInt);
        return Files.write(folder.resolve("keys.bin"), bytes.array());
    }

    private List<Integer> sorted(FileSorter sorter, Path input) throws IOException {
        Path output = folder.resolve("sorted");
        sorter.sort(List.of(input), output);
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(output)).order(ByteOrder.LITTLE_ENDIAN);
        Files.delete(output);
        assertThat(folder).isDirectoryContaining(input::equals);
        assertThat(folder.toFile().list()).hasSize(1);
        return Stream.generate(bytes::getInt).limit(bytes.capacity() / Integer.BYTES).toList();
    }

    private static List<Integer> random(int n) {
        Random random = new Random(n);
        return IntStream.range(0, n).mapToObj(i -> i << 16 | random.nextInt(64)).toList();
    }

    /** Returns the least memory that a sort takes, which a message tells. */
    private long least(Path input) {
        Path output = folder.resolve("sorted");
        try {
            SORTER.memory(1).sort(List.of(input), output);
            throw new AssertionError("sorted in a byte");
        } catch (IOException e) {
            Matcher matcher = LEAST.matcher(e.getMessage());
            assertThat(matcher.matches()).as(e.getMessage()).isTrue();
            assertThat(Files.exists(output)).isFalse();
            return Long.parseLong(matcher.group(1));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 301, 2610})
    void memoryChangesNoResult(int n) throws IOException {
        List<Integer> keys = random(n);
        Path input = input(keys);
        Function<Integer, Integer> lower = key -> key & 0xffff;
        List<Integer> all = keys.stream().sorted(Comparator.comparing(lower)).toList();
        Map<Integer, Integer> first =
                all.stream().collect(Collectors.toMap(lower, key -> key, (one, _) -> one, TreeMap::new));
        long least = least(input);
        for (long memory : new long[] {least, least + 100, 2 * least, 1 << 20}) {
            FileSorter sorter = SORTER.memory(memory).temporaryFolder(folder);
            for (long limit : new long[] {0, 7, n - 1, Long.MAX_VALUE}) {
                String what = n + " keys in " + memory + " bytes, limit " + limit;
                assertThat(sorted(sorter.head(limit), input)).as(what).isEqualTo(all.stream().limit(limit).toList());
                assertThat(sorted(sorter.unique().head(limit), input)).as(what)
                        .isEqualTo(first.values().stream().limit(limit).toList());
            }
        }
        assertThatThrownBy(() -> sorted(SORTER.memory(least - 1), input)).isInstanceOf(FileSortException.class);
    }

    @Test
    void sortsAnEmptyFile() throws IOException {
        assertThat(sorted(SORTER, input(List.of()))).isEmpty();
    }

    /** A file system of the system's memory may say that it has no room, and take everything. */
    @Test
    void noNumberOfFreeBytesIsNoLimit() throws IOException {
        Path unlimited = Path.of("/proc");
        assumeTrue(Files.exists(unlimited) && Files.getFileStore(unlimited).getUsableSpace() == 0, "no such file system");

        new SortSettings(
                List.of(), null, _ -> 0, unlimited, false, Long.MAX_VALUE, RunMerge.MOST, false,
                ProgressListener.NONE)
                .requireDisk(1L << 60, 0);
    }
}
