package io.github.tornadosort.files;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.KeyType;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSorterTest {
    private static final int N = 100_000;
    private static final Path OPEN_FILES = Path.of("/proc/self/fd");

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
    void runsAreCompressedOnRequest() throws IOException {
        assumeTrue(Files.isDirectory(OPEN_FILES), "open files cannot be listed");
        List<String> lines = words(N);
        Path file = text("a.csv", lines);
        List<String> sorted = lines.stream().sorted().toList();
        FileSorter table = FileSorter.csv(CsvFormat.COMMAS.withoutHeader()).key(FileKey.column(1));
        for (FileSorter sorter : List.of(FileSorter.lines(), FileSorter.lines().key(FileKey.fields("1")), table)) {
            long stored = runBytes(sorter, file, sorted);
            assertThat(runBytes(sorter.compressRuns(), file, sorted)).isPositive().isLessThan(stored * 3 / 4);
        }
        assertThatThrownBy(() -> FileSorter.keys(KeyType.INT8).compressRuns())
                .hasMessageStartingWith("compressRuns: runs of keys");
    }

    /** Sorts by runs, and returns the size of the temporary file when the merge begins. */
    private long runBytes(FileSorter sorter, Path file, List<String> sorted) throws IOException {
        long[] size = {0};
        Path output = folder.resolve("out");
        sorter.memory(3 * Files.size(file)).temporaryFolder(folder).progress((task, _) -> {
            size[0] = task.equals("merge") ? temporaryBytes() : size[0];
            return ProgressListener.NONE.begin(task, 0);
        }).sort(List.of(file), output);
        assertThat(Files.readAllLines(output, ISO_8859_1)).isEqualTo(sorted);
        return size[0];
    }

    @Test
    void decompressedInputsAreNotKeptForTheMerge() throws IOException {
        assumeTrue(Files.isDirectory(OPEN_FILES), "open files cannot be listed");
        String padding = "x".repeat(200);
        byte[] lines = random.ints(90_000, 100_000, 1_000_000).mapToObj(i -> i + padding + "\n")
                .collect(Collectors.joining()).getBytes(UTF_8);
        Path input = folder.resolve("a.txt.gz");
        try (OutputStream compressed = new GZIPOutputStream(Files.newOutputStream(input))) {
            compressed.write(lines);
        }
        AtomicLong kept = new AtomicLong();

        FileSorter.lines().memory(16 << 20).progress((task, bytes) -> {
            kept.set(task.equals("merge") ? temporaryBytes() : 0);
            return new ProgressListener.Step() {};
        }).sort(List.of(input, input), folder.resolve("out.txt"));

        assertThat(kept).as("runs").hasValue(2L * lines.length);
    }

    private static long temporaryBytes() {
        try (Stream<Path> files = Files.list(OPEN_FILES)) {
            return files.mapToLong(FileSorterTest::temporaryBytes).sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long temporaryBytes(Path open) {
        try {
            return Files.readSymbolicLink(open).toString().contains(".run") ? Files.size(open) : 0;
        } catch (IOException e) {
            return 0; // It was closed meanwhile.
        }
    }

    /** The rest of the file is sparse: it takes no room. */
    @Test
    void rejectsTooLittleDiskSpaceBeforeTheFirstRunOfLinesOrRows() throws IOException {
        Path input = Files.writeString(folder.resolve("in"), "b,2\na,1\n".repeat(1 << 16));
        try (RandomAccessFile file = new RandomAccessFile(input.toFile(), "rw")) {
            file.setLength(Files.getFileStore(folder).getTotalSpace() + (1 << 20));
        }
        FileSorter rows = FileSorter.csv(CsvFormat.COMMAS.withoutHeader()).key(FileKey.column(1).text());
        for (FileSorter sorter : List.of(FileSorter.lines(), FileSorter.lines().key(FileKey.fields("2n")), rows)) {
            assertThatThrownBy(() -> sorter.memory(1 << 20).sort(List.of(input), folder.resolve("out")))
                    .isInstanceOf(FileSortException.class)
                    .hasMessageMatching(".*in: sorting it in 1\\.0 MiB of memory needs [0-9.]+ [A-Z]iB of disk space,"
                            + " but only [0-9.]+ [A-Z]iB is free in .*");
        }
        assertThat(folder.resolve("out")).doesNotExist();
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
                .isInstanceOf(FileSortException.class).hasMessage(lines + ": line 3: disorder: b");
        assertThatThrownBy(() -> FileSorter.keys(KeyType.INT32).unique().requireSorted(List.of(keys)))
                .isInstanceOfSatisfying(FileSortException.class, e -> assertThat(e.file()).isEqualTo(keys))
                .hasMessage(keys + ": key 1 (1) is equal to key 0");
    }

    /** The memory is no multiple of a key's bytes. */
    @Test
    void mergedKeysAreWrittenWhole() throws IOException {
        Path even = Files.write(folder.resolve("even.txt"), IntStream.range(0, 40_000).mapToObj(i -> 2 * i + "").toList());
        Path odd = Files.write(folder.resolve("odd.txt"), IntStream.range(0, 40_000).mapToObj(i -> 2 * i + 1 + "").toList());
        Path output = folder.resolve("out.txt");
        for (FileSorter sorter : List.of(FileSorter.keys(KeyType.INT64), FileSorter.keys(KeyType.INT64).unique())) {
            sorter.memory(200_002).merge(List.of(even, odd), output);

            assertThat(Files.readAllLines(output)).isEqualTo(IntStream.range(0, 80_000).mapToObj(i -> i + "").toList());
        }
    }

    /** A long row is refused when it is read, and what the message says is enough. */
    @Test
    void aLongRowNeedsTheMemoryThatTheMessageSays() throws IOException {
        Path output = folder.resolve("out.csv");
        String rows = "b,1\na,2\n".repeat(500_000);
        Path input = Files.writeString(folder.resolve("in.csv"), "k,v\n" + rows + "c," + "x".repeat(300_000) + "\n" + rows);
        FileSorter sorter = FileSorter.csv(CsvFormat.COMMAS).key(FileKey.column("k").text());
        List<String> steps = new ArrayList<>();
        assertThatThrownBy(() -> sorter.memory(8 << 20).progress((task, bytes) -> {
            steps.add(task);
            return new ProgressListener.Step() {};
        }).sort(List.of(input), output)).isInstanceOf(FileSortException.class)
                .hasMessage(
                        input + ": line 1000002: this row of 292.9 KiB needs 9.2 MiB of memory; choose it by memory(long)");
        assertThat(steps).doesNotContain("merge");

        sorter.memory((long) (9.2 * (1 << 20))).sort(List.of(input), output);

        sorter.verify(List.of(input), output);
    }

    /** Of several files, whose lines are read some at a time. */
    @Test
    void aLongLineOfMoreInputsThanAreMergedAtOnceNeedsNoMoreMemory() throws IOException {
        String longLine = "b".repeat(100_000);
        List<Path> inputs = new ArrayList<>();
        for (String text : List.of("a\nd\n", longLine + "\n", "c\n")) {
            inputs.add(Files.writeString(folder.resolve("in" + inputs.size()), text));
        }

        FileSorter.lines().mergeAtOnce(2).memory(4 << 20).merge(inputs, folder.resolve("out"));

        assertThat(folder.resolve("out")).hasContent("a\n" + longLine + "\nc\nd\n");
    }

    @Test
    void aMessageNamesTheFileAndTheLine() throws IOException {
        Path one = Files.writeString(folder.resolve("one.txt"), "a\n".repeat(30_000));
        Path other =
                Files.writeString(folder.resolve("other.txt"), "a\n" + "b\n".repeat(30_000) + "a\n" + "b\n".repeat(5_000));
        List<FileSorter> sorters = List.of(
                FileSorter.lines(), FileSorter.lines().key(FileKey.fields("1,1f")),
                FileSorter.csv(CsvFormat.COMMAS.withoutHeader()).key(FileKey.column(1).text()));
        for (FileSorter sorter : sorters) {
            for (long memory : new long[] {1 << 16, 4 * Files.size(other), 1 << 30}) {
                assertThatThrownBy(() -> sorter.memory(memory).requireSorted(List.of(one, other)))
                        .isInstanceOf(UnsortedException.class).hasMessageStartingWith(other + ": line 30002: ");
                assertThat(sorter.memory(memory).requireSorted(List.of(one, one))).isEqualTo(60_000);
            }
        }
    }

    /** A stream is kept in a temporary file until its end. */
    @Test
    void streamsAreKeptInTheFolderOfTheEnvironment() throws Exception {
        ProcessBuilder other = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), SortedStream.class.getName());
        other.environment().put("TMPDIR", folder.resolve("missing").toString());
        Process process = other.redirectErrorStream(true).start();
        try (OutputStream input = process.getOutputStream()) {
            input.write(new byte[17 << 20]);
        }

        assertThat(new String(process.getInputStream().readAllBytes(), UTF_8))
                .contains(folder.resolve("missing") + ": cannot create a temporary file: no such file or directory");
        assertThat(process.waitFor()).isOne();
    }

    /** Sorts the lines of standard input. */
    static final class SortedStream {
        private SortedStream() {}

        public static void main(String[] args) throws IOException {
            FileSorter.lines().sort(List.of(Path.of("/dev/stdin")), Path.of("/dev/stdout"));
        }
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
                .isInstanceOf(FileSortException.class)
                .hasMessageEndingWith("line 1: this row of 5 bytes needs 256.0 KiB of memory; choose it by memory(long)");
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
                    .isInstanceOf(InterruptedIOException.class).hasMessageContaining("interrupted");
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

    /** Records of 12 bytes: a random key of two bytes, which repeats, at byte 3, and random bytes. */
    private byte[][] records(int n) {
        byte[][] records = new byte[n][12];
        for (byte[] record : records) {
            random.nextBytes(record);
            record[3] = (byte) (record[3] & 3);
        }
        return records;
    }

    private Path records(String name, byte[][] records) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(12 * records.length);
        for (byte[] record : records) {
            bytes.put(record);
        }
        return Files.write(folder.resolve(name), bytes.array());
    }

    private static byte[][] records(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        byte[][] records = new byte[bytes.length / 12][];
        Arrays.setAll(records, i -> Arrays.copyOfRange(bytes, 12 * i, 12 * i + 12));
        return records;
    }

    private static Comparator<byte[]> byBytes(int from, int to) {
        return (a, b) -> Arrays.compareUnsigned(a, from, to, b, from, to);
    }

    @Test
    void sortsRecordsByRangesOfBytesAndByAllBytes() throws IOException {
        byte[][] records = records(N);
        Path input = records("a.bin", records);
        Path output = folder.resolve("out.bin");
        FileSorter ranges =
                FileSorter.records(12).descending().key(FileKey.bytes(3, 2)).key(FileKey.bytes(0, 1)).memory(1 << 20);

        ranges.sort(List.of(input), output);

        byte[][] sorted = records.clone();
        Arrays.sort(sorted, byBytes(3, 5).thenComparing(byBytes(0, 1)).reversed());
        assertThat(records(output)).isDeepEqualTo(sorted);
        ranges.verify(List.of(input), output);
        assertThat(ranges.isSorted(List.of(input))).isFalse();
        assertThat(ranges.unique().isSorted(List.of(output))).isFalse();

        FileSorter.records(12).sort(List.of(input), output);

        Arrays.sort(sorted, byBytes(0, 12));
        assertThat(records(output)).isDeepEqualTo(sorted);
    }

    @Test
    void comparesMoreBytesThanAKeyOfTheLibraryHas() throws IOException {
        byte[] one = new byte[100];
        byte[] other = new byte[100];
        one[99] = 2;
        other[99] = 1;
        Path input = Files.write(folder.resolve("a.bin"), ByteBuffer.allocate(200).put(one).put(other).array());

        FileSorter.records(100).sort(List.of(input), input);

        assertThat(Files.readAllBytes(input)).isEqualTo(ByteBuffer.allocate(200).put(other).put(one).array());
    }

    @Test
    void sortsTablesByColumns() throws IOException {
        List<String> rows = random.ints(N, 0, 1000).mapToObj(i -> Integer.toString(i % 7, 36) + ";" + i).toList();
        List<String> lines = new ArrayList<>(rows);
        lines.addFirst("name;number");
        Path input = text("a.csv", lines);
        Path output = folder.resolve("out.csv");
        FileSorter sorter = FileSorter.csv(CsvFormat.COMMAS.withDelimiter(';')).key(FileKey.column("name").text())
                .key(FileKey.column(2).type(KeyType.INT32).descending());

        sorter.sort(List.of(input), output);

        List<String> sorted = new ArrayList<>(rows);
        sorted.sort(Comparator.comparing((String row) -> row.split(";")[0])
                .thenComparing(row -> Integer.valueOf(row.split(";")[1]), Comparator.reverseOrder()));
        sorted.addFirst("name;number");
        assertThat(Files.readAllLines(output)).isEqualTo(sorted);
        sorter.verify(List.of(input), output);
        assertThat(sorter.isSorted(List.of(output))).isTrue();
        assertThat(sorter.isSorted(List.of(input))).isFalse();
        assertThat(sorter.unique().isSorted(List.of(output))).isFalse();
    }

    @Test
    void mergesKeys() throws IOException {
        List<Path> inputs = new ArrayList<>();
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int[] keys = random.ints(10_000L * i, 0, 50_000).sorted().toArray();
            inputs.add(keys(i + ".bin", keys));
            Arrays.stream(keys).forEach(all::add);
        }
        Path output = folder.resolve("out.bin");

        FileSorter.keys(KeyType.INT32).memory(1 << 14).merge(inputs, output);
        assertThat(keys(output)).isEqualTo(all.stream().sorted().mapToInt(i -> i).toArray());

        FileSorter.keys(KeyType.INT32).unique().head(100).merge(inputs, output);
        assertThat(keys(output)).isEqualTo(all.stream().sorted().distinct().limit(100).mapToInt(i -> i).toArray());

        inputs.add(keys("unsorted.bin", new int[] {1, 0}));
        assertThatThrownBy(() -> FileSorter.keys(KeyType.INT32).merge(inputs, output))
                .isInstanceOf(UnsortedException.class).hasMessageContaining("unsorted.bin: key 1 (0) is less than key 0");
        assertThat(keys(output)).hasSize(100);
    }

    @Test
    void mergesRecordsStably() throws IOException {
        byte[][] one = records(N / 2);
        byte[][] two = records(N / 3);
        Arrays.sort(one, byBytes(3, 4));
        Arrays.sort(two, byBytes(3, 4));
        List<Path> inputs = List.of(records("1.bin", one), records("2.bin", two));
        Path output = folder.resolve("out.bin");
        FileSorter sorter = FileSorter.records(12).key(FileKey.bytes(3, 1)).memory(1 << 16);

        sorter.merge(inputs, output);

        byte[][] merged = Stream.concat(Arrays.stream(one), Arrays.stream(two)).toArray(byte[][]::new);
        Arrays.sort(merged, byBytes(3, 4));
        assertThat(records(output)).isDeepEqualTo(merged);
        assertThatThrownBy(() -> FileSorter.records(12).merge(inputs, output)).isInstanceOf(UnsortedException.class)
                .hasMessageMatching(".*[12].bin: record [0-9]+: it is not in the order of its keys");
    }

    @Test
    void mergesLinesAndRows() throws IOException {
        List<String> one = words(1000).stream().sorted().toList();
        List<String> two = words(2000).stream().sorted().toList();
        List<Path> inputs = List.of(text("1.txt", one), text("2.txt", two));
        Path output = folder.resolve("out.txt");
        List<String> merged = Stream.concat(one.stream(), two.stream()).sorted().toList();

        FileSorter.lines().merge(inputs, output);
        assertThat(Files.readAllLines(output)).isEqualTo(merged);

        FileSorter.csv(CsvFormat.COMMAS.withoutHeader()).key(FileKey.column(1).text()).merge(inputs, output);
        assertThat(Files.readAllLines(output)).isEqualTo(merged);

        Path unsorted = text("3.txt", List.of("b", "a"));
        assertThatThrownBy(() -> FileSorter.lines().merge(List.of(inputs.getFirst(), unsorted), output))
                .isInstanceOf(UnsortedException.class).hasMessage(unsorted + ": line 2: disorder: a");
        assertThat(Files.readAllLines(output)).isEqualTo(merged);
    }

    /** No temporary file can be created, so rows are merged as they are read. */
    @Test
    void mergesTablesLargerThanMemory() throws IOException {
        List<Path> inputs = new ArrayList<>();
        List<String> all = new ArrayList<>();
        for (int file = 0; file < 3; file++) {
            List<String> rows = new ArrayList<>();
            for (int number : random.ints(N, 0, N).sorted().toArray()) {
                rows.add(number + ",\"row\nof " + file + "\"");
            }
            all.addAll(rows);
            rows.addFirst("number,text");
            inputs.add(text(file + ".csv", rows));
        }
        Path output = folder.resolve("out.csv");
        FileSorter sorter = FileSorter.csv(CsvFormat.COMMAS).key(FileKey.column("number")).memory(1 << 20)
                .temporaryFolder(Files.createDirectory(folder.resolve("unused")));

        sorter.merge(inputs, output);

        all.sort(Comparator.comparing(row -> Integer.valueOf(row.split(",")[0])));
        assertThat(Files.readString(output)).isEqualTo("number,text\n" + String.join("\n", all) + "\n");
        FileSorter.csv(CsvFormat.COMMAS).key(FileKey.column("number").decimal()).unique().head(2)
                .merge(inputs.subList(0, 1), output);
        assertThat(Files.readString(output)).isEqualTo("number,text\n"
                + all.stream().filter(row -> row.endsWith("of 0\"")).distinct().limit(2)
                        .map(row -> row + "\n").reduce("", String::concat));
    }

    @Test
    void mergedTablesHaveTheSameColumnsAndTypes() throws IOException {
        Path one = text("1.csv", List.of("a,b", "1,x", "10,y"));
        Path two = Files.writeString(folder.resolve("2.csv"), "a,b\n2,z\nten,t");
        Path empty = Files.createFile(folder.resolve("empty.csv"));
        Path output = folder.resolve("out.csv");
        FileSorter sorter = FileSorter.csv(CsvFormat.COMMAS).key(FileKey.column("a"));

        assertThatThrownBy(() -> sorter.merge(List.of(empty, one, two), output)).isInstanceOf(FileSortException.class)
                .hasMessageStartingWith(two + ": line 3, column 1 'a': expected an int64")
                .hasMessageEndingWith(
                        "found 'ten'; that is the type of the first rows: state another one by text(), decimal() or"
                                + " type(KeyType)");
        FileSorter text = FileSorter.csv(CsvFormat.COMMAS).key(FileKey.column("a").text());
        text.merge(List.of(empty, one, two), output);
        assertThat(output).hasContent("a,b\n1,x\n10,y\n2,z\nten,t\n");

        Path late = text("late.csv", Stream.concat(
                Stream.concat(Stream.of("a,b"), Stream.generate(() -> "3,u").limit(N)), Stream.of("four,v")).toList());
        text.memory(1 << 18).merge(List.of(one, late), output);
        assertThat(Files.readAllLines(output)).hasSize(N + 4).startsWith("a,b", "1,x", "10,y", "3,u").endsWith("four,v");

        Path other = text("other.csv", List.of("a,c", "1,x"));
        assertThatThrownBy(() -> sorter.merge(List.of(one, other), output)).isInstanceOf(FileSortException.class)
                .hasMessage(other + ": line 1: expected the header of " + one + ", 'a', 'b', found 'a', 'c'");
        Path wide = text("wide.csv", List.of("1,2,3"));
        assertThatThrownBy(() -> FileSorter.csv(CsvFormat.COMMAS.withoutHeader()).key(FileKey.column(1))
                .merge(List.of(one, wide), output)).isInstanceOf(FileSortException.class)
                .hasMessage(wide + ": line 1: expected 2 fields as in " + one + ", found 3");
        Path unsorted = text("unsorted.csv", List.of("a,b", "2,x", "1,y"));
        assertThatThrownBy(() -> sorter.merge(List.of(one, unsorted), output)).isInstanceOf(UnsortedException.class)
                .hasMessage(unsorted + ": line 3: by its keys, this row comes before the one above it");
    }

    @Test
    void verifiesThatTheOutputHasTheContentOfTheInputs() throws IOException {
        Path one = text("1.txt", List.of("b", "a"));
        Path two = text("2.txt", List.of("c"));
        Path missing = text("missing.txt", List.of("a", "c"));
        Path other = text("other.txt", List.of("a", "b", "d"));
        Path right = text("right.txt", List.of("a", "b", "c"));
        Path keys = keys("1.bin", new int[] {3, 1, 2});
        Path otherKeys = keys("2.bin", new int[] {1, 2, 4});

        FileSorter.lines().verify(List.of(one, two), right);
        assertThatThrownBy(() -> FileSorter.lines().verify(List.of(one, two), missing))
                .isInstanceOf(FileSortException.class).hasMessageContaining("expected the 3 lines of")
                .hasMessageEndingWith("found 2; " + one + " and 1 more has line 1 (b) once more");
        assertThatThrownBy(() -> FileSorter.lines().verify(List.of(one, two), other))
                .isInstanceOf(FileSortException.class).hasMessageContaining("its lines differ from those of")
                .hasMessageEndingWith("has line 3 (c) once more; " + other + " has line 3 (d) once more");
        assertThatThrownBy(() -> FileSorter.keys(KeyType.INT32).verify(List.of(keys), otherKeys))
                .isInstanceOf(FileSortException.class).hasMessageStartingWith(otherKeys + ": ");
        assertThatThrownBy(() -> FileSorter.records(4).verify(List.of(keys), otherKeys))
                .isInstanceOf(FileSortException.class).hasMessageContaining("its records differ from those of");
        assertThatThrownBy(() -> FileSorter.lines().unique().verify(List.of(one), one))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void refusesKeysThatTheFilesDoNotHave() {
        FileKey column = FileKey.column(1);
        FileKey bytes = FileKey.bytes(2, 3);
        assertThatThrownBy(() -> FileSorter.lines().key(column)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> FileSorter.records(8).key(column)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> FileSorter.csv(CsvFormat.TABS).key(bytes)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> FileSorter.records(4).key(bytes)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("key: expected bytes of a record of 4 bytes, found those from 2 to 4");
        assertThatThrownBy(() -> FileSorter.records(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(bytes::text).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> FileKey.column("")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> FileKey.bytes(0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CsvFormat.COMMAS.withDelimiter('"')).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CsvFormat.COMMAS.withDelimiter('\u00e9')).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> FileSorter.csv(CsvFormat.TABS).sort(List.of(folder), folder))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("at least one key");
    }
}
