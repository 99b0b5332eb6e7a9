package io.github.tornadosort.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.NullsFirst$;
import org.apache.spark.sql.catalyst.expressions.SortOrder;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DayTimeIntervalType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimeType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.sql.types.YearMonthIntervalType;
import org.apache.spark.unsafe.Platform;

/**
 * A key, or a field of a key that is a struct, as bits that are ordered as unsigned numbers.
 *
 * @param path the index of the key in a row, then that of the field in each struct
 * @param sizes number of fields of the row and of each struct
 * @param kind what the bits are
 * @param isInverted whether large values come first
 * @param isNullable whether there may be nulls
 * @param nullsFirst whether nulls come first
 */
record KeyField(int[] path, int[] sizes, Kind kind, boolean isInverted, boolean isNullable, boolean nullsFirst) {
    /** What the bits of a field are. The order of doubles and floats has unused bits at both ends, which are nulls. */
    enum Kind {
        BOOLEAN(1),
        BYTE(8),
        SHORT(16),
        INT(32),
        LONG(64),
        FLOAT(32),
        DOUBLE(64),
        /** The upper half of a decimal of more than 18 digits. */
        DECIMAL_HIGH(64),
        DECIMAL_LOW(64),
        /** Bytes of any number, see {@link #chunk}. */
        TEXT(0),
        /** Only the bit that tells whether it is null. */
        STRUCT(0);

        private final int bits;

        Kind(int bits) {
            this.bits = bits;
        }

        int bits() {
            return bits;
        }
    }

    /** Bits that count the bytes of a chunk. */
    static final int COUNT_BITS = 4;

    /** Returns whether each key has a supported type. */
    static boolean areSupported(scala.collection.immutable.Seq<SortOrder> order) {
        return !order.isEmpty() && order.forall(key -> isSupported(key.dataType()));
    }

    private static boolean isSupported(DataType type) {
        if (type instanceof StructType struct) {
            for (StructField field : struct.fields()) {
                if (!isSupported(field.dataType())) {
                    return false;
                }
            }
            return true;
        }
        return kind(type) != null;
    }

    /** Returns the first kind of a type that is no struct, or null if it is not supported. */
    private static Kind kind(DataType type) {
        return switch (type) {
            case BooleanType _ -> Kind.BOOLEAN;
            case ByteType _ -> Kind.BYTE;
            case ShortType _ -> Kind.SHORT;
            case IntegerType _,DateType _,YearMonthIntervalType _ -> Kind.INT;
            case LongType _,TimestampType _,TimestampNTZType _,TimeType _,DayTimeIntervalType _ -> Kind.LONG;
            case FloatType _ -> Kind.FLOAT;
            case DoubleType _ -> Kind.DOUBLE;
            case DecimalType decimal -> decimal.precision() <= 18 ? Kind.LONG : Kind.DECIMAL_HIGH;
            case StringType text -> text.isUTF8BinaryCollation() ? Kind.TEXT : null;
            case BinaryType _ -> Kind.TEXT;
            default -> null;
        };
    }

    /** Returns the fields of keys at these indices of a row. */
    static List<KeyField> of(List<SortOrder> order, int[] columns, int rowSize) {
        List<KeyField> fields = new ArrayList<>();
        for (int i = 0; i < columns.length; i++) {
            SortOrder key = order.get(i);
            boolean nullsFirst = key.nullOrdering().equals(NullsFirst$.MODULE$);
            add(fields, key.dataType(), new int[] {columns[i]}, new int[] {rowSize}, !key.isAscending(),
                    key.child().nullable(), nullsFirst);
        }
        return fields;
    }

    private static void add(List<KeyField> fields, DataType type, int[] path, int[] sizes, boolean isInverted,
            boolean isNullable, boolean nullsFirst) {
        if (type instanceof StructType struct) {
            fields.add(new KeyField(path, sizes, Kind.STRUCT, isInverted, isNullable, nullsFirst));
            StructField[] parts = struct.fields();
            for (int i = 0; i < parts.length; i++) {
                add(fields, parts[i].dataType(), append(path, i), append(sizes, parts.length), isInverted,
                        isNullable || parts[i].nullable(), !isInverted);
            }
            return;
        }
        Kind kind = kind(type);
        fields.add(new KeyField(path, sizes, kind, isInverted, isNullable, nullsFirst));
        if (kind == Kind.DECIMAL_HIGH) {
            fields.add(new KeyField(path, sizes, Kind.DECIMAL_LOW, isInverted, false, nullsFirst));
        }
    }

    private static int[] append(int[] numbers, int number) {
        int[] more = Arrays.copyOf(numbers, numbers.length + 1);
        more[numbers.length] = number;
        return more;
    }

    /** Returns whether a bit after the value tells nulls from values with the same bits. */
    boolean hasNullBit() {
        return isNullable && switch (kind) {
            case DOUBLE, FLOAT, TEXT -> false;
            default -> true;
        };
    }

    /** Returns the null bit of a row. */
    long nullBit(UnsafeRow row) {
        return isNull(row) == nullsFirst ? 0 : 1;
    }

    private boolean isNull(UnsafeRow row) {
        UnsafeRow holder = holder(row);
        return holder == null || holder.isNullAt(path[path.length - 1]);
    }

    /** Returns the row or struct that has the field, or null if a struct is null. */
    private UnsafeRow holder(UnsafeRow row) {
        UnsafeRow holder = row;
        for (int i = 0; i + 1 < path.length; i++) {
            if (holder.isNullAt(path[i])) {
                return null;
            }
            holder = holder.getStruct(path[i], sizes[i + 1]);
        }
        return holder;
    }

    /** Returns the value's bits, lowest bit first; for null, those of the value that comes first or last. */
    long value(UnsafeRow row) {
        UnsafeRow holder = path.length == 1 ? row : holder(row);
        int column = path[path.length - 1];
        if (holder == null || holder.isNullAt(column)) {
            return nullsFirst ? 0 : -1;
        }
        long bits = switch (kind) {
            case BOOLEAN -> holder.getBoolean(column) ? 1 : 0;
            case BYTE -> holder.getByte(column) ^ 1L << 7;
            case SHORT -> holder.getShort(column) ^ 1L << 15;
            case INT -> holder.getInt(column) ^ 1L << 31;
            case LONG -> holder.getLong(column) ^ Long.MIN_VALUE;
            case FLOAT -> floatBits(holder.getFloat(column));
            case DOUBLE -> doubleBits(holder.getDouble(column));
            case DECIMAL_HIGH -> decimal(holder, column, Long.BYTES) ^ Long.MIN_VALUE;
            case DECIMAL_LOW -> decimal(holder, column, 0);
            case TEXT, STRUCT -> throw new AssertionError(kind);
        };
        return isInverted ? ~bits : bits;
    }

    /** SQL's 0.0 and -0.0 are equal, and NaNs are equal. */
    private static long doubleBits(double number) {
        long bits = Double.doubleToLongBits(number == 0 ? 0.0 : number);
        return bits ^ (bits >> 63 | Long.MIN_VALUE);
    }

    private static long floatBits(float number) {
        int bits = Float.floatToIntBits(number == 0 ? 0.0f : number);
        return bits ^ (bits >> 31 | Integer.MIN_VALUE);
    }

    /** Returns 8 bytes of a decimal that has up to 16, the last {@code above} bytes being below them. */
    private static long decimal(UnsafeRow row, int column, int above) {
        long place = row.getLong(column);
        Object base = row.getBaseObject();
        long first = row.getBaseOffset() + (place >>> Integer.SIZE);
        int size = (int) place;
        long bits = Platform.getByte(base, first) >> 7;
        for (int i = Math.max(0, size - above - Long.BYTES); i < size - above; i++) {
            bits = bits << 8 | Platform.getByte(base, first + i) & 0xFF;
        }
        return bits;
    }

    /**
     * Returns some bytes of a string, zeros if there are less, and a number above them in the order of the bytes that follow: their count
     * plus 1, or more if the string goes on. A null is 0, or has all bits.
     *
     * @param offset bytes before the chunk
     * @param bytes of the chunk: 1 to 7
     */
    long chunk(UnsafeRow row, int offset, int bytes) {
        UnsafeRow holder = path.length == 1 ? row : holder(row);
        int column = path[path.length - 1];
        if (holder == null || holder.isNullAt(column)) {
            return nullsFirst ? 0 : -1;
        }
        long place = holder.getLong(column);
        int rest = (int) place - offset;
        long first = holder.getBaseOffset() + (place >>> Integer.SIZE) + offset;
        long bits = load(holder.getBaseObject(), first, rest) >>> Long.SIZE - 8 * bytes;
        bits = bits << COUNT_BITS | Math.min(rest, bytes + 1) + 1;
        return isInverted ? ~bits : bits;
    }

    /** Returns whether a string goes on after a chunk. */
    boolean goesOn(long chunk, int bytes) {
        long count = (isInverted ? ~chunk : chunk) & (1 << COUNT_BITS) - 1;
        return count == bytes + 2;
    }

    /** Returns the first 8 bytes, big-endian, zeros after the end. */
    static long load(Object base, long first, int rest) {
        if (rest >= Long.BYTES) {
            return Long.reverseBytes(Platform.getLong(base, first));
        }
        long bits = 0;
        for (int i = 0; i < rest; i++) {
            bits |= (Platform.getByte(base, first + i) & 0xFFL) << 56 - 8 * i;
        }
        return bits;
    }
}
