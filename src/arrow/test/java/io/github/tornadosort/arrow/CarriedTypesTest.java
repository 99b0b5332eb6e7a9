package io.github.tornadosort.arrow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.Sorter;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.IntervalDayVector;
import org.apache.arrow.vector.IntervalMonthDayNanoVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.ListViewVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.complex.impl.UnionMapWriter;
import org.apache.arrow.vector.complex.writer.FieldWriter;
import org.apache.arrow.vector.types.Types.MinorType;
import org.apache.arrow.vector.types.UnionMode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Columns of types that have no order are reordered with the others. */
class CarriedTypesTest {
    private static final int ROWS = 40_000;

    /** Makes a vector of {@link #ROWS} values. */
    private record Case(String name, Maker maker) {
        interface Maker {
            FieldVector make(BufferAllocator allocator);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> cases() {
        return Stream.of(
                new Case("list", allocator -> lists(ListVector.empty("c", allocator), ListVector::getWriter, 7, i -> i % 4)),
                new Case("large list",
                        allocator -> lists(LargeListVector.empty("c", allocator), LargeListVector::getWriter, ROWS,
                                i -> i % 4)),
                new Case("list view", CarriedTypesTest::listView),
                new Case("fixed-size list",
                        allocator -> lists(FixedSizeListVector.empty("c", 3, allocator), FixedSizeListVector::getWriter,
                                ROWS, _ -> 3)),
                new Case("map", CarriedTypesTest::map),
                new Case("struct", CarriedTypesTest::struct),
                new Case("dictionary", CarriedTypesTest::dictionary),
                new Case("null", allocator -> new NullVector("c", ROWS)),
                new Case("views", CarriedTypesTest::views),
                new Case("interval of days", CarriedTypesTest::days),
                new Case("interval of nanoseconds", CarriedTypesTest::nanoseconds));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void valuesFollowTheirRows(Case one) {
        try (BufferAllocator allocator = new RootAllocator();
                Sorter sorter = Sorter.open();
                FieldVector carried = one.maker.make(allocator);
                IntVector keys = new IntVector("k", allocator)) {
            Random random = new Random(1);
            keys.allocateNew(ROWS);
            IntStream.range(0, ROWS).forEach(i -> keys.set(i, random.nextInt()));
            keys.setValueCount(ROWS);
            List<Object> before = Data.values(carried);
            VectorSchemaRoot table = VectorSchemaRoot.of(keys, carried);
            int[] order = ArrowSort.argsort(sorter, table, ArrowKey.ascending("k"));

            assertThatThrownBy(() -> ArrowSort.argsort(sorter, carried, ArrowKey.ascending()))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("have no order");
            int[] some = {ROWS - 1, 0, 0, 17};
            try (FieldVector taken = ArrowSort.take(carried, some, allocator)) {
                assertThat(Data.values(taken)).isEqualTo(Data.at(before, some));
                assertThat(taken.getField()).isEqualTo(carried.getField());
            }
            ArrowSort.sort(sorter, table, ArrowKey.ascending("k"));
            assertThat(Data.values(carried)).isEqualTo(Data.at(before, order));
            assertThat(Data.values(keys)).isSorted();
        }
    }

    static Stream<Field> unsupported() {
        Field number = Field.nullable("n", MinorType.INT.getType());
        Field ends = Field.notNullable("run_ends", MinorType.INT.getType());
        return Stream.of(
                new Field("c", FieldType.nullable(new ArrowType.Union(UnionMode.Sparse, new int[] {0})), List.of(number)),
                new Field("c", FieldType.nullable(new ArrowType.Union(UnionMode.Dense, new int[] {0})), List.of(number)),
                new Field("c", FieldType.notNullable(ArrowType.RunEndEncoded.INSTANCE), List.of(ends, number)));
    }

    /** Also where a nested column has such a type; the table is unchanged. */
    @ParameterizedTest
    @MethodSource("unsupported")
    void otherTypesAreRefused(Field field) {
        Field struct = new Field("s", FieldType.nullable(MinorType.STRUCT.getType()), List.of(field));
        String message = "columns of type " + field.getType().getTypeID() + " are not supported";
        for (Field one : List.of(field, struct)) {
            try (BufferAllocator allocator = new RootAllocator();
                    Sorter sorter = Sorter.open();
                    FieldVector carried = one.createVector(allocator);
                    IntVector keys = new IntVector("k", allocator)) {
                keys.setSafe(0, 2);
                keys.setSafe(1, 1);
                VectorSchemaRoot table = VectorSchemaRoot.of(keys, carried);
                table.setRowCount(2);

                assertThatThrownBy(() -> ArrowSort.argsort(sorter, carried, ArrowKey.ascending()))
                        .isInstanceOf(IllegalArgumentException.class).hasMessage(message);
                assertThatThrownBy(() -> ArrowSort.take(carried, new int[] {0}, allocator))
                        .isInstanceOf(IllegalArgumentException.class).hasMessage(message);
                assertThatThrownBy(() -> ArrowSort.sort(sorter, table, ArrowKey.ascending("k")))
                        .isInstanceOf(IllegalArgumentException.class).hasMessage(message);
                assertThat(Data.values(keys)).containsExactly(2, 1);
            }
        }
    }

    /** The buffers of views are copied as a whole only if they are not longer than the strings of the rows. */
    @Test
    void fewViewsTakeFewBytes() {
        try (BufferAllocator allocator = new RootAllocator(); FieldVector views = views(allocator)) {
            try (FieldVector none = ArrowSort.take(views, new int[] {2, 4}, allocator);
                    FieldVector few = ArrowSort.take(views, new int[] {1, 2, 5}, allocator);
                    FieldVector repeated = ArrowSort.take(views, new int[3 * ROWS], allocator)) {
                assertThat(viewed(none)).isZero();
                assertThat(viewed(few)).isEqualTo("a string that is longer than a view 1".length() * 2L);
                assertThat(Data.values(few)).isEqualTo(Data.at(Data.values(views), new int[] {1, 2, 5}));
                assertThat(viewed(repeated)).isZero();
            }
            int[] ones = IntStream.generate(() -> 1).limit(2 * ROWS).toArray();
            try (FieldVector repeated = ArrowSort.take(views, ones, allocator)) {
                assertThat(viewed(repeated)).isEqualTo(viewed(views));
                assertThat(Data.values(repeated)).containsOnly(Data.values(views).get(1));
            }
        }
    }

    /** Returns the number of bytes that are outside of the views of the only child. */
    private static long viewed(FieldVector struct) {
        return struct.getChildrenFromFields().getFirst().getFieldBuffers().stream().skip(2)
                .mapToLong(buffer -> buffer.readableBytes()).sum();
    }

    private static FieldVector listView(BufferAllocator allocator) {
        ListViewVector vector = ListViewVector.empty("c", allocator);
        vector.setInitialCapacity(ROWS);
        vector.allocateNew();
        IntVector elements =
                (IntVector) vector.addOrGetVector(FieldType.nullable(MinorType.INT.getType())).getVector();
        IntStream.range(0, 4 * ROWS).forEach(i -> elements.setSafe(i, i));
        elements.setValueCount(4 * ROWS);
        for (int i = 0; i < ROWS; i++) {
            vector.setOffset(i, 4 * i);
            vector.setSize(i, i % 4);
            vector.setValidity(i, i % 7 == 0 ? 0 : 1);
        }
        vector.setValueCount(ROWS);
        return vector;
    }

    /**
     * Writes a list for each row.
     *
     * @param nullEvery the distance of the rows that are null
     */
    private static <V extends FieldVector> V lists(V vector, Function<V, FieldWriter> newWriter, int nullEvery,
            IntUnaryOperator length) {
        FieldWriter writer = newWriter.apply(vector);
        for (int i = 0; i < ROWS; i++) {
            writer.setPosition(i);
            if (i % nullEvery == 0) {
                continue;
            }
            writer.startList();
            for (int j = 0; j < length.applyAsInt(i); j++) {
                writer.writeInt(i + j);
            }
            writer.endList();
        }
        vector.setValueCount(ROWS);
        return vector;
    }

    private static FieldVector map(BufferAllocator allocator) {
        MapVector vector = MapVector.empty("c", allocator, false);
        UnionMapWriter writer = vector.getWriter();
        for (int i = 0; i < ROWS; i++) {
            writer.setPosition(i);
            writer.startMap();
            for (int j = 0; j < i % 3; j++) {
                writer.startEntry();
                writer.key().bigInt().writeBigInt(j);
                writer.value().integer().writeInt(i);
                writer.endEntry();
            }
            writer.endMap();
        }
        writer.setValueCount(ROWS);
        return vector;
    }

    private static FieldVector struct(BufferAllocator allocator) {
        StructVector vector = StructVector.empty("c", allocator);
        IntVector number = vector.addOrGet("n", FieldType.nullable(MinorType.INT.getType()), IntVector.class);
        VarCharVector text = vector.addOrGet("t", FieldType.nullable(MinorType.VARCHAR.getType()), VarCharVector.class);
        vector.allocateNew();
        for (int i = 0; i < ROWS; i++) {
            if (i % 5 != 0) {
                number.setSafe(i, i);
                text.setSafe(i, ("text " + i).getBytes(UTF_8));
                vector.setIndexDefined(i);
            }
        }
        vector.setValueCount(ROWS);
        return vector;
    }

    private static FieldVector dictionary(BufferAllocator allocator) {
        FieldType type = new FieldType(true, MinorType.TINYINT.getType(),
                new DictionaryEncoding(1, false, (ArrowType.Int) MinorType.TINYINT.getType()));
        TinyIntVector vector = new TinyIntVector("c", type, allocator);
        vector.allocateNew(ROWS);
        for (int i = 0; i < ROWS; i++) {
            vector.set(i, i % 100);
        }
        vector.setNull(3);
        vector.setValueCount(ROWS);
        return vector;
    }

    private static FieldVector days(BufferAllocator allocator) {
        IntervalDayVector vector = new IntervalDayVector("c", allocator);
        vector.allocateNew(ROWS);
        IntStream.range(0, ROWS).forEach(i -> vector.set(i, i, i % 1000));
        vector.setValueCount(ROWS);
        return vector;
    }

    private static FieldVector nanoseconds(BufferAllocator allocator) {
        IntervalMonthDayNanoVector vector = new IntervalMonthDayNanoVector("c", allocator);
        vector.allocateNew(ROWS);
        IntStream.range(0, ROWS).forEach(i -> vector.set(i, i, i % 1000, i));
        vector.setValueCount(ROWS);
        return vector;
    }

    private static FieldVector views(BufferAllocator allocator) {
        // As the element of a struct, so that it has no order.
        StructVector vector = StructVector.empty("c", allocator);
        ViewVarCharVector text =
                vector.addOrGet("t", FieldType.nullable(MinorType.VIEWVARCHAR.getType()), ViewVarCharVector.class);
        vector.allocateNew();
        for (int i = 0; i < ROWS; i++) {
            text.setSafe(i, (i % 2 == 0 ? "short " + i % 100 : "a string that is longer than a view " + i).getBytes(UTF_8));
            vector.setIndexDefined(i);
        }
        vector.setValueCount(ROWS);
        return vector;
    }
}
