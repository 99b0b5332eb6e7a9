package io.github.tornadosort.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares sorts of {@link TornadoSortExec} with those of Spark's own operator. */
@Tag("slow")
class SqlSortTest {
    static List<DataType> types() {
        return RandomRows.TYPES;
    }

    /** Every direction and place of nulls, with nulls and without. */
    @ParameterizedTest
    @MethodSource("types")
    void sortsByAColumnOfEachType(DataType type) {
        for (boolean isNullable : new boolean[] {true, false}) {
            Dataset<Row> rows = new RandomRows(type.hashCode()).rows(new StructType().add("k", type, isNullable), 700, 1);
            for (int direction = 0; direction < 4; direction++) {
                Column key = key("k", direction);
                SortedRows.check(() -> rows.sortWithinPartitions(key));
            }
        }
    }

    private static Column key(String name, int direction) {
        Column column = functions.col(name);
        return switch (direction) {
            case 0 -> column.asc_nulls_first();
            case 1 -> column.asc_nulls_last();
            case 2 -> column.desc_nulls_first();
            default -> column.desc_nulls_last();
        };
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void sortsRandomSchemas(int seed) {
        RandomRows random = new RandomRows(seed);
        StructType schema = random.schema(1 + random.number(8));
        Dataset<Row> rows = random.rows(schema, random.number(1500), 3);
        List<Column> keys = new ArrayList<>();
        for (int i = random.number(4); i >= 0; i--) {
            keys.add(key("c" + random.number(schema.size()), random.number(4)));
        }
        Column[] order = keys.toArray(Column[]::new);

        SortedRows.check(() -> seed % 4 == 0 ? rows.orderBy(order) : rows.sortWithinPartitions(order));
    }

    static IntStream seeds() {
        return IntStream.range(0, 24);
    }

    /** Values that a conversion to Java's objects changes: each row of the result has the bytes of Spark's own. */
    @Test
    void carriesTheBitsOfAllValues() {
        Dataset<Row> rows = oddRows().localCheckpoint();

        for (String key : List.of("t", "x", "dd", "ts", "tn", "d", "f", "m")) {
            SortedRows.check(() -> rows.orderBy(key, "id"));
            SortedRows.check(() -> rows.orderBy(functions.col(key).desc(), functions.col("id")));
        }
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

    /** Keys that are no columns. */
    @ParameterizedTest
    @ValueSource(strings = {"id % 10 desc", "cast(id % 7 as string)", "named_struct('a', id % 3, 'b', 'x')", "id / 3 - 100"})
    void sortsByExpressions(String key) {
        Column order = key.endsWith(" desc") ? functions.expr(key.replace(" desc", "")).desc() : functions.expr(key);

        SortedRows.check(() -> LocalSpark.session().range(0, 1000, 1, 2).toDF().sortWithinPartitions(order));
    }

    /** Every order of rows that a sort may be given; the last ones are in order by their upper bits. */
    @ParameterizedTest
    @ValueSource(strings = {"2 * id", "-id", "id % 3", "xxhash64(id)", "id << 40", "id % 1000 + (id << 50)",
        "if(id % 100 = 0, xxhash64(id), 7)", "if(id % 2 = 0, id, 100000 - id)", "xxhash64(id) >>> 44",
        "cast(id / 500 as long)"})
    void sortsLongsOfAnyDistribution(String key) {
        Dataset<Row> rows = LocalSpark.session().range(0, 30_000, 1, 1).selectExpr(key + " k", "id");

        SortedRows.check(() -> rows.sortWithinPartitions("k"));
        SortedRows.check(() -> rows.sortWithinPartitions(functions.col("k").desc(), functions.col("id")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "select id, s collate UTF8_LCASE c from t order by c",
        "select id, array(id) c from t order by c",
        "select id, c from (select id, named_struct('a', array(id)) c from t) order by c",
        "select id, s collate UTF8_BINARY_RTRIM c from t order by c",
        "select id, array(named_struct('a', id)) c from t order by c",
        "select id, s collate UNICODE c from t order by id, c"})
    void leavesOtherTypesToSpark(String query) {
        LocalSpark.session().range(10).selectExpr("id", "cast(id as string) s").createOrReplaceTempView("t");

        assertThat(SortedRows.plan(LocalSpark.session().sql(query))).contains("Sort [").doesNotContain("TornadoSort");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void isInThePlanWithAndWithoutAdaptiveExecution(boolean isAdaptive) {
        String plan = SortedRows.with("spark.sql.adaptive.enabled", "" + isAdaptive,
                () -> SortedRows.plan(LocalSpark.session().range(10).toDF().orderBy(functions.col("id").desc())));

        assertThat(plan).contains("TornadoSort [id#").contains("DESC NULLS LAST], true");
    }

    /** The operators before and after the sort are in the same generated class, as with Spark's operator. */
    @Test
    void isPartOfGeneratedCode() {
        String plan = SortedRows.with("spark.sql.adaptive.enabled", "false", () -> SortedRows.plan(LocalSpark.session()
                .range(10).selectExpr("id % 3 k").where("k > 0").sortWithinPartitions("k").selectExpr("k + 1")));

        assertThat(plan).containsPattern("(?s)\\*\\(1\\) Project .*\\*\\(1\\) TornadoSort .*\\*\\(1\\) Filter ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "true"})
    void sortsWithAndWithoutGeneratedCode(String isGenerated) {
        SortedRows.with("spark.sql.codegen.wholeStage", isGenerated, () -> {
            SortedRows
                    .check(() -> LocalSpark.session().range(0, 3000, 1, 2).selectExpr("id", "xxhash64(id) k").where("k > 0")
                            .sortWithinPartitions("k"));
            return null;
        });
    }

    @Test
    void canBeDisabled() {
        assertThat(SortedRows.bySpark(() -> SortedRows.plan(LocalSpark.session().range(10).toDF().orderBy("id"))))
                .doesNotContain("TornadoSort");
    }

    @Test
    void refusesASettingThatMakesNoSense() {
        assertThatThrownBy(() -> SortedRows.with(SqlSettings.ENABLED, "yes",
                () -> SortedRows.plan(LocalSpark.session().range(10).toDF().orderBy("id"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("spark.tornadosort.enabled=yes: expected true or false");
    }

    /** A wrong name would change nothing. */
    @Test
    void refusesASettingThatDoesNotExist() {
        assertThatThrownBy(() -> SortedRows.with("spark.tornadosort.minRows", "10",
                () -> SortedRows.plan(LocalSpark.session().range(10).toDF().orderBy("id"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("spark.tornadosort.minRows: there is no such setting, only spark.tornadosort.enabled");
    }
}
