package io.github.tornadosort.spark;

import java.util.Map;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
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

    /** Dates are numbers of days, and timestamps of microseconds. */
    private static final Map<DataType, ColumnType> TYPES = Map.of(
            DataTypes.LongType, LONG, DataTypes.TimestampType, LONG, DataTypes.TimestampNTZType, LONG,
            DataTypes.IntegerType, INTEGER, DataTypes.DateType, INTEGER,
            DataTypes.DoubleType, DOUBLE, DataTypes.FloatType, FLOAT,
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

    /** Returns the bits of a value, or its number, in the low bytes. */
    long bits(UnsafeRow row, int column) {
        return switch (this) {
            case LONG, DOUBLE -> row.getLong(column);
            case INTEGER, FLOAT -> row.getInt(column);
            case SHORT -> row.getShort(column);
            case BYTE -> row.getByte(column);
            case BOOLEAN -> row.getBoolean(column) ? 1 : 0;
        };
    }

    /** Writes a value that has these bits. */
    void set(UnsafeRow row, int column, long bits) {
        switch (this) {
            case LONG, DOUBLE -> row.setLong(column, bits);
            case INTEGER, FLOAT -> row.setInt(column, (int) bits);
            case SHORT -> row.setShort(column, (short) bits);
            case BYTE -> row.setByte(column, (byte) bits);
            case BOOLEAN -> row.setBoolean(column, bits != 0);
        }
    }
}
