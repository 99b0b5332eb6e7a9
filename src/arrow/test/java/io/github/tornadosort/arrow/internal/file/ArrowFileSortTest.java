package io.github.tornadosort.arrow.internal.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.SortOptions;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.arrow.internal.ArrowArray;
import io.github.tornadosort.files.internal.table.TableKey;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.arrow.compression.CommonsCompressionFactory;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.SeekableReadChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sorts files that pyarrow wrote (make.py), and reads the results with Arrow's Java library. */
@Tag("slow")
class ArrowFileSortTest {
    private static final Path SAMPLES =
            Path.of(System.getProperty("tornadosort.root"), "src/arrow/test/resources/arrow");

    private final Sorter sorter = Sorter.open();

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        sorter.close();
    }

    private Path sort(Path input, String output, boolean nullsFirst, long limit, String... keys) throws IOException {
        List<TableKey> tableKeys = Stream.of(keys).map(TableKey::of).toList();
        Path sorted = folder.resolve(output);
        new ArrowFileSort(
                List.of(input), folder, tableKeys, nullsFirst, false, limit, SortOptions.ascending(), _ -> Long.MAX_VALUE)
                .sort(sorter, sorted);
        return sorted;
    }

    /** Reads a file with Arrow's Java library: the values of each row, with dictionaries decoded. */
    private static List<List<Object>> rows(Path file, List<Integer> batchSizes) throws IOException {
        List<List<Object>> rows = new ArrayList<>();
        try (RootAllocator allocator = new RootAllocator(); ArrowReader reader = reader(file, allocator)) {
            VectorSchemaRoot root = reader.getVectorSchemaRoot();
            while (reader.loadNextBatch()) {
                batchSizes.add(root.getRowCount());
                int first = rows.size();
                for (int i = 0; i < root.getRowCount(); i++) {
                    rows.add(new ArrayList<>());
                }
                for (FieldVector vector : root.getFieldVectors()) {
                    addColumn(vector, reader, rows.subList(first, rows.size()));
                }
            }
        }
        return rows;
    }

    private static void addColumn(FieldVector vector, ArrowReader reader, List<List<Object>> rows) throws IOException {
        boolean encoded = vector.getField().getDictionary() != null;
        if (encoded) {
            long id = vector.getField().getDictionary().getId();
            try (var decoded = DictionaryEncoder.decode(vector, reader.getDictionaryVectors().get(id))) {
                addValues((FieldVector) decoded, rows);
            }
        } else {
            addValues(vector, rows);
        }
    }

    private static void addValues(FieldVector vector, List<List<Object>> rows) {
        for (int i = 0; i < rows.size(); i++) {
            Object value = vector.getObject(i);
            rows.get(i).add(value instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(value));
        }
    }

    private static ArrowReader reader(Path file, RootAllocator allocator) throws IOException {
        if (file.toString().endsWith(".arrows")) {
            InputStream in = Files.newInputStream(file);
            return new ArrowStreamReader(in, allocator, CommonsCompressionFactory.INSTANCE);
        }
        return new ArrowFileReader(
                new SeekableReadChannel(FileChannel.open(file)), allocator, CommonsCompressionFactory.INSTANCE);
    }

    static List<String> orders() throws IOException {
        return Files.readAllLines(SAMPLES.resolve("orders.txt"));
    }

    @ParameterizedTest
    @MethodSource("orders")
    void orderIsThatOfPyarrow(String line) throws IOException {
        String[] parts = line.split(";");
        Path input = SAMPLES.resolve(parts[0] + ".arrow");
        Path output = sort(input, "sorted.arrow", parts[2].equals("first"), Long.MAX_VALUE, parts[1].split(" "));

        try (Arena arena = Arena.ofShared(); ArrowTable table = ArrowTable.open(List.of(output), folder, arena)) {
            int id = table.first().names().indexOf("id");
            List<String> ids = new ArrayList<>();
            Batch.column(table.read(0, table.batches(), arena), id).forEach(chunk -> {
                for (int i = 0; i < chunk.length(); i++) {
                    int width = chunk.layout().width();
                    ids.add(Integer.toString(width == 2
                            ? chunk.buffers().get(1).getAtIndex(ValueLayout.JAVA_SHORT, i)
                            : chunk.buffers().get(1).getAtIndex(ValueLayout.JAVA_INT, i)));
                }
            });
            assertThat(String.join(" ", ids)).isEqualTo(parts[3]);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "plain.arrow, sorted.arrow", "plain.arrow, sorted.arrows", "stream.arrows, sorted.arrow",
        "stream.arrows, sorted.arrows", "plain.arrow, sorted.feather"
    })
    void rowsKeepTogetherAndBatchesKeepTheirSizes(String input, String output) throws IOException {
        List<Integer> sizes = new ArrayList<>();
        List<List<Object>> before = rows(SAMPLES.resolve(input), sizes);

        List<Integer> sortedSizes = new ArrayList<>();
        List<List<Object>> after =
                rows(sort(SAMPLES.resolve(input), output, false, Long.MAX_VALUE, "day", "id:descending"), sortedSizes);

        assertThat(sortedSizes).isEqualTo(sizes).hasSizeGreaterThan(1);
        assertThat(after).containsExactlyInAnyOrderElementsOf(before);
        assertThat(after).extracting(List::getFirst).extracting(day -> Integer.valueOf((String) day)).isSorted();
    }

    /** Arrow's Java library decompresses the results. */
    @ParameterizedTest
    @CsvSource({"lz4.feather, LZ4, b.feather", "lz4.feather, LZ4, b.arrows", "zstd.feather, ZSTD, b.arrow"})
    void compressedFilesAreReadAndWritten(String input, BufferCodec codec, String output) throws IOException {
        Path plain = sort(SAMPLES.resolve("plain.arrow"), "a.arrow", false, Long.MAX_VALUE, "id:desc");

        Path sorted = sort(SAMPLES.resolve(input), output, false, Long.MAX_VALUE, "id:desc");

        assertThat(layouts(sorted)).isEqualTo(layouts(plain));
        assertThat(rows(sorted, new ArrayList<>())).isEqualTo(rows(plain, new ArrayList<>()));
        try (Arena arena = Arena.ofShared();
                ArrowFile compressed = ArrowFile.open(sorted, folder, arena);
                ArrowFile other = ArrowFile.open(plain, folder, arena)) {
            assertThat(compressed.codec()).isEqualTo(codec);
            assertThat(other.codec()).isNull();
        }
        assertThat(Files.size(sorted)).isLessThan(Files.size(plain));
    }

    @ParameterizedTest
    @EnumSource
    void buffersAreCompressedAndDecompressed(BufferCodec codec) {
        Random random = new Random(1);
        for (int length : new int[] {1, 7, 5_000, 3_000_000}) {
            for (int values : new int[] {1, 3, 256}) {
                try (Arena arena = Arena.ofConfined()) {
                    MemorySegment buffer = arena.allocate(length);
                    for (int i = 0; i < length; i++) {
                        buffer.set(ValueLayout.JAVA_BYTE, i, (byte) random.nextInt(values));
                    }
                    MemorySegment[] parts = codec.compress(buffer, arena);
                    MemorySegment stored = arena.allocate(parts[0].byteSize() + parts[1].byteSize());
                    MemorySegment.copy(parts[0], 0, stored, 0, Long.BYTES);
                    MemorySegment.copy(parts[1], 0, stored, Long.BYTES, parts[1].byteSize());

                    assertThat(codec.decompress(stored, arena).mismatch(buffer)).isEqualTo(-1);
                    boolean shorter = values < 256 && length >= 5_000;
                    assertThat(stored.byteSize() < length).as("%s of %s", length, values).isEqualTo(shorter);
                    assertThat(stored.byteSize()).isLessThanOrEqualTo(length + Long.BYTES);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void lengthsOfDamagedBuffersAreRefused(BufferCodec codec) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocate(1000);
            MemorySegment[] parts = codec.compress(buffer, arena);
            MemorySegment stored = arena.allocate(Long.BYTES + parts[1].byteSize());
            MemorySegment.copy(parts[1], 0, stored, Long.BYTES, parts[1].byteSize());
            for (long length : new long[] {-2, 0, 999, 1001, 1L << 30, 1L << 40, Long.MAX_VALUE}) {
                stored.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, length);
                assertThatThrownBy(() -> codec.decompress(stored, arena)).as("%s bytes", length)
                        .isInstanceOf(IllegalArgumentException.class);
            }
            assertThatThrownBy(() -> codec.decompress(stored.asSlice(0, 7), arena))
                    .isInstanceOf(IllegalArgumentException.class).hasMessage("a compressed buffer of 7 bytes");
            assertThat(codec.decompress(stored.asSlice(0, 0), arena).byteSize()).isZero();
        }
    }

    @Test
    void dictionariesAreCarriedWithTheirDeltas() throws IOException {
        Path sorted = sort(SAMPLES.resolve("deltas.arrows"), "s.arrows", false, Long.MAX_VALUE, "k");
        assertThat(rows(sorted, new ArrayList<>())).containsExactly(
                List.of("a", "-1"), List.of("c", "0"), List.of("b", "1"), List.of("a", "2"), List.of("a", "3"),
                List.of("b", "9"));
    }

    @Test
    void headKeepsTheFirstRows() throws IOException {
        List<Integer> sizes = new ArrayList<>();
        Path all = sort(SAMPLES.resolve("plain.arrow"), "all.arrow", false, Long.MAX_VALUE, "price");
        Path some = sort(SAMPLES.resolve("plain.arrow"), "some.arrow", false, 75, "price");
        assertThat(rows(some, sizes)).isEqualTo(rows(all, new ArrayList<>()).subList(0, 75));
        assertThat(sizes).containsExactly(70, 5);
    }

    @Test
    void allLayoutsAreCarried() throws IOException {
        Path sorted = sort(SAMPLES.resolve("layouts.arrow"), "s.arrow", false, Long.MAX_VALUE, "id:descending");
        List<List<Object>> before = layouts(SAMPLES.resolve("layouts.arrow"));
        assertThat(layouts(sorted)).isEqualTo(before.reversed());
    }

    /** Arrow's Java library cannot read run-end encoded columns of files with several batches, nor decimals of 64 bits. */
    private List<List<Object>> layouts(Path file) throws IOException {
        try (Arena arena = Arena.ofShared(); ArrowTable table = ArrowTable.open(List.of(file), folder, arena)) {
            List<List<Object>> rows = new ArrayList<>();
            for (Batch batch : table.read(0, table.batches(), arena)) {
                for (int i = 0; i < batch.rows(); i++) {
                    List<Object> row = new ArrayList<>();
                    for (ArrowArray column : batch.columns()) {
                        row.add(ArrowValues.text(column, i));
                    }
                    rows.add(row);
                }
            }
            return rows;
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "nonesuch | no column 'nonesuch'; the columns are day, price, name, city, tags, at, amount, ok, point, id",
        "99 | no column '99'; the columns are day, price, name, city, tags, at, amount, ok, point, id",
        "tags | column 'tags' of type List cannot be a key; it has no order",
        "city | column 'city' of type Dictionary cannot be a key; it has no order",
        "day:float64 | column 'day' is of type Int, not float64; the type of a key may be omitted",
        "day:text | column 'day' is of type Int, not text; the type of a key may be omitted",
        "name:int32 | column 'name' is of type Utf8, not int32; the type of a key may be omitted"
    })
    void keysMustSuitTheColumns(String key, String message) throws IOException {
        Path input = SAMPLES.resolve("plain.arrow");
        assertThatThrownBy(() -> sort(input, "o.arrow", false, Long.MAX_VALUE, key))
                .isInstanceOf(IOException.class).hasMessage(input + ": " + message);
        assertThat(folder.resolve("o.arrow")).doesNotExist();
    }

    @Test
    void aNameThatRepeatsIsNoKey() throws IOException {
        Path input = folder.resolve("twice.arrow");
        try (RootAllocator allocator = new RootAllocator();
                IntVector first = new IntVector("k", allocator);
                IntVector second = new IntVector("k", allocator);
                VectorSchemaRoot table = VectorSchemaRoot.of(first, second);
                ArrowFileWriter writer = new ArrowFileWriter(table, null, FileChannel.open(
                        input, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
            for (int i = 0; i < 3; i++) {
                first.setSafe(i, i);
                second.setSafe(i, -i);
            }
            table.setRowCount(3);
            writer.writeBatch();
        }
        assertThatThrownBy(() -> sort(input, "o.arrow", false, Long.MAX_VALUE, "k"))
                .isInstanceOf(IOException.class).hasMessage(input + ": several columns have the name 'k'; use a number");
        assertThat(folder.resolve("o.arrow")).doesNotExist();
        assertThat(layouts(sort(input, "o.arrow", false, Long.MAX_VALUE, "2"))).isEqualTo(layouts(input).reversed());
    }

    @Test
    void keysMayBeNumbersAndHaveTypes() throws IOException {
        Path byName =
                sort(SAMPLES.resolve("plain.arrow"), "a.arrow", false, Long.MAX_VALUE, "price:float64:desc", "name:text");
        Path byNumber = sort(SAMPLES.resolve("plain.arrow"), "b.arrow", false, Long.MAX_VALUE, "2:desc", "3");
        assertThat(byName).hasSameBinaryContentAs(byNumber);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "replaced.arrows | dictionary 0 is replaced in the middle of the file, which is not supported",
        "old.feather | a Feather file of version 1; write it again as version 2, or as .arrow",
    })
    void whatIsNotSupportedIsNamed(String file, String message) {
        Path input = SAMPLES.resolve(file);
        assertThatThrownBy(() -> sort(input, "o.arrow", false, Long.MAX_VALUE, "1"))
                .isInstanceOf(IOException.class).hasMessage(input + ": " + message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain.arrow", "stream.arrows", "lz4.feather", "zstd.feather"})
    void truncatedFilesAreRefused(String name) throws IOException {
        byte[] whole = Files.readAllBytes(SAMPLES.resolve(name));
        Path output = Files.writeString(folder.resolve("old.arrow"), "old");
        Path input = folder.resolve("cut-" + name);
        for (int length = 0; length < whole.length - (name.endsWith(".arrows") ? 8 : 0); length += 97) {
            Files.write(input, Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> sort(input, "old.arrow", false, Long.MAX_VALUE, "day"))
                    .as("%s bytes", length).isInstanceOf(IOException.class).hasMessageStartingWith(input + ": ");
            assertThat(output).hasContent("old");
        }
        assertThatThrownBy(() -> sort(folder.resolve("none.arrow"), "o", false, Long.MAX_VALUE, "day"))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("none.arrow: cannot be opened: no such file or directory");
    }

    /** A damaged file is refused with one line, or read as another table. */
    @ParameterizedTest
    @ValueSource(strings = {"plain.arrow", "stream.arrows", "lz4.feather", "zstd.feather", "layouts.arrow"})
    void damagedFilesAreRefused(String name) throws IOException {
        byte[] whole = Files.readAllBytes(SAMPLES.resolve(name));
        Random random = new Random(1);
        Path input = folder.resolve(name);
        int refused = 0;
        for (int i = 0; i < 400; i++) {
            byte[] damaged = whole.clone();
            for (int j = 0; j < 3; j++) {
                damaged[random.nextInt(damaged.length)] = (byte) (random.nextBoolean() ? -1 : random.nextInt());
            }
            Files.write(input, damaged);
            try {
                sort(input, "o.arrow", false, Long.MAX_VALUE, "1", "3");
            } catch (IOException e) {
                refused++;
                assertThat(e).hasMessageStartingWith(input + ": ");
            }
        }
        assertThat(refused).isGreaterThan(20);
    }
}
