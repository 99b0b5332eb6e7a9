package io.github.tornadosort.files;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.KeyType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSorterTest {
    private static final int N = 100_000;

    @TempDir
    private Path folder;

    private final SplittableRandom random = new SplittableRandom(1);

    @AfterEach
    void noTemporaryFileIsLeft() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> name.startsWith("."))).isEmpty();
        }
    }

    private List<String> words(int n) {
        return random.ints(n, 0, n).mapToObj(word -> Integer.toString(word, 36)).toList();
    }

    private Path text(String name, List<String> lines) throws IOException {
        return Files.write(folder.resolve(name), lines, ISO_8859_1);
    }

    private Path keys(String name, int[] keys) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * keys.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asIntBuffer().put(keys);
        return Files.write(folder.resolve(name), bytes.array());
    }

    private static int[] keys(Path file) throws IOException {
        int[] keys = new int[(int) Files.size(file) / Integer.BYTES];
        ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(keys);
        return keys;
    }

    @Test
    void sortsLinesOfSeveralFiles() throws IOException {
        List<String> one = words(N);
        List<String> two = words(N);
        Path output = folder.resolve("out.txt");

        FileSorter.lines().sort(List.of(text("one.txt", one), text("two.txt", two)), output);

        assertThat(Files.readAllLines(output, ISO_8859_1))
                .isEqualTo(Stream.concat(one.stream(), two.stream()).sorted().toList());
        assertThat(FileSorter.lines().requireSorted(List.of(output))).isEqualTo(2 * N);
    }

    @Test
    void linesThatDoNotFitInMemoryAreSortedInRuns() throws IOException {
        List<String> lines = words(N);
        Path file = text("a.txt", lines);
        List<String> tasks = new ArrayList<>();
        FileSorter sorter = FileSorter.lines().memory(Files.size(file) / 2).temporaryFolder(folder).progress((task, _) -> {
            tasks.add(task);
            return ProgressListener.NONE.begin(task, 0);
        });

        sorter.sort(List.of(file), file);

        assertThat(Files.readAllLines(file, ISO_8859_1)).isEqualTo(lines.stream().sorted().toList());
        assertThat(tasks).contains("read", "merge");
    }

    @Test
    void writesTheFirstOfDistinctLinesInDescendingOrder() throws IOException {
        List<String> lines = words(N);
        Path output = folder.resolve("out.txt");

        FileSorter.lines().descending().unique().head(100).sort(List.of(text("a.txt", lines)), output);

        assertThat(Files.readAllLines(output, ISO_8859_1))
                .isEqualTo(lines.stream().distinct().sorted(Comparator.reverseOrder()).limit(100).toList());
        assertThat(FileSorter.lines().descending().unique().requireSorted(List.of(output))).isEqualTo(100);
    }

    @Test
    void sortsKeysInAThirdOfTheMemory() throws IOException {
        int[] keys = random.ints(1 << 20).toArray();
        Path output = folder.resolve("out");

        FileSorter.keys(KeyType.INT32).memory(5 << 18).sort(List.of(keys("a.bin", keys)), output);

        Arrays.sort(keys);
        assertThat(keys(output)).isEqualTo(keys);
        assertThat(FileSorter.keys(KeyType.INT32).requireSorted(List.of(output))).isEqualTo(keys.length);
    }

    @Test
    void namesTheFirstLineOrKeyThatIsNotInOrder() throws IOException {
        Path lines = text("a.txt", List.of("a", "c", "b"));
        Path keys = keys("a.bin", new int[] {1, 1, 0});

        assertThatThrownBy(() -> FileSorter.lines().requireSorted(List.of(lines)))
                .isInstanceOf(FileSortException.class).hasMessage(lines + ": line 3 is less than line 2");
        assertThatThrownBy(() -> FileSorter.keys(KeyType.INT32).unique().requireSorted(List.of(keys)))
                .isInstanceOfSatisfying(FileSortException.class, e -> assertThat(e.file()).isEqualTo(keys))
                .hasMessage(keys + ": key 1 (1) is equal to key 0");
    }

    @Test
    void aFailureLeavesTheOutputAsItWas() throws IOException {
        Path output = text("out.txt", List.of("old"));
        Path missing = folder.resolve("missing.txt");
        Path input = text("a.txt", words(N));

        assertThatThrownBy(() -> FileSorter.lines().sort(List.of(input, missing), output))
                .isInstanceOf(FileSortException.class)
                .hasMessage(missing + ": cannot be opened: no such file or directory");
        assertThatThrownBy(() -> FileSorter.lines().memory(1).sort(List.of(input), output))
                .isInstanceOf(FileSortException.class).hasMessageContaining("needs more than 1 bytes of memory");
        assertThatThrownBy(() -> FileSorter.lines().memory(1 << 17).temporaryFolder(missing).sort(List.of(input), output))
                .isInstanceOf(IOException.class).hasMessageContaining(missing.toString());
        assertThat(output).hasContent("old");
    }

    @Test
    void anInterruptedSortLeavesTheOutputAsItWas() throws IOException {
        Path output = text("out.txt", List.of("old"));
        Path input = text("a.txt", words(N));
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> FileSorter.lines().memory(1 << 18).sort(List.of(input), output))
                    .isInstanceOf(FileSortException.class).hasMessageContaining("interrupted");
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        } finally {
            Thread.interrupted();
        }
        assertThat(output).hasContent("old");
    }

    @Test
    void refusesWhatCannotBeMeant() {
        assertThatThrownBy(() -> FileSorter.lines().sort(List.of(), folder.resolve("out")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> FileSorter.lines().requireSorted(List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> FileSorter.lines().memory(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> FileSorter.lines().head(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(
                () -> FileSorter.keys(KeyType.INT32).sort(List.of(folder.resolve("a.csv")), folder.resolve("out")))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("a.csv");
    }
}
