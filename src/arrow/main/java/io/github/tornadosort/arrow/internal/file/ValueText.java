package io.github.tornadosort.arrow.internal.file;

import io.github.tornadosort.arrow.internal.ArrowArray;
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
            case Type.Int, Type.FloatingPoint -> (column, row) -> String.valueOf(ArrowValues.key(column, row));
            case Type.Bool -> (column, row) -> ArrowValues.key(column, row).equals("1") ? "true" : "false";
            case Type.Utf8, Type.LargeUtf8, Type.Utf8View -> (column, row) ->
                new String(column.bytes(row).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
            case Type.Decimal -> {
                int scale = ((Decimal) field.type(new Decimal())).scale();
                yield (column, row) ->
                    new BigDecimal((BigInteger) (Object) ArrowValues.key(column, row), scale).toPlainString();
            }
            case Type.Date -> {
                boolean isDay = ((Date) field.type(new Date())).unit() == DateUnit.DAY;
                yield (column, row) ->
                    LocalDate.ofEpochDay(isDay ? number(column, row) : Math.floorDiv(number(column, row), 86_400_000L))
                            .toString();
            }
            case Type.Time -> {
                long nanos = nanos(((Time) field.type(new Time())).unit());
                yield (column, row) -> LocalTime.ofNanoOfDay(number(column, row) * nanos).toString();
            }
            case Type.Timestamp -> {
                Timestamp type = (Timestamp) field.type(new Timestamp());
                long perSecond = 1_000_000_000 / nanos(type.unit());
                yield (column, row) -> instant(number(column, row), perSecond, type.timezone() != null);
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

    private static long number(ArrowArray column, int row) {
        return ((BigInteger) (Object) ArrowValues.key(column, row)).longValueExact();
    }
}
