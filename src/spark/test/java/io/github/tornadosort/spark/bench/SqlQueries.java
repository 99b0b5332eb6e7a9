package io.github.tornadosort.spark.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.classic.Dataset;
import org.apache.spark.sql.execution.QueryExecution;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec;
import org.apache.spark.sql.execution.adaptive.QueryStageExec;
import org.apache.spark.sql.execution.metric.SQLMetric;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Compares queries that sort, with the operator of this project and without, in turns. The time of the sorts is that of Spark's metric
 * "sort time", added up over tasks.
 */
final class SqlSorts {
    private final SparkSession session;
    private final Map<String, String> queries = new LinkedHashMap<>();

    SqlSorts(SparkSession session, long n) {
        this.session = session;
        session.range(0, n, 1, 4).selectExpr("xxhash64(id) l", "hash(id) i", "id",
                "if(id % 50 = 0, null, xxhash64(id) / 1e12D) d",
                "substring(sha2(cast(id as string), 256), 1, cast(12 + id % 29 as int)) s",
                "concat('user-', lpad(cast(pmod(xxhash64(id), 100000000) as string), 9, '0')) p",
                "cast(pmod(xxhash64(id), 1000) as int) a", "cast(pmod(xxhash64(id, 1), 1000000) as int) b",
                "pmod(xxhash64(id), 1000000) g").createOrReplaceTempView("t");
        session.range(0, n / 10, 1, 4).selectExpr("id * 7 k", "xxhash64(id) v").createOrReplaceTempView("u");
        StringBuilder wide = new StringBuilder();
        for (int i = 0; i < 19; i++) {
            wide.append(", id + ").append(i).append(" w").append(i);
        }
        queries.put("long", "select l, id from t order by l");
        queries.put("int", "select i, id from t order by i");
        queries.put("string", "select s, id from t order by s");
        queries.put("string prefix", "select p, id from t order by p");
        queries.put("two columns", "select a, b, id from t order by a, b");
        queries.put("two strings", "select s, p, id from t order by p, s");
        queries.put("double desc nulls", "select d, id from t order by d desc nulls last");
        queries.put("wide", "select l" + wide + " from t order by l");
        queries.put("join", "select /*+ MERGE(u) */ t.g, u.v, t.l from t join u on t.g = u.k");
        queries.put("window", "select g, sum(i) over (partition by g order by l) w from t");
    }

    /**
     * Prints the median times of each query, of some rounds after one that is not measured.
     *
     * @param names regular expression of the names of queries
     */
    void run(int rounds, String names) {
        queries.keySet().removeIf(name -> !name.matches(names));
        System.out.printf(Locale.ROOT, "%-20s %12s %12s %8s %10s %10s %8s%n", "query", "sort, Spark", "sort, ours", "ratio",
                "Spark", "ours", "ratio");
        queries.forEach((name, query) -> {
            List<Times> spark = new ArrayList<>();
            List<Times> ours = new ArrayList<>();
            for (int round = 0; round <= rounds; round++) {
                Times first = time(query, round % 2 == 0);
                Times second = time(query, round % 2 == 1);
                if (round > 0) { // the first one compiles
                    ours.add(round % 2 == 0 ? first : second);
                    spark.add(round % 2 == 0 ? second : first);
                }
            }
            double sparkSort = median(spark.stream().mapToDouble(Times::sort).toArray());
            double ourSort = median(ours.stream().mapToDouble(Times::sort).toArray());
            double sparkQuery = median(spark.stream().mapToDouble(Times::query).toArray());
            double ourQuery = median(ours.stream().mapToDouble(Times::query).toArray());
            System.out.printf(Locale.ROOT, "%-20s %10.2f s %10.2f s %8.2f %8.2f s %8.2f s %8.2f%n", name, sparkSort, ourSort,
                    sparkSort / ourSort, sparkQuery, ourQuery, sparkQuery / ourQuery);
        });
    }

    private static double median(double[] seconds) {
        Arrays.sort(seconds);
        return seconds[seconds.length / 2];
    }

    private Times time(String query, boolean isOurs) {
        session.conf().set("spark.tornadosort.enabled", isOurs);
        QueryExecution execution = ((Dataset<Row>) session.sql(query)).queryExecution();
        long start = System.nanoTime();
        execution.toRdd().count();
        double seconds = (System.nanoTime() - start) / 1e9;
        return new Times(sortMillis(execution.executedPlan()) / 1e3, seconds);
    }

    /** Adds up the metric of a plan and of what it consists of. */
    private static long sortMillis(SparkPlan plan) {
        if (plan instanceof AdaptiveSparkPlanExec adaptive) {
            return sortMillis(adaptive.executedPlan());
        } else if (plan instanceof QueryStageExec stage) {
            return sortMillis(stage.plan());
        }
        Option<SQLMetric> metric = plan.metrics().get("sortTime");
        long sum = metric.isDefined() ? metric.get().value() : 0;
        for (SparkPlan child : CollectionConverters.asJava(plan.children())) {
            sum += sortMillis(child);
        }
        return sum;
    }

    /** Seconds of the sorts, added up over tasks, and of the query. */
    private record Times(double sort, double query) {}
}
