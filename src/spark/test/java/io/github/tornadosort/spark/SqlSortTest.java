package io.github.tornadosort.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
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

    /** Keys that are no columns. */
    @ParameterizedTest
    @ValueSource(strings = {"id % 10 desc", "cast(id % 7 as string)", "named_struct('a', id % 3, 'b', 'x')", "id / 3 - 100"})
    void sortsByExpressions(String key) {
        Column order = key.endsWith(" desc") ? functions.expr(key.replace(" desc", "")).desc() : functions.expr(key);

        SortedRows.check(() -> LocalSpark.session().range(0, 1000, 1, 2).toDF().sortWithinPartitions(order));
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

    /** The operators before and after the sort are in the same generated class, as with Spark's operator. */
    @Test
    void isPartOfGeneratedCode() {
        String plan = SortedRows.with("spark.sql.adaptive.enabled", "false", () -> SortedRows.plan(LocalSpark.session()
                .range(10).selectExpr("id % 3 k").where("k > 0").sortWithinPartitions("k").selectExpr("k + 1")));

        assertThat(plan).containsPattern("(?s)\\*\\(1\\) Project .*\\*\\(1\\) TornadoSort .*\\*\\(1\\) Filter ");
    }

    @Test
    void canBeDisabled() {
        assertThat(SortedRows.bySpark(() -> SortedRows.plan(LocalSpark.session().range(10).toDF().orderBy("id"))))
                .doesNotContain("TornadoSort");
    }

    /** A wrong name would change nothing. */
    @ParameterizedTest
    @CsvSource({"enabled, yes, =yes: expected true or false",
        "minRows, 10, ': there is no such setting, only spark.tornadosort.enabled'"})
    void refusesASettingThatMakesNoSense(String name, String value, String message) {
        String setting = "spark.tornadosort." + name;

        assertThatThrownBy(() -> SortedRows.with(setting, value,
                () -> SortedRows.plan(LocalSpark.session().range(10).toDF().orderBy("id"))))
                .isInstanceOf(IllegalArgumentException.class).hasMessage(setting + message);
    }
}
