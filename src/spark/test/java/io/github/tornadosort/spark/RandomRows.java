package io.github.tornadosort.spark;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.Period;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DayTimeIntervalType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.YearMonthIntervalType;

/** Makes rows with repeated values, nulls, and values at the ends of their ranges. */
final class RandomRows {
    /** The types that the operator supports. */
    static final List<DataType> TYPES = List.of(
            DataTypes.BooleanType, DataTypes.ByteType, DataTypes.ShortType, DataTypes.IntegerType, DataTypes.LongType,
            DataTypes.FloatType, DataTypes.DoubleType, DataTypes.createDecimalType(7, 2), DataTypes.createDecimalType(18, 0),
            DataTypes.createDecimalType(38, 10), DataTypes.DateType, DataTypes.TimestampType, DataTypes.TimestampNTZType,
            DataTypes.StringType, DataTypes.BinaryType, DataTypes.createYearMonthIntervalType(),
            DataTypes.createDayTimeIntervalType(),
            new StructType().add("l", DataTypes.LongType).add("t", DataTypes.StringType, false),
            new StructType().add("t", DataTypes.StringType)
                    .add("s", new StructType().add("d", DataTypes.DoubleType).add("m", DataTypes.createDecimalType(25, 3))));

    private final Random random;

    RandomRows(long seed) {
        this.random = new Random(seed);
    }

    int number(int bound) {
        return random.nextInt(bound);
    }

    StructType schema(int columns) {
        StructType schema = new StructType();
        for (int i = 0; i < columns; i++) {
            schema = schema.add("c" + i, TYPES.get(number(TYPES.size())), number(3) > 0);
        }
        return schema;
    }

    Dataset<Row> rows(StructType schema, int n, int partitions) {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            rows.add(row(schema));
        }
        return LocalSpark.session().createDataFrame(
                JavaSparkContext.fromSparkContext(LocalSpark.session().sparkContext()).parallelize(rows, partitions),
                schema);
    }

    private Row row(StructType schema) {
        Object[] values = new Object[schema.size()];
        for (int i = 0; i < values.length; i++) {
            boolean isNull = schema.fields()[i].nullable() && number(8) == 0;
            values[i] = isNull ? null : value(schema.fields()[i].dataType());
        }
        return RowFactory.create(values);
    }

    private Object value(DataType type) {
        if (type instanceof StructType struct) {
            return row(struct);
        } else if (type instanceof DecimalType decimal) {
            int digits = decimal.precision() > 18 && number(2) == 0 ? decimal.precision() * 3 : 7;
            return new BigDecimal(new BigInteger(digits, random), decimal.scale())
                    .multiply(BigDecimal.valueOf(number(3) - 1));
        } else if (type instanceof YearMonthIntervalType) {
            return Period.ofMonths((int) number() % 100_000);
        } else if (type instanceof DayTimeIntervalType) {
            return Duration.ofSeconds(number() % 1_000_000_000, number(1_000_000) * 1_000L);
        }
        return switch (type.typeName()) {
            case "boolean" -> random.nextBoolean();
            case "byte" -> (byte) number();
            case "short" -> (short) number();
            case "integer" -> (int) number();
            case "long" -> number();
            case "float" -> (float) real();
            case "double" -> real();
            case "date" -> new Date(number() % 100_000 * 86_400_000L);
            case "timestamp" -> new Timestamp(number() % 100_000_000_000_000L);
            case "timestamp_ntz" ->
                LocalDateTime.of(1 + number(3000), 1 + number(12), 1, number(24), 1, 2, number(1000) * 1000);
            case "string" -> text();
            case "binary" -> text().getBytes(StandardCharsets.UTF_8);
            default -> throw new AssertionError(type);
        };
    }

    private long number() {
        return switch (number(6)) {
            case 0 -> Long.MIN_VALUE;
            case 1 -> Long.MAX_VALUE;
            case 2 -> number(5) - 2;
            case 3 -> number(1000) - 500;
            default -> random.nextLong() >> number(64);
        };
    }

    private double real() {
        return switch (number(8)) {
            case 0 -> Double.NaN;
            case 1 -> 0.0;
            case 2 -> -0.0;
            case 3 -> Double.NEGATIVE_INFINITY;
            case 4 -> Double.POSITIVE_INFINITY;
            case 5 -> number(5) - 2;
            default -> random.nextGaussian() * Math.pow(10, number(40) - 20);
        };
    }

    /** Strings with long common beginnings, zero characters and every length around that of a word. */
    private String text() {
        return switch (number(5)) {
            case 0 -> "a".repeat(number(30));
            case 1 -> "\0".repeat(number(10));
            case 2 -> "https://example.org/" + number(50) + "\u00e9\ud83d\ude00".substring(number(2));
            case 3 -> "common beginning ".repeat(12) + number(20);
            default -> Integer.toString(number(100_000), 36);
        };
    }
}
