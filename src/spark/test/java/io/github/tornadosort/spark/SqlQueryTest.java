package io.github.tornadosort.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.QueryExecution;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.QueryExecutionListener;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares random queries with those of Spark alone: the same rows, and the same plan but for the operator. 120 queries; {@code
 * -Dtornadosort.query.seeds=25} makes 500 of them.
 */
@Tag("slow")
class SqlQueryTest {
    private static final int QUERIES = 20;

    static IntStream seeds() {
        return IntStream.range(0, Integer.getInteger("tornadosort.query.seeds", 6));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void joinsWindowsAndSortsGiveTheSameRows(int seed) {
        RandomRows random = new RandomRows(seed);
        StructType schema = random.schema(1 + random.number(8));
        Dataset<Row> t = view(random, schema, "t");
        Dataset<Row> u = view(random, schema, "u");
        try {
            for (int i = 0; i < QUERIES; i++) {
                String query = query(random, schema.size());
                Dataset<Row> ours = LocalSpark.session().sql(query);
                String plan = SortedRows.plan(ours);
                List<String> rows = SortedRows.multiset(ours);

                assertThat(plan).as(query).contains("TornadoSort");
                assertThat(withoutNames(plan)).as(query)
                        .isEqualTo(withoutNames(SortedRows.bySpark(() -> SortedRows.plan(LocalSpark.session().sql(query)))));
                assertThat(rows).as(query)
                        .isEqualTo(SortedRows.bySpark(() -> SortedRows.multiset(LocalSpark.session().sql(query))));
            }
        } finally {
            t.unpersist();
            u.unpersist();
        }
    }

    private static Dataset<Row> view(RandomRows random, StructType schema, String name) {
        Dataset<Row> rows = random.rows(schema, random.number(100), 2).cache();
        rows.createOrReplaceTempView(name);
        return rows;
    }

    /** Returns a query whose rows do not depend on the order of ties. */
    private static String query(RandomRows random, int columns) {
        String key = "c" + random.number(columns);
        String keys = keys(random, columns);
        return switch (random.number(7)) {
            case 0 -> "select * from t order by " + keys;
            case 1 -> "select * from t distribute by " + key + " sort by " + keys;
            case 2 -> "select /*+ MERGE(u) */ t.*, u." + key + " x from t join u on t." + key + " = u." + key;
            case 3 -> "select /*+ MERGE(u) */ t.* from t left anti join u on t." + key + " <=> u." + key;
            case 4 -> "select *, rank() over (partition by " + key + " order by " + keys + ") r from t";
            case 5 ->
                "select *, count(1) over (partition by " + key + " order by " + keys + ") n, dense_rank() over (order by "
                        + keys + ") r from t";
            default -> "select /*+ MERGE(u) */ t." + key + ", rank() over (order by t." + key
                    + ") r from t full outer join u on t." + key + " = u." + key + " order by r desc, 1";
        };
    }

    private static String keys(RandomRows random, int columns) {
        List<String> keys = new ArrayList<>();
        for (int i = random.number(4); i >= 0; i--) {
            String column = "c" + random.number(columns);
            keys.add(column + List.of("", " desc", " nulls last", " desc nulls first").get(random.number(4)));
        }
        return String.join(", ", keys);
    }

    /** Returns a plan without what differs between two plans of a query, and with Spark's name of the operator. */
    private static String withoutNames(String plan) {
        return plan.replaceAll("#\\d+L?|plan_id=\\d+", "").replace("TornadoSort [", "Sort [")
                .replaceAll("(?m)( Sort \\[.*), 0$", "$1");
    }

    /** The plan of a write is that of a command. */
    @ParameterizedTest
    @CsvSource({"true, false", "false, false", "true, true"})
    void bucketsAndPartitionsAreWrittenInOrder(boolean isAdaptive, boolean isPartitioned, @TempDir Path folder)
            throws TimeoutException {
        SparkSession session = LocalSpark.session();
        List<String> plans = new CopyOnWriteArrayList<>();
        QueryExecutionListener listener = new QueryExecutionListener() {
            @Override
            public void onSuccess(String name, QueryExecution query, long nanos) {
                plans.add(query.executedPlan().toString());
            }

            @Override
            public void onFailure(String name, QueryExecution query, Exception e) {
                plans.add(e.toString());
            }
        };
        session.listenerManager().register(listener);
        try {
            Dataset<Row> rows = session.range(0, 1000, 1, 2).selectExpr("id % 3 p", "xxhash64(id) k");
            SortedRows.with("spark.sql.adaptive.enabled", "" + isAdaptive, () -> {
                if (isPartitioned) {
                    rows.write().partitionBy("p").parquet(folder.resolve("t").toString());
                } else {
                    rows.write().bucketBy(4, "k").sortBy("k").option("path", folder.resolve("t").toString())
                            .saveAsTable("b");
                }
                return null;
            });
            session.sparkContext().listenerBus().waitUntilEmpty();
        } finally {
            session.listenerManager().unregister(listener);
            session.sql("drop table if exists b");
        }

        assertThat(plans).anyMatch(plan -> plan.contains("TornadoSort ["));
        Dataset<Row> written = session.read().option("recursiveFileLookup", true).parquet(folder.resolve("t").toString());
        assertThat(written.count()).isEqualTo(1000);
        if (!isPartitioned) {
            for (Row file : written.select(functions.input_file_name()).distinct().collectAsList()) {
                List<Long> keys =
                        session.read().parquet(new File(file.getString(0).replaceFirst("^file:/*", "/")).toString())
                                .select("k").collectAsList().stream().map(row -> row.getLong(0)).toList();
                assertThat(keys).as(file.getString(0)).isSorted();
            }
        }
    }
}
