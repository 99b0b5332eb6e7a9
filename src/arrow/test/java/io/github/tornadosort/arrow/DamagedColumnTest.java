package io.github.tornadosort.arrow;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.flatbuffers.FlatBufferBuilder;
import io.github.tornadosort.arrow.internal.ArrowArray;
import io.github.tornadosort.arrow.internal.Layout;
import io.github.tornadosort.arrow.internal.Take;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.UnionMode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns that damaged files describe. */
class DamagedColumnTest {
    private static final Field INT = field(new ArrowType.Int(32, true));
    private static final Field SHORT = field(new ArrowType.Int(16, true));

    private static Field field(ArrowType type, Field... children) {
        return new Field("c", FieldType.nullable(type), List.of(children));
    }

    private static Layout layout(Field field) {
        FlatBufferBuilder builder = new FlatBufferBuilder();
        builder.finish(field.getField(builder));
        return Layout.of(org.apache.arrow.flatbuf.Field.getRootAsField(builder.dataBuffer()));
    }

    static Stream<Field> impossible() {
        return Stream.of(
                field(new ArrowType.FixedSizeBinary(-1)),
                field(new ArrowType.FixedSizeList(-1), INT),
                field(new ArrowType.Decimal(5, 2, 24)),
                field(new ArrowType.Time(TimeUnit.SECOND, 16)),
                field(ArrowType.List.INSTANCE),
                field(ArrowType.List.INSTANCE, INT, INT),
                field(new ArrowType.FixedSizeList(2)),
                field(new ArrowType.Map(false)),
                field(ArrowType.RunEndEncoded.INSTANCE, INT),
                field(ArrowType.RunEndEncoded.INSTANCE, field(new ArrowType.FloatingPoint(FloatingPointPrecision.HALF)),
                        INT),
                field(new ArrowType.Union(UnionMode.Dense, new int[] {1, 1}), INT, INT),
                field(new ArrowType.Union(UnionMode.Dense, new int[] {1, 300}), INT, INT),
                new Field("c", new FieldType(true, ArrowType.Utf8.INSTANCE,
                        new DictionaryEncoding(1, false, new ArrowType.Int(24, true))), List.of()));
    }

    @ParameterizedTest
    @MethodSource("impossible")
    void typesThatCannotBeAreRefused(Field field) {
        assertThatThrownBy(() -> layout(field)).isInstanceOf(IllegalArgumentException.class);
    }

    private static ArrowArray ints(int... values) {
        return new ArrowArray(layout(INT), values.length, 0, List.of(MemorySegment.NULL, MemorySegment.ofArray(values)),
                List.of());
    }

    private static ArrowArray shorts(short... values) {
        return new ArrowArray(
                layout(SHORT), values.length, 0, List.of(MemorySegment.NULL, MemorySegment.ofArray(values)), List.of());
    }

    private static ArrowArray take(ArrowArray from, long... rows) {
        return Take.of(List.of(from), rows, bytes -> MemorySegment.ofArray(new byte[(int) bytes]));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 2, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void anElementOfAUnionMustBeInItsChild(int offset) {
        Field field = field(new ArrowType.Union(UnionMode.Dense, new int[] {5}), INT);
        // The buffer of the child is longer than its values, as padding makes it.
        ArrowArray child = new ArrowArray(
                layout(INT), 2, 0, List.of(MemorySegment.NULL, MemorySegment.ofArray(new int[8])), List.of());
        ArrowArray union = new ArrowArray(layout(field), 1, 0,
                List.of(MemorySegment.ofArray(new byte[] {5}), MemorySegment.ofArray(new int[] {offset})), List.of(child));

        assertThatThrownBy(() -> take(union, 0)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("damaged column: ");
    }

    @Test
    void aRowMustBeInARun() {
        Field field = field(ArrowType.RunEndEncoded.INSTANCE, INT, INT);
        ArrowArray runs = new ArrowArray(layout(field), 3, 0, List.of(), List.of(ints(2), ints(7)));

        take(runs, 0, 1);
        assertThatThrownBy(() -> take(runs, 2)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("damaged column: ");
    }

    @Test
    void endsOfRunsMustAscend() {
        Layout layout = layout(field(ArrowType.RunEndEncoded.INSTANCE, INT, INT));
        for (ArrowArray ends : List.of(ints(2, 1), ints(2, 2), ints(0, 3), ints(-1, 3))) {
            assertThatThrownBy(() -> new ArrowArray(layout, 2, 0, List.of(), List.of(ends, ints(7, 8))))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("a run that ends at ");
        }
    }

    /** Rows may repeat, so that there are more of them than in the column. */
    @Test
    void runsMustNotEndBeyondTheirType() {
        Field field = field(ArrowType.RunEndEncoded.INSTANCE, SHORT, INT);
        ArrowArray runs = new ArrowArray(layout(field), 3, 0, List.of(), List.of(shorts((short) 3), ints(7)));

        take(runs, new long[Short.MAX_VALUE]);
        assertThatThrownBy(() -> take(runs, new long[Short.MAX_VALUE + 1])).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("32768 rows are too many for ends of runs of 16 bits");
    }
}
