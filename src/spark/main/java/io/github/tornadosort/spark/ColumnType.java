package io.github.tornadosort.spark;

import java.util.Map;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/** The types of columns whose values have a fixed number of bytes in a row. */
enum ColumnType {
    LONG(Long.BYTES),
    INTEGER(Integer.BYTES),
    DOUBLE(Long.BYTES),
    FLOAT(Integer.BYTES),
    SHORT(Integer.BYTES),
    BYTE(Integer.BYTES),
    BOOLEAN(Integer.BYTES);

    private static final Map<DataType, ColumnType> TYPES = Map.of(
            DataTypes.LongType, LONG, DataTypes.IntegerType, INTEGER, DataTypes.DoubleType, DOUBLE, DataTypes.FloatType,
            FLOAT,
            DataTypes.ShortType, SHORT, DataTypes.ByteType, BYTE, DataTypes.BooleanType, BOOLEAN);

    private final int bytes;

    ColumnType(int bytes) {
        this.bytes = bytes;
    }

    /** Returns the type of a column, or null if its values may have different numbers of bytes. */
    static ColumnType of(DataType sparkType) {
        return TYPES.get(sparkType);
    }

    /** Returns bytes of a value: 4 or 8. */
    int bytes() {
        return bytes;
    }

    /** Returns whether a key that {@link OrderKey} writes has all bits of the value. */
    boolean isKeyExact() {
        return this != DOUBLE && this != FLOAT;
    }

    long bits(Object value) {
        return switch (this) {
            case LONG -> (Long) value;
            case INTEGER -> (Integer) value;
            case DOUBLE -> Double.doubleToRawLongBits((Double) value);
            case FLOAT -> Float.floatToRawIntBits((Float) value);
            case SHORT -> (Short) value;
            case BYTE -> (Byte) value;
            case BOOLEAN -> (Boolean) value ? 1 : 0;
        };
    }

    Object value(long bits) {
        return switch (this) {
            case LONG -> bits;
            case INTEGER -> (int) bits;
            case DOUBLE -> Double.longBitsToDouble(bits);
            case FLOAT -> Float.intBitsToFloat((int) bits);
            case SHORT -> (short) bits;
            case BYTE -> (byte) bits;
            case BOOLEAN -> bits != 0;
        };
    }
}
