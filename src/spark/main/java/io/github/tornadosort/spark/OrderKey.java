package io.github.tornadosort.spark;

import java.io.Serializable;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructType;

/**
 * A key of a sort of a data frame. It writes values as bytes whose order is the order of the rows.
 *
 * @param column index of the column
 * @param ascending whether small values come first
 * @param nullsFirst whether nulls come first
 * @param isNullable whether there may be nulls
 * @param type the type of the column, or null if its values may have different numbers of bytes
 * @param decimal the type of a column of decimals, or null
 */
record OrderKey(int column, boolean ascending, boolean nullsFirst, boolean isNullable, ColumnType type, DecimalType decimal)
        implements Serializable {
    private static final Pattern TEXT = Pattern.compile(
            "\\s*(?:`(?<quoted>[^`]+)`|(?<name>\\S+))(?:\\s+(?<order>asc|desc))?(?:\\s+nulls\\s+(?<nulls>first|last))?\\s*",
            Pattern.CASE_INSENSITIVE);

    /**
     * Returns the key that a text describes, for example {@code price desc nulls last}.
     *
     * @throws IllegalArgumentException if there is no such column, or rows cannot be sorted by it
     */
    static OrderKey parse(String text, StructType schema) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("the key \"" + text
                    + "\" is not the name of a column, followed by asc or desc, and nulls first or nulls last, if needed");
        }
        String name = matcher.group("quoted") != null ? matcher.group("quoted") : matcher.group("name");
        int column = schema.getFieldIndex(name).map(index -> (int) index).getOrElse(() -> -1);
        if (column < 0) {
            throw new IllegalArgumentException("there is no column " + name + " in " + schema.simpleString());
        }
        DataType type = schema.fields()[column].dataType();
        if (!isSortable(type)) {
            throw new IllegalArgumentException("rows cannot be sorted by the column " + name + " of type " + type.sql()
                    + ": keys must be numbers, booleans, dates, timestamps, binary strings, or strings of the default collation");
        }
        boolean ascending = !"desc".equals(lowerCase(matcher.group("order")));
        String nulls = lowerCase(matcher.group("nulls"));
        return new OrderKey(column, ascending, nulls == null ? ascending : nulls.equals("first"),
                schema.fields()[column].nullable(), ColumnType.of(type),
                type instanceof DecimalType decimal ? decimal : null);
    }

    private static String lowerCase(String text) {
        return text == null ? null : text.toLowerCase(Locale.ROOT);
    }

    private static boolean isSortable(DataType type) {
        return type instanceof NumericType || type.equals(DataTypes.StringType) || type.equals(DataTypes.BinaryType)
                || type.equals(DataTypes.BooleanType) || type.equals(DataTypes.DateType)
                || type.equals(DataTypes.TimestampType) || type.equals(DataTypes.TimestampNTZType);
    }

    /** Returns bytes of a key that has a type. */
    int bytes() {
        return Long.BYTES + (isNullable ? 1 : 0);
    }

    /**
     * Writes a value. No value's bytes are the beginning of another's. If there may be nulls, the first byte is 1 for a value and
     * another number for null.
     *
     * @param from a row with the value
     * @param index of the value in the row
     */
    void write(UnsafeRow from, int index, RowBuffer row) {
        boolean isNull = from.isNullAt(index);
        if (isNullable) {
            row.put(!isNull ? 1 : nullsFirst ? 0 : 2);
            if (isNull) {
                if (type != null) {
                    row.putLong(0);
                }
                return;
            }
        }
        int start = row.length();
        if (type == ColumnType.DOUBLE) {
            putDouble(from.getDouble(index), row);
        } else if (type == ColumnType.FLOAT) {
            putDouble(from.getFloat(index), row);
        } else if (type != null) {
            putLong(type.bits(from, index), row);
        } else if (decimal != null) {
            putDecimal(from.getDecimal(index, decimal.precision(), decimal.scale()).toJavaBigDecimal().unscaledValue(), row);
        } else {
            putBytes(from.getBinary(index), row);
        }
        if (!ascending) {
            row.invert(start);
        }
    }

    /** Returns the number that was written after the first byte, if its type is an integer or a boolean. */
    long readNumber(byte[] bytes, int at) {
        long bits = Long.reverseBytes((long) Block.LONGS.get(bytes, at));
        return (ascending ? bits : ~bits) ^ Long.MIN_VALUE;
    }

    private static void putLong(long number, RowBuffer row) {
        row.putBigEndian(number ^ Long.MIN_VALUE);
    }

    /** SQL's 0.0 and -0.0 are equal. */
    private static void putDouble(double number, RowBuffer row) {
        putLong(NumberType.DOUBLE.order(Double.doubleToRawLongBits(number == 0 ? 0.0 : number)), row);
    }

    /** Writes the digits as a number of 128 bits. */
    private static void putDecimal(BigInteger unscaled, RowBuffer row) {
        byte[] digits = unscaled.toByteArray();
        byte sign = (byte) (digits[0] >> 7);
        byte[] wide = new byte[2 * Long.BYTES];
        Arrays.fill(wide, sign);
        System.arraycopy(digits, 0, wide, wide.length - digits.length, digits.length);
        ByteBuffer words = ByteBuffer.wrap(wide);
        putLong(words.getLong(), row);
        row.putBigEndian(words.getLong());
    }

    /** Writes bytes and an end that is smaller than any byte: 0 is written as 0, 255, and the end as 0, 0. */
    private static void putBytes(byte[] bytes, RowBuffer row) {
        int from = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == 0) {
                row.put(bytes, from, i + 1);
                row.put(0xFF);
                from = i + 1;
            }
        }
        row.put(bytes, from, bytes.length);
        row.put(0);
        row.put(0);
    }
}
