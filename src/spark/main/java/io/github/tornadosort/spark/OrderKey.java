package io.github.tornadosort.spark;

import java.io.Serializable;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
 * @param scale digits after the point, of a decimal column
 */
record OrderKey(int column, boolean ascending, boolean nullsFirst, boolean isNullable, ColumnType type, int scale)
        implements Serializable {
    private static final Pattern TEXT = Pattern.compile(
            "\\s*(?:`(?<quoted>[^`]+)`|(?<name>\\S+))(?:\\s+(?<order>asc|desc))?(?:\\s+nulls\\s+(?<nulls>first|last))?\\s*",
            Pattern.CASE_INSENSITIVE);

    private static final long MICROS = 1_000_000;

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
                type instanceof DecimalType decimal ? decimal.scale() : 0);
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
     */
    void write(Object value, RowBuffer row) {
        if (isNullable) {
            row.put(value != null ? 1 : nullsFirst ? 0 : 2);
        }
        if (isNullable && value == null) {
            if (type != null) {
                row.putLong(0);
            }
            return;
        }
        int from = row.length();
        switch (value) {
            case Long number -> putLong(number, row);
            case Integer number -> putLong(number, row);
            case Double number -> putDouble(number, row);
            case String text -> putBytes(text.getBytes(StandardCharsets.UTF_8), row);
            case BigDecimal number -> putDecimal(number, row);
            case Float number -> putDouble(number, row);
            case Short number -> putLong(number, row);
            case Byte number -> putLong(number, row);
            case Boolean truth -> putLong(truth ? 1 : 0, row);
            case byte[] bytes -> putBytes(bytes, row);
            case java.sql.Timestamp time -> putLong(
                    Math.floorDiv(time.getTime(), 1000L) * MICROS + time.getNanos() / 1000, row);
            case java.sql.Date date -> putLong(date.getTime(), row);
            case LocalDate date -> putLong(date.toEpochDay(), row);
            case Instant time -> putLong(micros(time), row);
            case LocalDateTime time -> putLong(micros(time.toInstant(ZoneOffset.UTC)), row);
            default -> throw new IllegalArgumentException("a key of " + value.getClass());
        }
        if (!ascending) {
            row.invert(from);
        }
    }

    /** Returns the number that was written after the first byte, if its type is an integer or a boolean. */
    long readNumber(byte[] bytes, int at) {
        long bits = Long.reverseBytes((long) Block.LONGS.get(bytes, at));
        return (ascending ? bits : ~bits) ^ Long.MIN_VALUE;
    }

    private static long micros(Instant time) {
        return time.getEpochSecond() * MICROS + time.getNano() / 1000;
    }

    private static void putLong(long number, RowBuffer row) {
        row.putBigEndian(number ^ Long.MIN_VALUE);
    }

    /** SQL's 0.0 and -0.0 are equal. */
    private static void putDouble(double number, RowBuffer row) {
        putLong(NumberType.DOUBLE.order(Double.doubleToRawLongBits(number == 0 ? 0.0 : number)), row);
    }

    /** Writes the digits as a number of 128 bits. */
    private void putDecimal(BigDecimal number, RowBuffer row) {
        byte[] digits = number.setScale(scale).unscaledValue().toByteArray();
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
