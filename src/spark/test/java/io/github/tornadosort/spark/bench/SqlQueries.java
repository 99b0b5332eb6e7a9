package io.github.tornadosort.spark.bench;

import java.io.Serializable;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.QueryExecution;

/** Queries that sort generated rows, by the operator of this project or by Spark's own. */
final class SqlQueries {
    static final String ENABLED = "spark.tornadosort.enabled";
    private static final Map<String, Query> QUERIES = new LinkedHashMap<>();

    static {
        StringBuilder wide = new StringBuilder();
        for (int i = 0; i < 19; i++) {
            wide.append(", id + ").append(i).append(" w").append(i);
        }
        QUERIES.put("long", new Query("select l, id from t order by l", 1));
        QUERIES.put("int", new Query("select i, id from t order by i", 1));
        QUERIES.put("string", new Query("select s, id from t order by s", 1));
        QUERIES.put("string-prefix", new Query("select p, id from t order by p", 1));
        QUERIES.put("two-columns", new Query("select a, b, id from t order by a, b", 2));
        QUERIES.put("two-strings", new Query("select p, s, id from t order by p, s", 2));
        QUERIES.put("double-desc-nulls", new Query("select d, id from t order by d desc nulls last", 1));
        QUERIES.put("wide", new Query("select l" + wide + " from t order by l", 1));
        QUERIES.put("join", new Query("select /*+ MERGE(u) */ t.g, u.v, t.l from t join u on t.g = u.k", 0));
        QUERIES.put("window", new Query("select g, sum(i) over (partition by g order by l) w from t", 0));
    }

    private final SparkSession session;
    private final long n;
    /** The queries whose result has been compared with that of Spark's own sort. */
    private final Set<String> checked = new HashSet<>();

    /** @param keys the number of first columns by which the result is in order */
    private record Query(String text, int keys) {}

    /** Creates the tables: one of n rows, and one of a tenth of them to join. */
    SqlQueries(SparkSession session, long n) {
        this.session = session;
        this.n = n;
        session.range(0, n, 1, 4).selectExpr("xxhash64(id) l", "hash(id) i", "id",
                "if(id % 50 = 0, null, xxhash64(id) / 1e12D) d",
                "substring(sha2(cast(id as string), 256), 1, cast(12 + id % 29 as int)) s",
                "concat('user-', lpad(cast(pmod(xxhash64(id), 100000000) as string), 9, '0')) p",
                "cast(pmod(xxhash64(id), 1000) as int) a", "cast(pmod(xxhash64(id, 1), 1000000) as int) b",
                "pmod(xxhash64(id), 1000000) g").createOrReplaceTempView("t");
        session.range(0, n / 10, 1, 4).selectExpr("id * 7 k", "xxhash64(id) v").createOrReplaceTempView("u");
    }

    static Set<String> names() {
        return QUERIES.keySet();
    }

    long rows() {
        return n;
    }

    /**
     * Returns the nanoseconds of a query, as the session is set, from its start to its last row. When it first runs, its result
     * must be that of Spark's own sort.
     */
    long time(String name) {
        Query query = QUERIES.get(name);
        if (checked.add(name) && !Found.of(session.sql(query.text()), query.keys()).equals(bySpark(query))) {
            throw new IllegalStateException("the result of " + name + " is wrong");
        }
        QueryExecution execution =
                ((org.apache.spark.sql.classic.Dataset<Row>) session.sql(query.text())).queryExecution();
        // Spark deletes the shuffled rows of an earlier query when the collector has found it.
        System.gc();
        long start = System.nanoTime();
        execution.toRdd().count();
        return System.nanoTime() - start;
    }

    private Found bySpark(Query query) {
        String before = session.conf().get(ENABLED);
        session.conf().set(ENABLED, false);
        try {
            return Found.of(session.sql(query.text()), query.keys());
        } finally {
            session.conf().set(ENABLED, before);
        }
    }

    /**
     * What is found in the rows of a result. It is the same for results that differ in the order of rows with equal keys only.
     *
     * @param rows number of rows
     * @param keys a hash of the keys, which depends on their order: a polynomial
     * @param power the power of its factor that rows before these are multiplied by
     * @param all a hash of the rows, which does not depend on their order
     */
    record Found(long rows, long keys, long power, long all) implements Serializable {
        private static final long FACTOR = 0x9E3779B97F4A7C15L;

        /** @param columns the number of first columns that are keys */
        static Found of(Dataset<Row> rows, int columns) {
            return rows.toJavaRDD().mapPartitions(part -> List.of(of(part, columns)).iterator()).collect().stream()
                    .reduce(new Found(0, 0, 1, 0), Found::then);
        }

        private static Found of(Iterator<Row> part, int columns) {
            long rows = 0;
            long keys = 0;
            long power = 1;
            long all = 0;
            for (; part.hasNext(); rows++) {
                Row row = part.next();
                long hash = 0;
                for (int i = 0; i < row.length(); i++) {
                    hash = hash * 31 + Objects.hashCode(row.get(i));
                    if (i < columns) {
                        keys = keys * FACTOR + hash;
                        power *= FACTOR;
                    }
                }
                all += (hash ^ hash >>> 29) * FACTOR;
            }
            return new Found(rows, keys, power, all);
        }

        private Found then(Found next) {
            return new Found(rows + next.rows, keys * next.power + next.keys, power * next.power, all + next.all);
        }
    }
}
