package io.github.tornadosort.arrow.internal.file;

import io.github.tornadosort.arrow.internal.ArrowArray;
import io.github.tornadosort.arrow.internal.Layout.Order;
import io.github.tornadosort.files.internal.io.KeyBits;
import io.github.tornadosort.files.internal.io.KeyText;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import org.apache.arrow.flatbuf.Date;
import org.apache.arrow.flatbuf.DateUnit;
import org.apache.arrow.flatbuf.Decimal;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.Time;
import org.apache.arrow.flatbuf.Timestamp;
import org.apache.arrow.flatbuf.Type;

/** Writes the values of a column as text. Times have the forms of ISO 8601, and those with a time zone are in UTC. */
interface ValueText {
    /** Returns the text of a value that is not null. */
    String of(ArrowArray column, int row);

    /** Returns how values of a field are written, or null if they have no text that says all about them. */
    static ValueText of(Field field) {
        if (field.dictionary() != null) {
            return null;
        }
        return switch (field.typeType()) {
            case Type.Int, Type.FloatingPoint -> ValueText::number;
            case Type.Bool -> (column, row) -> String.valueOf(column.bit(row));
            case Type.Utf8, Type.LargeUtf8, Type.Utf8View ->
                (column, row) -> new String(column.bytes(row).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
            case Type.Decimal -> {
                int scale = ((Decimal) field.type(new Decimal())).scale();
                yield (column, row) -> new BigDecimal(new BigInteger(bytes(column, row)), scale).toPlainString();
            }
            case Type.Date -> {
                boolean isDay = ((Date) field.type(new Date())).unit() == DateUnit.DAY;
                yield (column, row) -> LocalDate
                        .ofEpochDay(isDay ? bits(column, row) : Math.floorDiv(bits(column, row), 86_400_000L))
                        .toString();
            }
            case Type.Time -> {
                long nanos = nanos(((Time) field.type(new Time())).unit());
                yield (column, row) -> LocalTime.ofNanoOfDay(bits(column, row) * nanos).toString();
            }
            case Type.Timestamp -> {
                Timestamp type = (Timestamp) field.type(new Timestamp());
                long perSecond = 1_000_000_000 / nanos(type.unit());
                yield (column, row) -> instant(bits(column, row), perSecond, type.timezone() != null);
            }
            default -> null;
        };
    }

    private static String instant(long time, long perSecond, boolean hasZone) {
        Instant instant = Instant.ofEpochSecond(
                Math.floorDiv(time, perSecond), Math.floorMod(time, perSecond) * (1_000_000_000 / perSecond));
        return hasZone ? instant.toString() : instant.atOffset(ZoneOffset.UTC).toLocalDateTime().toString();
    }

    /** Returns the nanoseconds of a unit of time: seconds, milliseconds, microseconds and nanoseconds are 0 to 3. */
    private static long nanos(int unit) {
        long nanos = 1_000_000_000;
        for (int i = 0; i < unit; i++) {
            nanos /= 1000;
        }
        return nanos;
    }

    private static String number(ArrowArray column, int row) {
        return column.layout().order() == Order.HALF
                ? Float.toString(
                        Float.float16ToFloat(column.buffers().get(1).get(ValueLayout.JAVA_SHORT_UNALIGNED, 2L * row)))
                : KeyText.format(column.layout().keyType(), bits(column, row));
    }

    private static long bits(ArrowArray column, int row) {
        return KeyBits.get(column.buffers().get(1), column.layout().keyType(), row);
    }

    /** Returns the bytes of a value, the most significant one first. */
    private static byte[] bytes(ArrowArray column, int row) {
        byte[] value = column.bytes(row).toArray(ValueLayout.JAVA_BYTE);
        byte[] reversed = new byte[value.length];
        for (int i = 0; i < value.length; i++) {
            reversed[value.length - 1 - i] = value[i];
        }
        return reversed;
    }
}
