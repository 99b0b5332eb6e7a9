package io.github.tornadosort.arrow.internal.file;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.flatbuffers.FlatBufferBuilder;
import io.github.tornadosort.arrow.internal.ArrowArray;
import io.github.tornadosort.arrow.internal.Layout;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.UnionMode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.Test;

class ColumnCheckTest {
    private static final Field INT = field(new ArrowType.Int(32, true));
    /** Dictionary 7 has three values. */
    private static final ColumnCheck CHECK = new ColumnCheck(Map.of(7L, 3L));

    private static Field field(ArrowType type, Field... children) {
        return new Field("c", FieldType.nullable(type), List.of(children));
    }

    private static Layout layout(Field field) {
        FlatBufferBuilder builder = new FlatBufferBuilder();
        builder.finish(field.getField(builder));
        return Layout.of(org.apache.arrow.flatbuf.Field.getRootAsField(builder.dataBuffer()));
    }

    private static MemorySegment ints(int... values) {
        return MemorySegment.ofArray(values);
    }

    private static MemorySegment bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return MemorySegment.ofArray(bytes);
    }

    private static ArrowArray column(Field field, int length, int nulls, List<ArrowArray> children,
            MemorySegment... buffers) {
        return new ArrowArray(layout(field), length, nulls, List.of(buffers), children);
    }

    private static ArrowArray numbers(int length) {
        return column(INT, length, 0, List.of(), bytes(), MemorySegment.ofArray(new int[length]));
    }

    private static void assertDamaged(ArrowArray column, String message) {
        assertThatThrownBy(() -> CHECK.require(column)).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }

    private static ArrowArray nullable(int nulls, MemorySegment bitmap, int length) {
        return column(INT, length, nulls, List.of(), bitmap, MemorySegment.ofArray(new int[length]));
    }

    @Test
    void theNumberOfNullsIsThatOfTheBitmap() {
        MemorySegment bitmap = bytes(0xfe, -1, -1, -1, -1, -1, -1, -1, 1, 0xff);
        CHECK.require(nullable(2, bitmap, 66));
        CHECK.require(nullable(0, bytes(), 66));
        CHECK.require(nullable(0, bytes(0xff), 3));
        assertDamaged(nullable(1, bitmap, 66), "damaged column of type Int: 1 nulls, and its bitmap has 2");
        assertDamaged(nullable(0, bitmap, 66), "damaged column of type Int: 0 nulls, and its bitmap has 2");
        assertDamaged(nullable(3, bytes(0xff), 3), "damaged column of type Int: 3 nulls, and its bitmap has 0");
    }

    private static ArrowArray text(int bytes, int... offsets) {
        return column(field(ArrowType.Utf8.INSTANCE), offsets.length - 1, 0, List.of(), bytes(), ints(offsets),
                MemorySegment.ofArray(new byte[bytes]));
    }

    @Test
    void offsetsAscendAndAreWithinTheBytes() {
        CHECK.require(text(5, 1, 3, 3, 5));
        CHECK.require(column(field(ArrowType.Utf8.INSTANCE), 0, 0, List.of(), bytes(), bytes(), bytes()));
        assertDamaged(text(5, 0, 3, 6), "damaged column of type Utf8: value 1 is from 3 to 6 of 5");
        assertDamaged(text(5, 0, 3, 2), "damaged column of type Utf8: value 1 is from 3 to 2 of 5");
        assertDamaged(text(5, -1, 3), "damaged column of type Utf8: value 0 is from -1 to 3 of 5");
    }

    private static ArrowArray list(ArrowArray elements, int... offsets) {
        return column(field(ArrowType.List.INSTANCE, INT), offsets.length - 1, 0, List.of(elements), bytes(), ints(offsets));
    }

    @Test
    void elementsOfListsAreThere() {
        CHECK.require(list(numbers(4), 0, 1, 4));
        assertDamaged(list(numbers(4), 0, 1, 5), "damaged column of type List: value 1 is from 1 to 5 of 4");
        // Columns are checked at all depths.
        assertDamaged(list(nullable(1, bytes(0xff), 4), 0, 1, 4),
                "damaged column of type Int: 1 nulls, and its bitmap has 0");
    }

    private static ArrowArray listView(int offset, int size) {
        return column(field(ArrowType.ListView.INSTANCE, INT), 1, 0, List.of(numbers(4)), bytes(), ints(offset), ints(size));
    }

    @Test
    void elementsOfListViewsAreThere() {
        CHECK.require(listView(1, 3));
        assertDamaged(listView(2, 3), "damaged column: 3 bytes or elements from 2 of 4");
        assertDamaged(listView(2, -1), "damaged column: -1 bytes or elements from 2 of 4");
    }

    private static ArrowArray view(int length, int buffer, int offset) {
        return column(field(ArrowType.Utf8View.INSTANCE), 1, 0, List.of(), bytes(), ints(length, 0, buffer, offset),
                MemorySegment.ofArray(new byte[20]));
    }

    @Test
    void bytesOfViewsAreThere() {
        CHECK.require(view(12, 9, 9));
        CHECK.require(view(13, 0, 7));
        assertDamaged(view(13, 0, 8), "damaged column: 13 bytes or elements from 8 of 20");
        assertDamaged(view(13, 1, 0), "damaged column: 1 bytes or elements from 1 of 1");
        assertDamaged(view(-1, 0, 0), "damaged column: -1 bytes or elements from 0 of 12");
    }

    private static ArrowArray union(UnionMode mode, int type, int element) {
        Field field = field(new ArrowType.Union(mode, new int[] {5, 9}), INT, INT);
        List<ArrowArray> children = List.of(numbers(2), numbers(1));
        return mode == UnionMode.Dense
                ? column(field, 1, 0, children, bytes(type), ints(element))
                : column(field, 1, 0, children, bytes(type));
    }

    @Test
    void membersOfUnionsAreThere() {
        CHECK.require(union(UnionMode.Dense, 5, 1));
        CHECK.require(union(UnionMode.Sparse, 9, 0));
        assertDamaged(union(UnionMode.Dense, 9, 1), "damaged column: 1 bytes or elements from 1 of 1");
        String unknown = "damaged column of type Union: value 0 has the type id 6; expected one of [5, 9]";
        assertDamaged(union(UnionMode.Dense, 6, 0), unknown);
        assertDamaged(union(UnionMode.Sparse, 6, 0), unknown);
    }

    private static ArrowArray runs(int length, int values, int... ends) {
        ArrowArray column = column(INT, ends.length, 0, List.of(), bytes(), ints(ends));
        return column(
                field(ArrowType.RunEndEncoded.INSTANCE, INT, INT), length, 0, List.of(column, numbers(values)));
    }

    @Test
    void runsHaveValuesForAllRows() {
        CHECK.require(runs(5, 2, 2, 5));
        CHECK.require(runs(0, 0));
        assertDamaged(runs(6, 2, 2, 5),
                "damaged column of type RunEndEncoded: 6 values in 2 runs that end at 5, with 2 values and 0 nulls");
        assertDamaged(runs(5, 1, 2, 5),
                "damaged column of type RunEndEncoded: 5 values in 2 runs that end at 5, with 1 values and 0 nulls");
    }

    private static ArrowArray encoded(boolean signed, int nulls, int... indices) {
        Field field = new Field("c", new FieldType(true, ArrowType.Utf8.INSTANCE,
                new DictionaryEncoding(7, false, new ArrowType.Int(8, signed))), List.of());
        return column(field, indices.length, nulls, List.of(), nulls == 0 ? bytes() : bytes(1), bytes(indices));
    }

    @Test
    void indicesAreThoseOfADictionary() {
        CHECK.require(encoded(true, 0, 0, 2));
        CHECK.require(encoded(true, 1, 0, 99));
        assertDamaged(encoded(true, 0, 0, 3),
                "damaged column of type Dictionary: value 1 is index 3 of a dictionary of 3 values");
        assertDamaged(encoded(true, 0, -1),
                "damaged column of type Dictionary: value 0 is index -1 of a dictionary of 3 values");
        assertDamaged(encoded(false, 0, 255),
                "damaged column of type Dictionary: value 0 is index 255 of a dictionary of 3 values");
        assertThatThrownBy(() -> new ColumnCheck(Map.of()).require(encoded(true, 0, 0)))
                .hasMessageEndingWith("value 0 is index 0 of a dictionary of 0 values");
    }
}
