package io.github.tornadosort.arrow.internal.file;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flatbuf.Date;
import org.apache.arrow.flatbuf.DateUnit;
import org.apache.arrow.flatbuf.Decimal;
import org.apache.arrow.flatbuf.DictionaryEncoding;
import org.apache.arrow.flatbuf.Duration;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.FixedSizeBinary;
import org.apache.arrow.flatbuf.FixedSizeList;
import org.apache.arrow.flatbuf.FloatingPoint;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.Interval;
import org.apache.arrow.flatbuf.IntervalUnit;
import org.apache.arrow.flatbuf.Map;
import org.apache.arrow.flatbuf.Null;
import org.apache.arrow.flatbuf.Precision;
import org.apache.arrow.flatbuf.Time;
import org.apache.arrow.flatbuf.TimeUnit;
import org.apache.arrow.flatbuf.Timestamp;
import org.apache.arrow.flatbuf.Type;
import org.apache.arrow.flatbuf.Union;
import org.apache.arrow.flatbuf.UnionMode;

/** The type of a column as text. Two columns have the same text if and only if rows of one may follow rows of the other. */
final class FieldType {
    private FieldType() {}

    /** Returns the type of a column, for example {@code Timestamp(MICROSECOND, UTC)} or {@code List<item: Int(16) or null>}. */
    static String of(Field field) {
        DictionaryEncoding dictionary = field.dictionary();
        String type = Type.name(field.typeType()) + parameters(field) + children(field);
        if (dictionary != null) {
            String index = dictionary.indexType() == null ? "(32)" : integer(dictionary.indexType());
            type = "Dictionary" + index + (dictionary.isOrdered() ? " in order" : "") + " of " + type;
        }
        return field.nullable() ? type + " or null" : type;
    }

    private static String children(Field field) {
        List<String> children = new ArrayList<>();
        for (int i = 0; i < field.childrenLength(); i++) {
            children.add(field.children(i).name() + ": " + of(field.children(i)));
        }
        return children.isEmpty() ? "" : "<" + String.join(", ", children) + ">";
    }

    private static String integer(Int type) {
        return "(" + type.bitWidth() + (type.isSigned() ? ")" : ", unsigned)");
    }

    private static String parameters(Field field) {
        return switch (field.typeType()) {
            case Type.Int -> integer((Int) field.type(new Int()));
            case Type.FloatingPoint ->
                "(" + Precision.name(((FloatingPoint) field.type(new FloatingPoint())).precision()) + ")";
            case Type.Decimal -> {
                Decimal type = (Decimal) field.type(new Decimal());
                yield "(" + type.precision() + ", " + type.scale() + ", " + type.bitWidth() + " bits)";
            }
            case Type.Date -> "(" + DateUnit.name(((Date) field.type(new Date())).unit()) + ")";
            case Type.Time -> "(" + TimeUnit.name(((Time) field.type(new Time())).unit()) + ")";
            case Type.Timestamp -> {
                Timestamp type = (Timestamp) field.type(new Timestamp());
                yield "(" + TimeUnit.name(type.unit()) + (type.timezone() == null ? ")" : ", " + type.timezone() + ")");
            }
            case Type.Duration -> "(" + TimeUnit.name(((Duration) field.type(new Duration())).unit()) + ")";
            case Type.Interval -> "(" + IntervalUnit.name(((Interval) field.type(new Interval())).unit()) + ")";
            case Type.FixedSizeBinary -> "(" + ((FixedSizeBinary) field.type(new FixedSizeBinary())).byteWidth() + ")";
            case Type.FixedSizeList -> "(" + ((FixedSizeList) field.type(new FixedSizeList())).listSize() + ")";
            case Type.Union -> union((Union) field.type(new Union()));
            case Type.Map -> ((Map) field.type(new Map())).keysSorted() ? "(sorted)" : "";
            default -> {
                // The table has no fields, but readers read it.
                field.type(new Null());
                yield "";
            }
        };
    }

    private static String union(Union type) {
        StringBuilder text = new StringBuilder("(" + UnionMode.name(type.mode()));
        for (int i = 0; i < type.typeIdsLength(); i++) {
            text.append(", ").append(type.typeIds(i));
        }
        return text.append(')').toString();
    }
}
