package io.github.tornadosort.files.internal.sort;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.internal.io.KeyReader;
import io.github.tornadosort.files.internal.runs.KeyOrder;
import io.github.tornadosort.files.internal.runs.RunMerge;
import io.github.tornadosort.internal.policy.Stats;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests file sorts in any amount of memory with rows that are sorted without a device. */
class RawSortTest {
    private static final int WIDTH = 2;
    private static final Path INPUT = Path.of("input");
    private static final long SECONDS = 20;

    @TempDir
    Path folder;

    private final Pairs rows = new Pairs();
    /** The counts that were passed to the output, and what it was given. */
    private final List<Long> counts = new ArrayList<>();

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    /** Rows of two bytes, a key and a value. A sort of n rows needs 10 + 3 * n bytes, with a second buffer 10 + 5 * n. Lists the lengths of all sorts. */
    private static final class Pairs extends KeyOrder {
        private final List<Long> lengths = new ArrayList<>();
        private final List<Long> selected = new ArrayList<>();
        private Runnable beforeSort = () -> {};

        private Pairs() {
            super(KeyType.UINT16, Order.ASCENDING.bits(0, 8)); // that of the first byte
        }

        private static void replace(MemorySegment rows) {
            MemorySegment.copy(MemorySegment.ofArray(sorted(rows.toArray(JAVA_BYTE))), 0, rows, 0, rows.byteSize());
        }

        @Override
        public long scratchBytes(long n, Sorter sorter) {
            return 10 + n;
        }

        @Override
        public SortStats sort(MemorySegment rows, Sorter sorter) {
            beforeSort.run();
            lengths.add(rows.byteSize() / WIDTH);
            replace(rows);
            return Stats.of(rows.byteSize() / WIDTH);
        }

        @Override
        public void bringFirst(MemorySegment rows, long k, Sorter sorter) {
            selected.add(k);
            replace(rows);
        }
    }

    /** Returns the rows in stable order. */
    private static byte[] sorted(byte[] rows) {
        Integer[] order = IntStream.range(0, rows.length / WIDTH).boxed().toArray(Integer[]::new);
        Arrays.sort(order, Comparator.comparing(i -> rows[WIDTH * i]));
        byte[] sorted = new byte[rows.length];
        for (int i = 0; i < order.length; i++) {
            System.arraycopy(rows, WIDTH * order[i], sorted, WIDTH * i, WIDTH);
        }
        return sorted;
    }

    /** A file of rows in memory. Each read after the first one releases a permit. */
    private record Bytes(byte[] content, int[] next, Semaphore reads) implements KeyReader {
        private Bytes(byte[] content) {
            this(content, new int[1], new Semaphore(-1));
        }

        @Override
        public long count() {
            return content.length / WIDTH;
        }

        @Override
        public long bytes() {
            return content.length;
        }

        @Override
        public void read(MemorySegment keys, LongConsumer progress) {
            MemorySegment.copy(content, next[0], keys, JAVA_BYTE, 0, (int) keys.byteSize());
            next[0] += (int) keys.byteSize();
            reads.release();
        }

        @Override
        public void close() {}
    }

    private static byte[] random(int n) {
        byte[] bytes = new byte[WIDTH * n];
        new Random(n).nextBytes(bytes);
        for (int i = 0; i < n; i++) {
            bytes[WIDTH * i] &= 63;
        }
        return bytes;
    }

    private SortStats sort(KeyReader reader, long memory, boolean unique, long limit) throws IOException {
        SortSettings settings = new SortSettings(
                List.of(INPUT), null, _ -> memory, folder, unique, limit, RunMerge.MOST, false,
                ProgressListener.NONE);
        return new RawSort(settings, rows, null).sort(reader, count -> {
            counts.add(count);
            return (merged, _) -> written.writeBytes(merged.toArray(JAVA_BYTE));
        });
    }

    private static byte[] expected(byte[] input, boolean unique, long limit) {
        byte[] sorted = sorted(input);
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        for (int i = 0; i < sorted.length; i += WIDTH) {
            if ((!unique || i == 0 || sorted[i] != sorted[i - WIDTH]) && expected.size() < WIDTH * limit) {
                expected.write(sorted, i, WIDTH);
            }
        }
        return expected.toByteArray();
    }

    private static long memory(long n) {
        return 10 + 5 * n;
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "100", "301"})
    void sortsInOnePieceOrByRuns(int n) throws IOException {
        byte[] input = random(n);
        for (long piece : new long[] {n, n - 1, 100, 60, 50, 18}) {
            if (piece < n && piece < 8) {
                continue; // too little memory
            }
            for (boolean unique : new boolean[] {false, true}) {
                for (long limit : new long[] {0, 1, 7, 64, n - 1, n, Long.MAX_VALUE / 8}) {
                    counts.clear();
                    written.reset();
                    byte[] expected = expected(input, unique, limit);
                    sort(new Bytes(input), memory(piece), unique, limit);
                    assertThat(written.toByteArray())
                            .as("%d rows in pieces of %d, unique %s, limit %d", n, piece, unique, limit)
                            .isEqualTo(expected);
                    assertThat(counts).as("rows announced").containsExactly((long) expected.length / WIDTH);
                    assertThat(folder).as("temporary files").isEmptyDirectory();
                }
            }
        }
    }

    @Test
    void sortsAnEmptyFile() throws IOException {
        sort(new Bytes(new byte[0]), memory(1), false, Long.MAX_VALUE);

        assertThat(counts).containsExactly(0L);
        assertThat(written.size()).isZero();
    }

    /** If a few more rows than fit in memory are sorted, the last run must not be short: the sorter would need more buffers. */
    @Test
    void lengthsOfRunsDifferByAtMostOne() throws IOException {
        SortStats result = sort(new Bytes(random(301)), memory(100), false, Long.MAX_VALUE);

        assertThat(rows.lengths).containsExactlyInAnyOrder(75L, 75L, 75L, 76L);
        assertThat(result.keys()).isEqualTo(301);
    }

    /** The sort of a run waits until the next run is read, which happens after the run before it is written. */
    @Test
    void runsAreReadAndWrittenWhileAnotherOneIsSorted() throws IOException {
        Bytes input = new Bytes(random(301));
        List<Boolean> nextIsRead = new ArrayList<>();
        rows.beforeSort = () -> nextIsRead.add(acquire(input.reads()));

        sort(input, memory(100), false, Long.MAX_VALUE);

        assertThat(nextIsRead).containsExactly(true, true, true, true);
    }

    private static boolean acquire(Semaphore reads) {
        try {
            return reads.tryAcquire(SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void selectsTheFirstRowsUnlessDistinctRowsAreWanted() throws IOException {
        sort(new Bytes(random(301)), memory(301), false, 300);
        assertThat(rows.selected).containsExactly(300L);
        assertThat(rows.lengths).isEmpty();

        sort(new Bytes(random(301)), memory(301), false, 301);
        sort(new Bytes(random(301)), memory(301), true, 300);
        assertThat(rows.selected).hasSize(1);
        assertThat(rows.lengths).containsExactly(301L, 301L);
    }

    private void assertRefused(String message, KeyReader reader, long memory, long limit) {
        assertThatThrownBy(() -> sort(reader, memory, false, limit))
                .isInstanceOf(FileSortException.class)
                .hasMessageMatching(message);
        assertThat(counts).as("outputs opened").isEmpty();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void rejectsTooLittleMemory() throws IOException {
        assertRefused(
                "input: sorting it needs at least 13 bytes of memory, but memory\\(long\\) allows only 12",
                new Bytes(random(1)),
                12,
                Long.MAX_VALUE);
        sort(new Bytes(random(1)), 13, false, Long.MAX_VALUE);
        assertThat(written.size()).isEqualTo(WIDTH);
    }

    /** Runs of eight rows or more can be merged, some at a time. */
    @Test
    void mergesManyRunsInPasses() throws IOException {
        byte[] input = random(2610);
        sort(new Bytes(input), memory(8), false, Long.MAX_VALUE);
        assertThat(written.toByteArray()).isEqualTo(sorted(input));

        counts.clear();
        assertRefused(
                "input: sorting it needs at least 50 bytes of memory, but memory\\(long\\) allows only 49",
                new Bytes(input),
                memory(8) - 1,
                Long.MAX_VALUE);
    }

    /** A file of 64 TiB, which cannot be read. */
    private static final class LargeFile implements KeyReader {
        @Override
        public long count() {
            return 1L << 45;
        }

        @Override
        public long bytes() {
            return WIDTH * count();
        }

        @Override
        public void read(MemorySegment keys, LongConsumer progress) {
            throw new IllegalStateException("read " + keys.byteSize());
        }

        @Override
        public void close() {}
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

    @Test
    void rejectsTooLittleDiskSpace() {
        assertRefused(
                "input: sorting it in 40\\.0 MiB of memory needs 64\\.0 TiB of disk space, but only [0-9.]+ [A-Z]iB is free in .*",
                new LargeFile(),
                memory(1 << 23),
                Long.MAX_VALUE);
        assertRefused(
                "input: sorting it in [0-9.]+ MiB of memory needs 32\\.0 TiB of disk space, but only [0-9.]+ [A-Z]iB is free in .*",
                new LargeFile(),
                memory(1 << 23),
                1 << 22);
        assertThatThrownBy(() -> sort(new LargeFile(), memory(1 << 23), false, 5))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("read " + (WIDTH << 23));
        assertThat(folder).isEmptyDirectory();
    }
}
