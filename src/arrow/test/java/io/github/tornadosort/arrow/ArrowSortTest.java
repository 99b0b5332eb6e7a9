package io.github.tornadosort.arrow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.Sorter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ArrowSortTest {
    private static final int ROWS = 40_000;

    private final Sorter sorter = Sorter.open();
    private RootAllocator allocator;
    private VectorSchemaRoot table;

    @BeforeEach
    void makeTable() {
        allocator = new RootAllocator();
        IntVector day = new IntVector("day", allocator);
        Float8Vector price = new Float8Vector("price", allocator);
        VarCharVector name = new VarCharVector("name", allocator);
        Random random = new Random(1);
        day.allocateNew(ROWS);
        price.allocateNew(ROWS);
        name.allocateNew();
        for (int i = 0; i < ROWS; i++) {
            day.set(i, random.nextInt(300) - 150);
            if (random.nextInt(10) == 0) {
                price.setNull(i);
            } else {
                price.set(i, random.nextInt(1000) / 8.0);
            }
            name.setSafe(i, Integer.toString(random.nextInt(100)).getBytes(UTF_8));
        }
        table = VectorSchemaRoot.of(day, price, name);
        table.setRowCount(ROWS);
    }

    @AfterEach
    void close() {
        table.close();
        allocator.close(); // fails if memory is still in use
        sorter.close();
    }

    private List<Object> column(String name) {
        return Data.values(table.getVector(name));
    }

    private static <T extends Comparable<T>> Comparator<Integer> by(
            List<Object> values, Function<Object, T> type, Comparator<T> order) {
        return Comparator.comparing(i -> type.apply(values.get(i)), order);
    }

    private int[] expected() {
        Integer[] rows = new Integer[ROWS];
        Arrays.setAll(rows, i -> i);
        Arrays.sort(rows, by(column("day"), Integer.class::cast, Comparator.naturalOrder())
                .thenComparing(by(column("price"), Double.class::cast, Comparator.nullsLast(Comparator.reverseOrder())))
                .thenComparing(by(column("name"), Object::toString, Comparator.naturalOrder())));
        return Arrays.stream(rows).mapToInt(i -> i).toArray();
    }

    private static final ArrowKey[] KEYS = {
        ArrowKey.ascending("day"), ArrowKey.descending("price"), ArrowKey.ascending("name")
    };

    @Test
    void sortReordersAllColumns() {
        int[] order = expected();
        List<Object> names = Data.at(column("name"), order);
        List<Object> prices = Data.at(column("price"), order);

        ArrowSort.sort(sorter, table, KEYS);

        assertThat(table.getRowCount()).isEqualTo(ROWS);
        assertThat(column("name")).isEqualTo(names);
        assertThat(column("price")).isEqualTo(prices);
        ArrowSort.sort(sorter, table.getVector("name"), ArrowKey.descending());
        assertThat(column("name").stream().map(Object::toString))
                .isSortedAccordingTo(Comparator.reverseOrder());
    }

    @Test
    void takeMayRepeatRows() {
        int[] rows = {5, 5, 0, ROWS - 1};
        try (VectorSchemaRoot taken = ArrowSort.take(table, rows, allocator)) {
            assertThat(taken.getSchema()).isEqualTo(table.getSchema());
            assertThat(taken.getRowCount()).isEqualTo(4);
            for (String name : List.of("day", "price", "name")) {
                assertThat(Data.values(taken.getVector(name))).isEqualTo(Data.at(column(name), rows));
            }
        }
        try (VectorSchemaRoot taken = ArrowSort.take(table, new int[0], allocator)) {
            assertThat(taken.getRowCount()).isZero();
        }
        assertThatThrownBy(() -> ArrowSort.take(table, new int[] {ROWS}, allocator))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> ArrowSort.take(table, new int[] {-1}, allocator))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void emptyTableIsSorted() {
        try (VectorSchemaRoot empty = VectorSchemaRoot.create(table.getSchema(), allocator)) {
            empty.allocateNew();
            empty.setRowCount(0);
            assertThat(ArrowSort.argsort(sorter, empty, KEYS)).isEmpty();
            ArrowSort.sort(sorter, empty, KEYS);
            assertThat(empty.getRowCount()).isZero();
        }
    }

    /** A list without rows sets the indices of an empty buffer that all vectors of the JVM share. */
    @Test
    void indicesOfTheSharedEmptyBufferDoNotMatter() throws IOException {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        try (ViewVarCharVector views = new ViewVarCharVector("v", allocator);
                ListVector list = ListVector.empty("list", allocator)) {
            views.allocateNew(2);
            views.setSafe(0, "a string that is longer than a view".getBytes(UTF_8));
            views.setSafe(1, "two".getBytes(UTF_8));
            views.setValueCount(2);
            try (FieldVector taken = ArrowSort.take(views, new int[] {1}, allocator);
                    VectorSchemaRoot table = VectorSchemaRoot.of(taken);
                    ArrowStreamWriter writer = new ArrowStreamWriter(table, null, written)) {
                assertThat(list.getFieldBuffers()).anyMatch(buffer -> buffer.readableBytes() > buffer.capacity());
                writer.start();
                writer.writeBatch();
            }
            assertThat(Vectors.view(list).buffers()).allMatch(buffer -> buffer.byteSize() == 0);
            try (FieldVector none = ArrowSort.take(list, new int[0], allocator)) {
                assertThat(none.getValueCount()).isZero();
            }
        } finally {
            allocator.getEmpty().clear();
        }
        try (ArrowStreamReader reader = new ArrowStreamReader(new ByteArrayInputStream(written.toByteArray()), allocator)) {
            assertThat(reader.loadNextBatch()).isTrue();
            assertThat(Data.values(reader.getVectorSchemaRoot().getVector("v"))).hasToString("[two]");
        }
    }

    @Test
    void keysThatAreNoColumnsOfTheTableAreRefused() {
        assertRefused(table, "no key to sort by");
        assertRefused(table, "no column has the name 'x'; the columns are [day, price, name]", ArrowKey.ascending("x"));
        assertRefused(table, "a key without a column, but there are the columns [day, price, name]", ArrowKey.ascending());
        assertThatThrownBy(() -> ArrowSort.argsort(sorter, table.getVector("day"), ArrowKey.ascending("price")))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("no column has the name 'price'");
        table.getVector("price").setValueCount(7);
        assertRefused(table, "column 'price' has 7 values, and the table has 40000 rows", ArrowKey.ascending("price"));
        try (IntVector other = new IntVector("day", allocator)) {
            assertRefused(VectorSchemaRoot.of((IntVector) table.getVector("day"), other),
                    "2 columns have the name 'day'; the columns are [day, day]", ArrowKey.ascending("day"));
        }
    }

    private void assertRefused(VectorSchemaRoot rows, String message, ArrowKey... keys) {
        assertThatThrownBy(() -> ArrowSort.argsort(sorter, rows, keys)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void tableIsUnchangedIfAnAllocationFails() {
        List<Object> days = column("day");
        List<Object> prices = column("price");
        List<Object> names = column("name");
        int failures = 0;
        for (long free = 0;; free += 32 << 10) {
            try {
                allocator.setLimit(allocator.getAllocatedMemory() + free);
                ArrowSort.sort(sorter, table, KEYS);
                break;
            } catch (OutOfMemoryException e) {
                failures++;
                assertThat(column("day")).isEqualTo(days);
                assertThat(column("price")).isEqualTo(prices);
                assertThat(column("name")).isEqualTo(names);
            }
        }
        assertThat(failures).isGreaterThan(10);
        assertThat(column("day")).isNotEqualTo(days);
    }

    @Test
    void takeReleasesItsMemoryIfAnAllocationFails() {
        try (BufferAllocator small = allocator.newChildAllocator("small", 0, 1 << 20)) {
            assertThatThrownBy(() -> ArrowSort.take(table, new int[ROWS], small))
                    .isInstanceOf(OutOfMemoryException.class);
            assertThat(small.getAllocatedMemory()).isZero();
        }
    }

    /** A string of 1024 bytes, more than 2^21 times: no bytes are copied, and the vector that was made is closed. */
    @Test
    void takeReleasesItsMemoryIfTheResultIsTooLongForItsOffsets() {
        try (VarCharVector text = new VarCharVector("text", allocator);
                BufferAllocator other = allocator.newChildAllocator("other", 0, 1 << 26)) {
            text.allocateNew(1024, 1);
            text.set(0, new byte[1024]);
            text.setValueCount(1);

            assertThatThrownBy(() -> ArrowSort.take(text, new int[1 << 21], other))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("the values of the first 2097152 of 2097152 rows are too long for offsets of 32 bits");
            assertThat(other.getAllocatedMemory()).isZero();
        }
    }
}
