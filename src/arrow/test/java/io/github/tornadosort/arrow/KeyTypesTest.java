package io.github.tornadosort.arrow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Order;
import io.github.tornadosort.Sorter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Period;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthViewVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.util.Text;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each type that has an order, as the only key and as the second of two, in all orders, with and without nulls. */
class KeyTypesTest {
    private static final int ROWS = 1_000;

    static Stream<ArrowType> types() {
        List<ArrowType> types = new ArrayList<>(List.of(
                new ArrowType.Bool(), new ArrowType.Utf8(), new ArrowType.LargeUtf8(), new ArrowType.Utf8View(),
                new ArrowType.Binary(), new ArrowType.LargeBinary(), new ArrowType.BinaryView(),
                new ArrowType.FixedSizeBinary(5), new ArrowType.FixedSizeBinary(20), new ArrowType.Decimal(30, 5, 128),
                new ArrowType.Decimal(70, 5, 256), new ArrowType.Date(DateUnit.DAY),
                new ArrowType.Date(DateUnit.MILLISECOND), new ArrowType.Time(TimeUnit.SECOND, 32),
                new ArrowType.Time(TimeUnit.MILLISECOND, 32), new ArrowType.Time(TimeUnit.MICROSECOND, 64),
                new ArrowType.Time(TimeUnit.NANOSECOND, 64), new ArrowType.Interval(IntervalUnit.YEAR_MONTH)));
        for (int bits : new int[] {8, 16, 32, 64}) {
            types.add(new ArrowType.Int(bits, true));
            types.add(new ArrowType.Int(bits, false));
        }
        for (FloatingPointPrecision precision : FloatingPointPrecision.values()) {
            types.add(new ArrowType.FloatingPoint(precision));
        }
        for (TimeUnit unit : TimeUnit.values()) {
            types.add(new ArrowType.Duration(unit));
            types.add(new ArrowType.Timestamp(unit, null));
            types.add(new ArrowType.Timestamp(unit, "Europe/Paris"));
        }
        return types.stream();
    }

    @ParameterizedTest
    @MethodSource("types")
    void rowsAreInOrder(ArrowType type) {
        Random random = new Random(type.hashCode());
        for (boolean withNulls : new boolean[] {false, true}) {
            try (BufferAllocator allocator = new RootAllocator();
                    Sorter sorter = Sorter.open();
                    FieldVector vector = Field.nullable("v", type).createVector(allocator);
                    FieldVector group = Field.nullable("g", new ArrowType.Int(8, true)).createVector(allocator)) {
                fill(vector, type, random, withNulls);
                fill(group, new ArrowType.Int(8, true), random, false);
                for (Order order : List.of(Order.ASCENDING, Order.DESCENDING)) {
                    for (boolean nullsFirst : new boolean[] {false, true}) {
                        ArrowKey key = new ArrowKey("v", order, nullsFirst);
                        Comparator<Integer> byValue = comparator(values(vector, type), key);
                        assertThat(ArrowSort.argsort(sorter, vector, key)).isEqualTo(sorted(byValue));

                        Comparator<Integer> byGroup =
                                comparator(values(group, group.getField().getType()), ArrowKey.ascending("g"));
                        assertThat(ArrowSort.argsort(
                                sorter, VectorSchemaRoot.of(vector, group),
                                ArrowKey.ascending("g"), key)).isEqualTo(sorted(byGroup.thenComparing(byValue)));
                    }
                }
            }
        }
    }

    private static int[] sorted(Comparator<Integer> comparator) {
        Integer[] order = new Integer[ROWS];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, comparator);
        return Arrays.stream(order).mapToInt(i -> i).toArray();
    }

    private static Comparator<Integer> comparator(List<Comparable<Object>> values, ArrowKey key) {
        Comparator<Comparable<Object>> natural = Comparator.naturalOrder();
        Comparator<Comparable<Object>> directed =
                key.order().isDescending() ? Collections.reverseOrder(natural) : natural;
        Comparator<Comparable<Object>> all =
                key.nullsFirst() ? Comparator.nullsFirst(directed) : Comparator.nullsLast(directed);
        return Comparator.comparing(values::get, all);
    }

    /** Fills a vector with random bytes, and for variable widths with strings that often have a common prefix. */
    private static void fill(FieldVector vector, ArrowType type, Random random, boolean withNulls) {
        vector.setInitialCapacity(ROWS);
        vector.allocateNew();
        for (int i = 0; i < ROWS; i++) {
            set(vector, type, i, random);
            if (withNulls && random.nextInt(4) == 0) {
                vector.setNull(i); // Its bytes may be anything.
            }
        }
        vector.setValueCount(ROWS);
    }

    private static void set(FieldVector vector, ArrowType type, int i, Random random) {
        byte[] text = ("shared prefix ".substring(random.nextInt(14)) + random.nextInt(500)).getBytes(UTF_8);
        switch (vector) {
            case BaseVariableWidthVector some -> some.setSafe(i, text);
            case BaseLargeVariableWidthVector some -> some.setSafe(i, text);
            case BaseVariableWidthViewVector some -> some.setSafe(i, text);
            case BitVector bits -> bits.set(i, random.nextInt(2));
            case DecimalVector decimals -> decimals.set(i, decimal(random, 12, 5));
            case Decimal256Vector decimals -> decimals.set(i, decimal(random, 29, 5));
            case BaseFixedWidthVector fixed -> {
                byte[] bytes = new byte[fixed.getTypeWidth()];
                random.nextBytes(bytes);
                if (type instanceof ArrowType.Time) {
                    Arrays.fill(bytes, bytes.length / 2, bytes.length, (byte) 0);
                }
                if (random.nextInt(3) == 0) {
                    Arrays.fill(bytes, (byte) 0);
                }
                fixed.getDataBuffer().setBytes((long) i * bytes.length, bytes);
                BitVectorHelper.setBit(fixed.getValidityBuffer(), i);
            }
            default -> throw new IllegalArgumentException(vector.toString());
        }
    }

    private static BigDecimal decimal(Random random, int bytes, int scale) {
        byte[] digits = new byte[1 + random.nextInt(bytes)];
        random.nextBytes(digits);
        return new BigDecimal(new BigInteger(digits), scale);
    }

    /** Returns objects whose natural order is that of the type. */
    @SuppressWarnings("unchecked")
    private static List<Comparable<Object>> values(FieldVector vector, ArrowType type) {
        List<Comparable<Object>> values = new ArrayList<>();
        for (int i = 0; i < vector.getValueCount(); i++) {
            Object value = vector.getObject(i);
            values.add((Comparable<Object>) (value == null ? null : comparable(value, vector, type, i)));
        }
        return values;
    }

    private static Object comparable(Object value, FieldVector vector, ArrowType type, int index) {
        boolean unsigned = type instanceof ArrowType.Int number && !number.getIsSigned();
        return switch (value) {
            case byte[] bytes -> HexFormat.of().formatHex(bytes);
            case Text text -> HexFormat.of().formatHex(text.copyBytes());
            case Duration _ -> number(vector, index);
            case Period period -> period.toTotalMonths();
            case Short half when type instanceof ArrowType.FloatingPoint -> Float.float16ToFloat(half);
            case Byte number when unsigned -> Byte.toUnsignedInt(number);
            case Integer number when unsigned -> Integer.toUnsignedLong(number);
            case Long number when unsigned -> new BigInteger(Long.toUnsignedString(number));
            case Character number -> (int) number;
            default ->
                type instanceof ArrowType.Timestamp || type instanceof ArrowType.Date || type instanceof ArrowType.Time
                        ? number(vector, index)
                        : value;
        };
    }

    /** Returns the number that a date or a time is stored as. */
    private static Long number(FieldVector vector, int index) {
        int width = ((BaseFixedWidthVector) vector).getTypeWidth();
        return width == Integer.BYTES
                ? (long) vector.getDataBuffer().getInt((long) index * width)
                : vector.getDataBuffer().getLong((long) index * width);
    }
}
