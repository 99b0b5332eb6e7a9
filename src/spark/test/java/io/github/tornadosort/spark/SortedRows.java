package io.github.tornadosort.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.BaseOrdering;
import org.apache.spark.sql.catalyst.expressions.RowOrdering;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.QueryExecution;
import org.apache.spark.sql.execution.SortExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.unsafe.Platform;

/** Compares queries with those of Spark alone. */
final class SortedRows {
    private SortedRows() {}

    /** Runs an action in a session without the operator. */
    static <T> T bySpark(Supplier<T> action) {
        return with(SortRule.ENABLED, "false", action);
    }

    /** Runs an action in a session with a setting. */
    static <T> T with(String name, String value, Supplier<T> action) {
        SparkSession session = (SparkSession) LocalSpark.session();
        session.conf().set(name, value);
        try {
            return action.get();
        } finally {
            session.conf().unset(name);
        }
    }

    /** Checks that the operator sorts a query whose last step is a sort, by Spark's own order, and that no row changes. */
    static void check(Supplier<Dataset<Row>> query) {
        List<byte[]> expected = bySpark(() -> rows(query.get()));
        Dataset<Row> sorted = query.get();
        assertThat(plan(sorted)).contains("TornadoSort").doesNotContain("\nSort");
        List<byte[]> actual = rows(sorted);

        SparkPlan plan = execution(sorted).sparkPlan();
        SortExec sort = (SortExec) plan;
        BaseOrdering order = RowOrdering.create(sort.sortOrder(), sort.output());
        UnsafeRow a = new UnsafeRow(sort.output().size());
        UnsafeRow b = new UnsafeRow(sort.output().size());
        assertThat(actual).hasSameSizeAs(expected);
        for (int i = 0; i < actual.size(); i++) {
            point(a, actual.get(i));
            point(b, expected.get(i));
            assertThat(order.compare(a, b)).as("row %d of %s", i, sort).isZero();
        }
        assertThat(texts(actual)).isEqualTo(texts(expected));
    }

    private static void point(UnsafeRow row, byte[] bytes) {
        row.pointTo(bytes, Platform.BYTE_ARRAY_OFFSET, bytes.length);
    }

    private static List<String> texts(List<byte[]> rows) {
        return rows.stream().map(HexFormat.of()::formatHex).sorted().collect(Collectors.toList());
    }

    /** Returns the bytes of Spark's rows. */
    static List<byte[]> rows(Dataset<Row> query) {
        return execution(query).toRdd().toJavaRDD().map(row -> ((UnsafeRow) row).getBytes()).collect();
    }

    /** Returns the bytes of rows as texts, in the order of the texts. */
    static List<String> multiset(Dataset<Row> query) {
        return texts(rows(query));
    }

    static String plan(Dataset<Row> query) {
        return execution(query).executedPlan().toString();
    }

    /** Returns the value of a metric of the only operator that sorts in a plan without adaptive execution. */
    static long metric(Dataset<Row> query, String name) {
        return sort(execution(query).executedPlan()).metrics().apply(name).value();
    }

    private static SparkPlan sort(SparkPlan plan) {
        return plan instanceof TornadoSortExec ? plan : sort(plan.children().head());
    }

    private static QueryExecution execution(Dataset<Row> query) {
        return ((org.apache.spark.sql.classic.Dataset<Row>) query).queryExecution();
    }
}
