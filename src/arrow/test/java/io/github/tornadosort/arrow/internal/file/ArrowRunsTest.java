package io.github.tornadosort.arrow.internal.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.SortOptions;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.arrow.internal.ArrowArray;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.InputFile;
import io.github.tornadosort.files.internal.sort.RowCheck;
import io.github.tornadosort.files.internal.table.TableKey;
import io.github.tornadosort.testing.OtherJvm;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.SeekableReadChannel;
import org.apache.arrow.vector.types.Types.MinorType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sorts several files, and files larger than memory, that pyarrow wrote (make_runs.py). */
@Tag("slow")
class ArrowRunsTest {
    private static final Path SAMPLES =
            Path.of(System.getProperty("tornadosort.root"), "src/arrow/test/resources/arrow");
    private static final long ALL = Long.MAX_VALUE;
    /** Less memory than the three parts need, and than the rows of the larger file need. */
    private static final long FEW = 100_000;
    private static final long FEW_OF_MANY = 400_000;

    private final Sorter sorter = Sorter.open();

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        sorter.close();
    }

    private ArrowFileSort sort(List<Path> inputs, String keys, boolean nullsFirst, boolean unique, long limit, long memory) {
        List<TableKey> tableKeys = Stream.of(keys.split(" ")).map(TableKey::of).toList();
        return new ArrowFileSort(
                inputs, folder, tableKeys, nullsFirst, unique, limit, SortOptions.ascending(), _ -> memory);
    }

    private Path sorted(List<Path> inputs, String keys, long memory) throws IOException {
        Path output = folder.resolve("sorted.arrow");
        sort(inputs, keys, false, false, ALL, memory).sort(sorter, output);
        return output;
    }

    private static List<Path> samples(String names) {
        return Stream.of(names.split(" ")).map(SAMPLES::resolve).toList();
    }

    /** Returns a column of 32 bits of a file. */
    private List<Integer> ids(Path file) throws IOException {
        try (Arena arena = Arena.ofShared(); ArrowTable table = ArrowTable.open(List.of(file), folder, arena)) {
            List<Integer> ids = new ArrayList<>();
            for (ArrowArray chunk : Batch.column(table.read(0, table.batches(), arena),
                    table.first().names().indexOf("id"))) {
                for (int i = 0; i < chunk.length(); i++) {
                    ids.add(chunk.buffers().get(1).getAtIndex(ValueLayout.JAVA_INT, i));
                }
            }
            return ids;
        }
    }

    static List<String> orders() throws IOException {
        return Files.readAllLines(SAMPLES.resolve("runs.txt"));
    }

    /** The orders are those of Python's stable sort. */
    @ParameterizedTest
    @MethodSource("orders")
    void ordersInMemoryAndByRunsAreThoseOfPython(String line) throws IOException {
        String[] parts = line.split(";");
        List<Path> inputs = samples(parts[0]);
        List<Integer> expected = Stream.of(parts[4].split(" ")).map(Integer::valueOf).toList();
        long few = inputs.size() == 1 ? FEW_OF_MANY : FEW;
        for (long memory : new long[] {ALL, few, 6 * few / 5}) {
            for (long limit : new long[] {ALL, 17}) {
                Path output = folder.resolve("sorted.arrow");
                sort(inputs, parts[1], parts[2].equals("first"), parts[3].equals("unique"), limit, memory)
                        .sort(sorter, output);
                assertThat(ids(output)).as("%s bytes", memory)
                        .isEqualTo(expected.subList(0, (int) Math.min(limit, expected.size())));
            }
        }
    }

    /** Returns the values of each row by its id, with the indices of dictionaries. */
    private Map<Integer, List<String>> rows(Path file) throws IOException {
        try (Arena arena = Arena.ofShared(); ArrowTable table = ArrowTable.open(List.of(file), folder, arena)) {
            Map<Integer, List<String>> rows = new HashMap<>();
            for (Batch batch : table.read(0, table.batches(), arena)) {
                for (int i = 0; i < batch.rows(); i++) {
                    int row = i;
                    rows.put(
                            batch.columns().getFirst().buffers().get(1).getAtIndex(ValueLayout.JAVA_INT, i),
                            batch.columns().stream().map(column -> ArrowValues.text(column, row)).toList());
                }
            }
            return rows;
        }
    }

    @Test
    void rowsKeepTogetherInRuns() throws IOException {
        Path input = SAMPLES.resolve("many.arrow.gz");
        Map<Integer, List<String>> before = rows(input);
        assertThat(before).hasSize(1200);
        for (long memory : new long[] {FEW_OF_MANY, 6 * FEW_OF_MANY / 5}) {
            assertThat(rows(sorted(List.of(input), "name price", memory))).as("%s bytes", memory).isEqualTo(before);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {ALL, 40_000})
    void dictionariesOfSeveralFilesAreUnified(long memory) throws IOException {
        Path sorted = sorted(samples("encoded1.arrow encoded2.arrows encoded3.arrow"), "id:desc", memory);
        assertThat(decoded(sorted).reversed()).isEqualTo(Files.readAllLines(SAMPLES.resolve("rows.txt")));
    }

    /** Two files may have the same dictionaries, and use them for different columns. */
    @Test
    void dictionariesBelongToColumns() throws IOException {
        List<Path> files = List.of(encoded("one.arrow", 0, 1), encoded("other.arrow", 1, 0));
        assertThat(decoded(sorted(files, "id", ALL))).containsExactly("0;a;x", "0;x;a", "1;b;y", "1;y;b");
    }

    /** Writes rows with ids and two columns that use the dictionaries 0 (a, b) and 1 (x, y). */
    private Path encoded(String name, long first, long second) throws IOException {
        Path file = folder.resolve(name);
        try (RootAllocator allocator = new RootAllocator();
                VarCharVector letters = strings(allocator, "a", "b");
                VarCharVector others = strings(allocator, "x", "y");
                FileChannel out = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            DictionaryProvider dictionaries = new MapDictionaryProvider(
                    new Dictionary(letters, new DictionaryEncoding(0, false, null)),
                    new Dictionary(others, new DictionaryEncoding(1, false, null)));
            Schema schema = new Schema(List.of(
                    Field.nullable("id", MinorType.INT.getType()),
                    new Field("p", indices(first), null), new Field("q", indices(second), null)));
            try (VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
                    ArrowFileWriter writer = new ArrowFileWriter(root, dictionaries, out)) {
                root.getFieldVectors()
                        .forEach(vector -> IntStream.range(0, 2).forEach(i -> ((IntVector) vector).setSafe(i, i)));
                root.setRowCount(2);
                writer.writeBatch();
                writer.end();
            }
        }
        return file;
    }

    private static org.apache.arrow.vector.types.pojo.FieldType indices(long dictionary) {
        return new org.apache.arrow.vector.types.pojo.FieldType(
                true, MinorType.INT.getType(), new DictionaryEncoding(dictionary, false, null));
    }

    private static VarCharVector strings(RootAllocator allocator, String... values) {
        VarCharVector vector = new VarCharVector("values", allocator);
        for (int i = 0; i < values.length; i++) {
            vector.setSafe(i, values[i].getBytes(StandardCharsets.UTF_8));
        }
        vector.setValueCount(values.length);
        return vector;
    }

    /** Reads rows with Arrow's Java library, which decodes the dictionaries. */
    private static List<String> decoded(Path file) throws IOException {
        List<String> rows = new ArrayList<>();
        try (RootAllocator allocator = new RootAllocator();
                ArrowFileReader reader = new ArrowFileReader(new SeekableReadChannel(FileChannel.open(file)), allocator)) {
            VectorSchemaRoot root = reader.getVectorSchemaRoot();
            Map<Long, FieldVector> dictionaries = new HashMap<>();
            while (reader.loadNextBatch()) {
                reader.getDictionaryVectors().forEach((id, dictionary) -> dictionaries.put(id, dictionary.getVector()));
                for (int i = 0; i < root.getRowCount(); i++) {
                    int row = i;
                    rows.add(String.join(
                            ";", root.getFieldVectors().stream()
                                    .map(vector -> text(vector.getField(), vector.getObject(row), dictionaries)).toList()));
                }
            }
            assertThat(dictionaries.values()).allSatisfy(values -> assertThat(
                    IntStream.range(0, values.getValueCount()).mapToObj(values::getObject).toList())
                    .doesNotHaveDuplicates());
        }
        return rows;
    }

    /** Returns the text of a value in the line of its row. */
    private static String text(Field field, Object value, Map<Long, FieldVector> dictionaries) {
        if (value == null) {
            return "None";
        }
        if (field.getDictionary() != null) {
            FieldVector values = dictionaries.get(field.getDictionary().getId());
            Field decoded = new Field(
                    field.getName(),
                    new org.apache.arrow.vector.types.pojo.FieldType(true, values.getField().getType(), null),
                    values.getField().getChildren());
            return text(decoded, values.getObject(((Number) value).intValue()), dictionaries);
        }
        return switch (value) {
            case List<?> list -> String.join(
                    " ", list.stream().map(element -> text(field.getChildren().getFirst(), element, dictionaries)).toList());
            case Map<?, ?> struct -> String.join(
                    " ", field.getChildren().stream().filter(child -> !child.getName().equals("n"))
                            .map(child -> text(child, struct.get(child.getName()), dictionaries)).toList());
            default -> value.toString();
        };
    }

    @Test
    void dictionariesThatAreEqualAreCopied() throws IOException {
        Path input = SAMPLES.resolve("encoded1.arrow");
        Path output = sorted(List.of(input, input), "id", ALL);
        try (Arena arena = Arena.ofShared();
                ArrowFile before = ArrowFile.open(input, folder, arena);
                ArrowFile after = ArrowFile.open(output, folder, arena)) {
            assertThat(after.dictionaries()).hasSizeGreaterThan(3).hasSameSizeAs(before.dictionaries());
            for (int i = 0; i < before.dictionaries().size(); i++) {
                assertThat(after.dictionaries().get(i).bytes().mismatch(before.dictionaries().get(i).bytes())).isEqualTo(-1);
            }
        }
        assertThat(ids(output)).hasSize(600).isSorted();
    }

    @ParameterizedTest
    @CsvSource({"part1.arrow part2.arrows part3.feather, " + FEW, "many.arrow.gz, " + FEW_OF_MANY})
    void runsAreInTheTemporaryFolder(String files, long memory) throws IOException {
        Path none = folder.resolve("none");
        Path output = Files.writeString(folder.resolve("sorted.arrow"), "old");
        ArrowFileSort sort = new ArrowFileSort(
                samples(files), none, List.of(TableKey.of("name")), false, false, ALL, SortOptions.ascending(), _ -> memory);
        assertThatThrownBy(() -> sort.sort(sorter, output)).isInstanceOf(IOException.class)
                .hasMessage(none + ": cannot create a temporary file: no such file or directory");
        assertThat(output).hasContent("old");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "part1.arrow unit.arrow | unit.arrow: column 10 is 'at' of type Timestamp(MILLISECOND, UTC) or null, and in DIR/part1.arrow it is"
                + " 'at' of type Timestamp(MICROSECOND, UTC) or null",
        "part1.arrow part2.arrows fewer.arrow | fewer.arrow: column 15 is missing, and in DIR/part1.arrow it is 'union' of type"
                + " Union(Dense, 0, 1)<0: Int(64) or null, 1: Utf8 or null> or null",
        "fewer.arrow part1.arrow | part1.arrow: column 15 is 'union' of type Union(Dense, 0, 1)<0: Int(64) or null, 1: Utf8 or null> or"
                + " null, and in DIR/fewer.arrow it is missing",
        "named.arrow part1.arrow | part1.arrow: column 1 is 'id' of type Int(32) or null, and in DIR/named.arrow it is 'key' of type"
                + " Int(32) or null",
        "order1.arrow order2.arrow | order2.arrow: the dictionary of column 'size' is in order, and it is not the beginning of that of"
                + " the files before",
        "wide1.arrow wide2.arrow | wide2.arrow: the dictionaries of column 'size' have more than 199 values together, too many for its"
                + " indices of type int8",
    })
    void filesThatDoNotBelongTogetherAreRefused(String files, String message) throws IOException {
        Path output = Files.writeString(folder.resolve("sorted.arrow"), "old");
        assertThatThrownBy(() -> sorted(samples(files), "1", ALL))
                .isInstanceOf(IOException.class)
                .hasMessage(SAMPLES + "/" + message.replace("DIR", SAMPLES.toString()));
        assertThat(output).hasContent("old");
    }

    @Test
    void theSmallestMemoryIsNamed() throws IOException {
        Path input = unzipped("many.arrow.gz");
        String message = "";
        for (long memory = FEW; !message.contains("record batch"); memory /= 2) {
            message = failure(input, memory);
        }
        assertThat(message)
                .matches(input + ": record batch [0-9]+ of 40 rows needs a --memory of at least [0-9]+ bytes, found"
                        + " [0-9]+; or write the file with smaller record batches");
        long least = Long.parseLong(message.replaceAll(".* at least ([0-9]+) bytes.*", "$1"));
        assertThat(failure(input, least - 1)).contains("record batch ");
        assertThat(failure(input, least)).doesNotContain("record batch 0 ");
        assertThat(failure(SAMPLES.resolve("part1.arrow"), 40_000))
                .endsWith("part1.arrow: sorting it in this memory needs 3 runs, too many to merge; use a larger --memory");
    }

    /** Returns why a sort fails, or an empty string if it does not. */
    private String failure(Path input, long memory) {
        try {
            sorted(List.of(input), "name", memory);
            return "";
        } catch (IOException e) {
            return e.getMessage();
        }
    }

    /** The byte that the file loses is on a page that stays: there is no fault. */
    @Test
    void aFileThatBecomesShorterIsNotSorted() throws IOException {
        Path input = unzipped("many.arrow.gz");
        Path old = Files.writeString(folder.resolve("old.arrow"), "old");
        ArrowFileSort sort = new ArrowFileSort(
                List.of(input), folder, List.of(TableKey.of("name")), false, false, ALL, SortOptions.ascending(), _ -> {
                    shorten(input, 1);
                    return ALL;
                });

        assertThatThrownBy(() -> sort.sort(sorter, old))
                .isInstanceOf(FileSortException.class)
                .hasMessage(input + ": became shorter while it was read: sort a copy, or do not write to it meanwhile");
        assertThat(old).hasContent("old");
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("many.arrow", "old.arrow");
    }

    private static void shorten(Path file, int bytes) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() - bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path unzipped(String name) throws IOException {
        Path file = folder.resolve(name.replace(".gz", ""));
        try (InputStream in = new GZIPInputStream(Files.newInputStream(SAMPLES.resolve(name)))) {
            Files.copy(in, file);
        }
        return file;
    }

    /** A sort in memory takes three times the memory of the file, and more for the JVM. */
    @Test
    void aTableLargerThanMemoryTakesLittleMemory() throws IOException, InterruptedException {
        assumeTrue(Files.exists(PeakMemory.STATUS), "this system does not report the memory of a process");
        Path input = folder.resolve("large.arrows");
        writeRepeated(SAMPLES.resolve("stream.arrows"), 4500, input);
        assertThat(Files.size(input)).isGreaterThan(40_000_000);
        Path sorted = folder.resolve("sorted.arrow");
        List<String> flags = List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
        String peak = OtherJvm.run(300, flags, PeakMemory.class, input, sorted).getLast();
        assertThat(Long.parseLong(peak)).isLessThan(140_000_000);
        assertThat(new RowCheck(new ArrowFileCheck(PeakMemory.KEYS, false, folder), false).requireOrder(List.of(sorted)))
                .isEqualTo(4500L * 150);
    }

    /** Sorts a file in 8 MiB, and prints the most memory that the process had, in bytes. */
    public static final class PeakMemory {
        private static final Path STATUS = Path.of("/proc/self/status");
        private static final List<TableKey> KEYS = List.of(TableKey.of("name"), TableKey.of("price:desc"));

        public static void main(String[] args) throws IOException {
            Path sorted = Path.of(args[1]);
            try (Sorter sorter = Sorter.open()) {
                new ArrowFileSort(
                        List.of(Path.of(args[0])), sorted.getParent(), KEYS, false, false, Long.MAX_VALUE,
                        SortOptions.ascending(), _ -> 8 << 20)
                        .sort(sorter, sorted);
            }
            String kibibytes = Files.readString(STATUS).replaceAll("(?s).*VmHWM:\\s*([0-9]+) kB.*", "$1");
            System.out.println(Long.parseLong(kibibytes) << 10);
        }
    }

    /** Writes a stream whose record batches repeat those of another one. */
    private static void writeRepeated(Path stream, int times, Path to) throws IOException {
        try (Arena arena = Arena.ofShared();
                InputFile mapped = InputFile.open(stream, stream.getParent());
                OutputStream out = new BufferedOutputStream(Files.newOutputStream(to))) {
            MemorySegment bytes = mapped.map(arena);
            ByteArrayOutputStream batches = new ByteArrayOutputStream();
            long at = 0;
            for (IpcMessage next = IpcMessage.read(bytes); next != null; next = IpcMessage.read(bytes.asSlice(at))) {
                boolean batch = next.message().headerType() == MessageHeader.RecordBatch;
                (batch ? batches : out).write(next.bytes().toArray(ValueLayout.JAVA_BYTE));
                at += next.bytes().byteSize();
            }
            for (int i = 0; i < times; i++) {
                batches.writeTo(out);
            }
        }
    }

    @Test
    void truncatedFilesAreRefusedWhenTheyAreSortedByRuns() throws IOException {
        Path good = SAMPLES.resolve("part1.arrow");
        byte[] whole = Files.readAllBytes(SAMPLES.resolve("part2.arrows"));
        Path output = Files.writeString(folder.resolve("sorted.arrow"), "old");
        Path input = folder.resolve("cut.arrows");
        for (int length = 0; length < whole.length - 8; length += 997) {
            Files.write(input, Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> sorted(List.of(good, input), "name", FEW))
                    .as("%s bytes", length).isInstanceOf(IOException.class).hasMessageStartingWith(input + ": ");
            assertThat(output).hasContent("old");
        }
    }

    /** A damaged file is refused with one line, or read as another table. */
    @Test
    void damagedFilesAreRefusedWhenTheyAreSortedByRuns() throws IOException {
        byte[] whole = Files.readAllBytes(SAMPLES.resolve("part1.arrow"));
        Random random = new Random(1);
        Path input = folder.resolve("damaged.arrow");
        int refused = 0;
        for (int i = 0; i < 100; i++) {
            byte[] damaged = whole.clone();
            for (int j = 0; j < 3; j++) {
                damaged[random.nextInt(damaged.length)] = (byte) (random.nextBoolean() ? -1 : random.nextInt());
            }
            Files.write(input, damaged);
            try {
                sorted(List.of(input, SAMPLES.resolve("part2.arrows")), "name view amount", FEW);
            } catch (IOException e) {
                refused++;
                assertThat(e.getMessage()).doesNotContain("\n");
            }
        }
        assertThat(refused).isGreaterThan(10);
    }
}
