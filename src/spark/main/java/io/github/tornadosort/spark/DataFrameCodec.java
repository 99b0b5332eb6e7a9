package io.github.tornadosort.spark;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.GenericRowWithSchema;
import org.apache.spark.sql.types.StructType;

/**
 * Rows of a data frame. After the key, each value is a byte that says what it is, and its bytes. Values that have no form here, for
 * example arrays and maps, are written by Java's serialization.
 *
 * @param schema the columns
 * @param keys the columns to sort by, the most significant first
 */
record DataFrameCodec(StructType schema, List<OrderKey> keys) implements RowCodec<Row> {
    private static final byte NULL = 0;
    private static final byte LONG = 1;
    private static final byte INTEGER = 2;
    private static final byte DOUBLE = 3;
    private static final byte STRING = 4;
    private static final byte FALSE = 5;
    private static final byte TRUE = 6;
    private static final byte FLOAT = 7;
    private static final byte SHORT = 8;
    private static final byte BYTE = 9;
    private static final byte DECIMAL = 10;
    private static final byte TIMESTAMP = 11;
    private static final byte DATE = 12;
    private static final byte INSTANT = 13;
    private static final byte LOCAL_DATE = 14;
    private static final byte LOCAL_DATE_TIME = 15;
    private static final byte BYTES = 16;
    private static final byte OBJECT = 17;

    @Override
    public RowFormat format() {
        return new RowFormat.Framed();
    }

    @Override
    public void write(Row element, RowBuffer row) {
        row.startFramed();
        for (OrderKey key : keys) {
            key.write(element.get(key.column()), row);
        }
        row.endKey();
        int columns = element.size();
        row.putInt(columns);
        for (int column = 0; column < columns; column++) {
            writeValue(element.get(column), row);
        }
        row.endFramed();
    }

    private static void writeValue(Object value, RowBuffer row) {
        switch (value) {
            case null -> row.put(NULL);
            case Long number -> {
                row.put(LONG);
                row.putLong(number);
            }
            case Integer number -> {
                row.put(INTEGER);
                row.putInt(number);
            }
            case Double number -> {
                row.put(DOUBLE);
                row.putLong(Double.doubleToRawLongBits(number));
            }
            case String text -> putBytes(STRING, text.getBytes(StandardCharsets.UTF_8), row);
            case Boolean truth -> row.put(truth ? TRUE : FALSE);
            case Float number -> {
                row.put(FLOAT);
                row.putInt(Float.floatToRawIntBits(number));
            }
            case Short number -> {
                row.put(SHORT);
                row.putInt(number);
            }
            case Byte number -> {
                row.put(BYTE);
                row.putInt(number);
            }
            case BigDecimal number -> {
                putBytes(DECIMAL, number.unscaledValue().toByteArray(), row);
                row.putInt(number.scale());
            }
            case java.sql.Timestamp time -> putTime(TIMESTAMP, time.getTime(), time.getNanos(), row);
            case java.sql.Date date -> putTime(DATE, date.getTime(), 0, row);
            case Instant time -> putTime(INSTANT, time.getEpochSecond(), time.getNano(), row);
            case LocalDate date -> putTime(LOCAL_DATE, date.toEpochDay(), 0, row);
            case LocalDateTime time -> {
                Instant utc = time.toInstant(ZoneOffset.UTC);
                putTime(LOCAL_DATE_TIME, utc.getEpochSecond(), utc.getNano(), row);
            }
            case byte[] bytes -> putBytes(BYTES, bytes, row);
            default -> putBytes(OBJECT, serialize(value), row);
        }
    }

    private static void putBytes(byte what, byte[] bytes, RowBuffer row) {
        row.put(what);
        row.putInt(bytes.length);
        row.put(bytes, 0, bytes.length);
    }

    private static void putTime(byte what, long time, int nanos, RowBuffer row) {
        row.put(what);
        row.putLong(time);
        row.putInt(nanos);
    }

    @Override
    public Row read(byte[] bytes, int row) {
        return new Reader(bytes, row + RowFormat.Framed.HEADER + format().keyLength(bytes, row)).row(schema);
    }

    private static byte[] serialize(Object value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static Object deserialize(byte[] bytes) {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return in.readObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Reads the values of a row. */
    private static final class Reader {
        private final byte[] bytes;
        private int at;

        Reader(byte[] bytes, int at) {
            this.bytes = bytes;
            this.at = at;
        }

        Row row(StructType schema) {
            Object[] values = new Object[getInt()];
            for (int column = 0; column < values.length; column++) {
                values[column] = value();
            }
            return new GenericRowWithSchema(values, schema);
        }

        private Object value() {
            byte what = bytes[at++];
            return switch (what) {
                case NULL -> null;
                case LONG -> getLong();
                case INTEGER -> getInt();
                case DOUBLE -> Double.longBitsToDouble(getLong());
                case STRING -> new String(getBytes(), StandardCharsets.UTF_8);
                case FALSE -> false;
                case TRUE -> true;
                case FLOAT -> Float.intBitsToFloat(getInt());
                case SHORT -> (short) getInt();
                case BYTE -> (byte) getInt();
                case DECIMAL -> new BigDecimal(new BigInteger(getBytes()), getInt());
                case TIMESTAMP -> {
                    java.sql.Timestamp time = new java.sql.Timestamp(getLong());
                    time.setNanos(getInt());
                    yield time;
                }
                case DATE -> {
                    java.sql.Date date = new java.sql.Date(getLong());
                    getInt();
                    yield date;
                }
                case INSTANT -> Instant.ofEpochSecond(getLong(), getInt());
                case LOCAL_DATE -> {
                    LocalDate date = LocalDate.ofEpochDay(getLong());
                    getInt();
                    yield date;
                }
                case LOCAL_DATE_TIME -> LocalDateTime.ofEpochSecond(getLong(), getInt(), ZoneOffset.UTC);
                case BYTES -> getBytes();
                default -> deserialize(getBytes());
            };
        }

        private int getInt() {
            at += Integer.BYTES;
            return (int) Block.INTS.get(bytes, at - Integer.BYTES);
        }

        private long getLong() {
            at += Long.BYTES;
            return (long) Block.LONGS.get(bytes, at - Long.BYTES);
        }

        private byte[] getBytes() {
            int length = getInt();
            at += length;
            return Arrays.copyOfRange(bytes, at - length, at);
        }
    }
}
