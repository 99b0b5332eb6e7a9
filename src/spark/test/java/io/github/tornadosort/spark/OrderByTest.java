package io.github.tornadosort.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares with Spark's {@code orderBy}. A last key that is unique makes the order of both the same. */
@Tag("slow")
class OrderByTest {
    private static final int N = 3_000;
    private static final String JAVA_TIME = "spark.sql.datetime.java8API.enabled";

    private static Dataset<Row> cached;

    @AfterAll
    static void free() {
        cached.unpersist();
        cached = null;
    }

    @AfterEach
    void useSqlTypes() {
        LocalSpark.session().conf().set(JAVA_TIME, false);
    }

    @ParameterizedTest
    @ValueSource(strings = {"b", "s", "i", "l", "f", "d", "m", "dd", "ts", "tn", "t", "x", "o"})
    void sortsByAColumnAsSparkDoes(String column) {
        Dataset<Row> rows = rows();

        assertSameRows(SparkSort.orderBy(rows, column, "id"), rows.orderBy(column, "id"));
        assertSameRows(SparkSort.orderBy(rows, column + " desc", "id desc"),
                rows.orderBy(functions.col(column).desc(), functions.col("id").desc()));
    }

    @ParameterizedTest
    @CsvSource({"asc nulls first", "asc nulls last", "desc nulls first", "desc nulls last", "DESC", "ASC"})
    void sortsNullsAsSparkDoes(String order) {
        Dataset<Row> rows = rows();
        Column column = functions.col("l");
        Column expected = switch (order) {
            case "asc nulls first", "ASC" -> column.asc_nulls_first();
            case "asc nulls last" -> column.asc_nulls_last();
            case "desc nulls first" -> column.desc_nulls_first();
            default -> column.desc_nulls_last();
        };

        assertSameRows(SparkSort.orderBy(rows, "`l` " + order, "t", "id"), rows.orderBy(expected, functions.col("t"),
                functions.col("id")));
    }

    /** Rows of the same number of bytes. Sorted by a column that is exact in its key and one that is not, with nulls and without. */
    @ParameterizedTest
    @ValueSource(strings = {"b", "s desc", "i", "l desc nulls first", "f", "d desc", "o nulls last"})
    void sortsRowsOfNumbersAsSparkDoes(String key) {
        Dataset<Row> rows = numbers();
        String[] words = key.split(" ");
        Column column = functions.col(words[0]);
        Column expected = switch (key.substring(words[0].length())) {
            case "" -> column;
            case " desc" -> column.desc();
            case " desc nulls first" -> column.desc_nulls_first();
            default -> column.asc_nulls_last();
        };

        assertSameRows(SparkSort.orderBy(rows, key, "f", "id desc"),
                rows.orderBy(expected, functions.col("f"), functions.col("id").desc()));
    }

    private static Dataset<Row> numbers() {
        return rows().select("d", "id", "b", "s", "i", "l", "f", "o", "g");
    }

    /** Rows reach typed functions and RDDs without a conversion. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void valuesHaveNamesInRdds(boolean numbersOnly) {
        Dataset<Row> rows = numbersOnly ? numbers() : rows();

        List<Long> ids = SparkSort.orderBy(rows, "id desc").toJavaRDD().map(row -> row.<Long>getAs("id")).collect();

        assertThat(ids).isEqualTo(LongStream.range(0, N).map(i -> N - 1 - i).boxed().toList());
    }

    /** The other form in which Spark hands out dates and times. */
    @ParameterizedTest
    @ValueSource(strings = {"dd", "ts", "tn"})
    void sortsByJavaTime(String column) {
        LocalSpark.session().conf().set(JAVA_TIME, true);
        Dataset<Row> rows = rows();

        assertSameRows(SparkSort.orderBy(rows, column, "id"), rows.orderBy(column, "id"));
    }

    @Test
    void carriesColumnsOfAnyType() {
        Dataset<Row> rows = rows().selectExpr("id", "array(i, i + 1) a", "map('k', t) m", "struct(l, array(d)) s",
                "interval 1 day v");

        assertSameRows(SparkSort.orderBy(rows, "id desc"), rows.orderBy(functions.col("id").desc()));
    }

    /** Values that a conversion to Java's objects changes: each row of the result has the bytes of Spark's own. */
    @ParameterizedTest
    @ValueSource(strings = {"t", "x", "dd", "ts", "tn", "d", "f", "m"})
    void carriesTheBitsOfAllValues(String key) {
        Dataset<Row> rows = oddRows();

        assertThat(bits(SparkSort.orderBy(rows, key, "id"))).isEqualTo(bits(rows.orderBy(key, "id")));
        assertThat(bits(SparkSort.orderBy(rows, key + " desc", "id"))).isEqualTo(bits(
                rows.orderBy(functions.col(key).desc(), functions.col("id"))));
    }

    /** The same for rows whose columns all have a fixed number of bytes. */
    @ParameterizedTest
    @ValueSource(strings = {"dd", "ts", "tn", "d", "f"})
    void carriesTheBitsOfNumbers(String key) {
        Dataset<Row> rows = oddRows().select("d", "dd", "id", "tn", "ts", "f");

        assertThat(bits(SparkSort.orderBy(rows, key + " desc", "id"))).isEqualTo(bits(
                rows.orderBy(functions.col(key).desc(), functions.col("id"))));
    }

    /** Returns rows with invalid UTF-8, times before the Gregorian calendar, NaNs of several bits, and nested ones of them. */
    private static Dataset<Row> oddRows() {
        String days = "if(id < 12, id, -id * 25000)"; // Some are between the Julian and the Gregorian calendar.
        List<Row> numbers = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            numbers.add(RowFactory.create((long) i,
                    i % 4 == 0 ? -0.0 : i % 4 == 1 ? 0.0 : Double.longBitsToDouble(0x7FF8_0000_0000_0000L + i),
                    i % 3 == 0 ? -0.0f : i % 3 == 1 ? 0.0f : Float.intBitsToFloat(0xFFC0_0000 + i)));
        }
        StructType schema = new StructType().add("id", DataTypes.LongType, false).add("d", DataTypes.DoubleType)
                .add("f", DataTypes.FloatType);
        return LocalSpark.session().createDataFrame(numbers, schema).repartition(3, functions.col("id")).selectExpr("id",
                "d", "f",
                "cast(case id % 4 when 0 then X'80' when 1 then X'C3' when 2 then X'EDA080' else X'00FF' end as string) t",
                "cast(concat('z', id) as binary) x",
                "date_add(date'1582-10-03', cast(" + days + " as int)) dd",
                "timestamp_micros(-12220329600000000 + " + days + " * 86400000000) ts",
                "cast(timestamp_micros(-12220329600000000 + " + days + " * 86400000000) as timestamp_ntz) tn",
                "cast(id - 12 as decimal(30, 7)) / 3 m",
                "cast(id as decimal(7, 2)) small",
                "make_interval(1, 2, 3, cast(id as int), 5, 6, 7.125) v",
                "interval 3 month * id ym",
                "make_dt_interval(cast(id as int), 1, 2, 3.000001) dt",
                "parse_json(concat('{\"a\": ', id, '}')) j",
                "cast('ab' as char(5)) c",
                "array(d, double('-0.0'), null) a",
                "map(cast(X'FF' as string), date_add(date'0001-01-01', cast(id as int))) k",
                "named_struct('t', cast(X'80' as string), 'n', named_struct('ts', timestamp_micros(-62135596800000000 + id))) s",
                "id as s"); // two columns have the same name
    }

    private static List<String> bits(Dataset<Row> rows) {
        return ((org.apache.spark.sql.classic.Dataset<Row>) rows).queryExecution().toRdd().toJavaRDD().map(
                row -> HexFormat.of().formatHex(((UnsafeRow) row).getBytes())).collect();
    }

    @Test
    void noRowsAreSorted() {
        Dataset<Row> none = rows().filter("id < 0");

        Dataset<Row> sorted = SparkSort.orderBy(none, "l");

        assertThat(sorted.collectAsList()).isEmpty();
        assertThat(sorted.schema()).isEqualTo(none.schema());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "nothing | there is no column nothing in struct<",
        "l up | the key \"l up\" is not the name of a column, followed by asc or desc"})
    void refusesOtherKeys(String key, String message) {
        Dataset<Row> rows = rows();

        assertThatThrownBy(() -> SparkSort.orderBy(rows, key))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining(message);
    }

    @Test
    void refusesNoKey() {
        assertThatThrownBy(() -> SparkSort.orderBy(rows()))
                .isInstanceOf(IllegalArgumentException.class).hasMessage("there is no key to sort by");
    }

    /** Returns rows whose columns have nulls, repeated values, and values at the ends of their ranges. */
    private static Dataset<Row> rows() {
        if (cached == null) {
            cached = makeRows().cache();
        }
        return cached;
    }

    private static Dataset<Row> makeRows() {
        return LocalSpark.session().range(0, N, 1, 3).selectExpr("id", "(id * 7919) % " + N + " h")
                .selectExpr("id", "h % 5 g",
                        "cast(h % 256 - 128 as byte) b",
                        "cast(h % 65536 - 32768 as short) s",
                        "case when h % 11 = 0 then null when h % 97 = 0 then -2147483648 else cast(h - 1500 as int) end i",
                        "case h % 13 when 0 then null when 1 then -9223372036854775808 when 2 then 9223372036854775807"
                                + " else (h - 1500) * 10000000000 end l",
                        "cast(case h % 17 when 0 then null when 1 then 'NaN' when 2 then '-0.0' when 3 then '0.0'"
                                + " when 4 then '-Infinity' else h / 7 - 200 end as float) f",
                        "cast(case h % 17 when 0 then null when 1 then 'NaN' when 2 then '-0.0' when 3 then '0.0'"
                                + " when 4 then 'Infinity' else h / 7 - 200 end as double) d",
                        "case when h % 19 = 0 then null else cast(h - 1500 as decimal(38, 10)) * h * h * 10000000000 / 3 end m",
                        "case when h % 23 = 0 then null else date_add(date'1500-01-01', cast(h * 130 as int)) end dd",
                        "case when h % 23 = 0 then null else timestamp_micros((h - 1500) * 4503599627371) end ts",
                        "case when h % 23 = 0 then null else cast(timestamp_micros((h - 1500) * 4503599627371) as timestamp_ntz) end tn",
                        "case h % 7 when 0 then null when 1 then '' when 2 then concat('https://example.org/', h % 400)"
                                + " when 3 then concat('a', char(0), h % 10) when 4 then 'a' when 5 then concat('\u00e9\ud83d\ude00', h % 50)"
                                + " else repeat('b', cast(h % 40 as int)) end t",
                        "case h % 7 when 0 then null when 1 then X'' when 2 then X'00' when 3 then X'0000' when 4 then X'00FF'"
                                + " else cast(concat('z', h % 9) as binary) end x",
                        "case h % 3 when 0 then null when 1 then true else false end o");
    }

    private static void assertSameRows(Dataset<Row> sorted, Dataset<Row> expected) {
        assertThat(sorted.schema()).isEqualTo(expected.schema());
        List<String> actualRows = text(sorted);
        List<String> expectedRows = SortedRows.bySpark(() -> text(expected));
        assertThat(actualRows).hasSameSizeAs(expectedRows);
        for (int i = 0; i < expectedRows.size(); i++) {
            assertThat(actualRows.get(i)).as("row %d", i).isEqualTo(expectedRows.get(i));
        }
    }

    private static List<String> text(Dataset<Row> rows) {
        int columns = rows.columns().length;
        return rows.collectAsList().stream().map(row -> {
            Object[] values = new Object[columns];
            Arrays.setAll(values,
                    column -> row.get(column) instanceof byte[] bytes ? Arrays.toString(bytes) : row.get(column));
            return Arrays.toString(values);
        }).toList();
    }
}
