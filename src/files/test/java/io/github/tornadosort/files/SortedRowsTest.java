package io.github.tornadosort.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.KeyType;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SortedRowsTest {
    private static final int N = 200_000;

    @TempDir
    private Path folder;

    private final SplittableRandom random = new SplittableRandom(1);

    /** The thread of an interrupted sort may still be about to unlink the file that it has opened. */
    @AfterEach
    void noTemporaryFileIsLeft() throws Exception {
        for (int waits = 0; waits < 500 && !temporaryFiles().isEmpty(); waits++) {
            Thread.sleep(10);
        }
        assertThat(temporaryFiles()).isEmpty();
    }

    private List<String> temporaryFiles() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).filter(name -> name.startsWith(".")).toList();
        }
    }

    private Path text(String content) throws IOException {
        return Files.writeString(folder.resolve("a.txt"), content);
    }

    private Path words(int n) throws IOException {
        return Files.write(
                folder.resolve("a.txt"),
                random.ints(n, 0, n).mapToObj(word -> Integer.toString(word, 36)).toList());
    }

    private static List<String> strings(SortedRows rows) {
        return rows.stream().map(row -> new String(row, UTF_8)).toList();
    }

    @Test
    void returnsLines() throws IOException {
        try (SortedRows rows = FileSorter.lines().open(List.of(text("b\n\na")))) {
            assertThat(strings(rows)).containsExactly("", "a", "b");
        }
        try (SortedRows rows =
                FileSorter.lines().zeroTerminated().key(FileKey.fields("1n")).open(List.of(text("10\0" + "9\n\0")))) {
            assertThat(strings(rows)).containsExactly("9\n", "10");
        }
        try (SortedRows rows = FileSorter.lines().open(List.of(text("")))) {
            assertThat(rows).isEmpty();
        }
    }

    @Test
    void returnsManyLinesInLittleMemory() throws IOException {
        Path file = words(N);
        List<String> expected = Files.readAllLines(file).stream().sorted().toList();
        List<String> found = new ArrayList<>();

        try (SortedRows rows = FileSorter.lines().memory(Files.size(file) / 2).temporaryFolder(folder).open(List.of(file))) {
            for (byte[] row : rows) {
                found.add(new String(row, UTF_8));
            }
        }

        assertThat(found).isEqualTo(expected);
    }

    @Test
    void returnsRowsOfTablesWithLineEndsInQuotes() throws IOException {
        FileSorter sorter = FileSorter.csv(CsvFormat.COMMAS).key(FileKey.column("k").text());
        Path file = text("k,v\r\nb,\"x\n\"\"y\"\"\n\"\r\na,3\"\n\r\n");
        Files.writeString(file, "k,v\nb,\"x\n\"\"y\"\"\n,\"\na,3\"\"\nc,\r\n");

        try (SortedRows rows = sorter.open(List.of(file))) {
            assertThat(strings(rows)).containsExactly("a,3\"\"", "b,\"x\n\"\"y\"\"\n,\"", "c,");
        }
    }

    /** A mark is no part of a row, and does not hide the quote after it. */
    @Test
    void returnsNoByteOrderMarks() throws IOException {
        FileSorter sorter = FileSorter.csv(CsvFormat.COMMAS.withoutHeader()).key(FileKey.column(1).text());
        Path file = text("\ufeff\"b\nc\",1\na,2\n");
        Path mark = Files.writeString(folder.resolve("mark.csv"), "\ufeff");
        for (long memory : new long[] {1 << 20, 1 << 30}) {
            try (SortedRows rows = sorter.memory(memory).open(List.of(mark, file, mark, file, mark))) {
                assertThat(strings(rows)).containsExactly("a,2", "a,2", "\"b\nc\",1", "\"b\nc\",1");
            }
        }
    }

    @Test
    void returnsRecordsAndNoKeys() throws IOException {
        Path file = Files.write(folder.resolve("a"), new byte[] {3, 1, 2, 0});

        assertThatThrownBy(() -> FileSorter.keys(KeyType.INT8).open(List.of(file)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("open: sort keys to a file, and map that");
        try (SortedRows rows = FileSorter.records(2).open(List.of(file))) {
            assertThat(rows).containsExactly(new byte[] {2, 0}, new byte[] {3, 1});
        }
    }

    @Test
    void rowsAreReadOnce() throws IOException {
        SortedRows rows = FileSorter.lines().open(List.of(text("a\n")));
        assertThat(strings(rows)).hasSize(1);

        assertThatThrownBy(rows::iterator).isInstanceOf(IllegalStateException.class).hasMessageContaining("once");
        rows.close();
        assertThatThrownBy(rows::iterator).isInstanceOf(IllegalStateException.class).hasMessageContaining("closed");
    }

    @Test
    void aSortThatIsNotReadToItsEndIsEnded() throws IOException {
        try (SortedRows rows = FileSorter.lines().memory(1 << 20).temporaryFolder(folder).open(List.of(words(N)))) {
            assertThat(rows.iterator().next()).isNotEmpty();
        }
    }

    @Test
    void aFailureOfTheSortIsThrownToTheReader() throws IOException {
        try (SortedRows rows = FileSorter.lines().open(List.of(folder.resolve("none")))) {
            assertThatThrownBy(rows::iterator)
                    .isInstanceOf(UncheckedIOException.class).hasCauseInstanceOf(FileSortException.class)
                    .hasMessageContaining("no such file");
        }
        assertThatThrownBy(() -> FileSorter.csv(CsvFormat.COMMAS).open(List.of(text("a"))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void threadsAreLimited() throws IOException {
        Path file = words(N);
        List<String> expected = Files.readAllLines(file).stream().sorted().toList();

        FileSorter.lines().threads(1).sort(List.of(file), file);

        assertThat(Files.readAllLines(file)).isEqualTo(expected);
        assertThatThrownBy(() -> FileSorter.lines().threads(0))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("threads");
    }

    /** What a thread does until it is interrupted. */
    private interface Call {
        void of(FileSorter sorter) throws IOException;
    }

    /** Interrupts a thread when a call has begun its n-th step, and returns how long the call went on. */
    private Duration interruptedAtStep(int n, FileSorter sorter, Call call) throws Exception {
        CountDownLatch begun = new CountDownLatch(n);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicLong ended = new AtomicLong();
        FileSorter observed = sorter.progress((task, bytes) -> {
            begun.countDown();
            return ProgressListener.NONE.begin(task, bytes);
        });
        Thread thread = Thread.ofPlatform().start(() -> {
            try {
                call.of(observed);
            } catch (IOException | RuntimeException e) {
                thrown.set(e);
            }
            ended.set(System.nanoTime());
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        });
        begun.await();
        long interrupted = System.nanoTime();
        thread.interrupt();
        thread.join();

        assertThat(thrown.get()).isInstanceOf(InterruptedIOException.class).hasMessageContaining("interrupted");
        noTemporaryFileIsLeft();
        return Duration.ofNanos(ended.get() - interrupted);
    }

    /** Other programs may take the processor for longer than that, but not each time. */
    private void interruptsAtStep(int n, FileSorter sorter, Path input, Path output) throws Exception {
        interrupts(n, sorter, observed -> observed.sort(List.of(input), output));
    }

    private void interrupts(int n, FileSorter sorter, Call call) throws Exception {
        Duration shortest = interruptedAtStep(n, sorter, call);
        for (int round = 0; round < 3 && shortest.toMillis() >= 100; round++) {
            Duration next = interruptedAtStep(n, sorter, call);
            shortest = next.compareTo(shortest) < 0 ? next : shortest;
        }
        assertThat(shortest).isLessThan(Duration.ofMillis(100));
    }

    @Test
    void anInterruptEndsASortWithin100MillisecondsAndLeavesNothingBehind() throws Exception {
        Path input = words(3_000_000);
        Path output = Files.writeString(folder.resolve("out.txt"), "old");
        Path records = Files.write(folder.resolve("records"), new byte[64 << 20]);
        FileSorter runs = FileSorter.lines().memory(Files.size(input) / 3);

        interruptsAtStep(1, FileSorter.lines(), input, output);
        interruptsAtStep(2, FileSorter.lines(), input, output);
        interruptsAtStep(2, runs, input, output);
        interruptsAtStep(1, runs.key(FileKey.fields("1.2n")), input, output);
        interruptsAtStep(1, FileSorter.records(8), records, output);
        interruptsAtStep(2, FileSorter.records(8), records, output);

        assertThat(output).hasContent("old");
    }

    @Test
    void anInterruptEndsSortsAndMergesOfOtherFilesToo() throws Exception {
        Path input = words(1_000_000);
        Path output = Files.writeString(folder.resolve("out.txt"), "old");
        Path keys = Files.write(folder.resolve("keys"), new byte[80 << 20]);
        FileSorter table = FileSorter.csv(CsvFormat.COMMAS.withoutHeader()).key(FileKey.column(1).text());
        Path sorted = folder.resolve("sorted");
        FileSorter.lines().sort(List.of(input), sorted);

        for (int step = 1; step <= 2; step++) {
            interruptsAtStep(step, table, input, output);
            interruptsAtStep(step, table.memory(Files.size(input) / 3), input, output);
            interruptsAtStep(1, FileSorter.keys(KeyType.INT64), keys, folder.resolve("out.bin"));
            interruptsAtStep(step, FileSorter.keys(KeyType.INT64).memory(30 << 20), keys, folder.resolve("out.bin"));
        }
        interrupts(1, table, observed -> observed.merge(List.of(sorted, sorted), output));
        interrupts(1, FileSorter.lines(), observed -> observed.merge(List.of(sorted, sorted), output));
        interrupts(1, FileSorter.records(8), observed -> observed.merge(List.of(keys, keys), output));

        assertThat(output).hasContent("old");
        assertThat(folder.resolve("out.bin")).doesNotExist();
    }

    @Test
    void anInterruptEndsChecks() throws Exception {
        Path input = words(1_000_000);
        Path sorted = folder.resolve("sorted");
        FileSorter.lines().sort(List.of(input), sorted);
        Path keys = Files.write(folder.resolve("keys"), new byte[80 << 20]);

        interrupts(1, FileSorter.lines(), observed -> observed.isSorted(List.of(sorted)));
        interrupts(2, FileSorter.lines(), observed -> observed.verify(List.of(input), sorted));
        interrupts(1, FileSorter.keys(KeyType.INT64), observed -> observed.requireSorted(List.of(keys)));
    }
}
