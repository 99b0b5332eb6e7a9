package io.github.tornadosort.spark.bench;

import io.github.tornadosort.spark.SparkSort;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import scala.Tuple2;

/**
 * A contender of the benchmark: Spark's own sorts, or those of {@link SparkSort}. It answers requests as the benchmark's class Worker
 * describes. The time is that of a job that sorts and reads all rows; it also checks their order.
 */
final class SparkPeer {
    /** What the operations of {@link SqlQueries} begin with. */
    private static final String QUERY = "sql-";

    private final SparkSession session;
    private final JavaSparkContext spark;
    private final boolean ours;
    private final int partitions;
    private SqlQueries queries;

    /** @param ours whether to sort by {@link SparkSort} */
    SparkPeer(SparkSession session, boolean ours) {
        this.session = session;
        this.spark = JavaSparkContext.fromSparkContext(session.sparkContext());
        this.ours = ours;
        this.partitions = Math.max(4, spark.defaultParallelism());
    }

    /** Answers requests until the end of the input. */
    void serve(BufferedReader in, PrintStream out) throws IOException {
        out.println("""
                {"contender": "%s", "ours": %b, "what": "%s", "device": "%s"}""".formatted(ours ? "tornado-sort" : "spark",
                ours,
                (ours ? "SparkSort on " : "") + "Apache Spark " + spark.version(), spark.master()));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.println(answer(line));
        }
    }

    /** @param request the operation, the type, the number of rows, what to measure, and a file */
    private String answer(String request) {
        String[] words = request.split(" ", 5);
        int n = Integer.parseInt(words[2]);
        String file = words[4];
        try {
            return switch (words[0]) {
                case "spark-pairs" -> pairs(file, n);
                case "spark-records" -> records(file, n);
                case "spark-rows" -> rows(file, n);
                default -> words[0].startsWith(QUERY) && SqlQueries.names().contains(words[0].substring(QUERY.length()))
                        ? query(words[0].substring(QUERY.length()), n)
                        : "{\"skipped\": \"unsupported operation '" + words[0] + "'\"}";
            };
        } catch (RuntimeException e) {
            e.printStackTrace();
            return "{\"failed\": \"" + e.getClass().getName() + ", see the log\"}";
        }
    }

    /** The rows of queries depend on their number only. */
    private String query(String name, int n) {
        queries = queries != null && queries.rows() == n ? queries : new SqlQueries(session, n);
        SqlQueries.Times times = queries.time(name);
        return "{\"nanos\": {\"endToEnd\": " + times.nanos() + ", \"sort\": " + times.sortNanos() + "}}";
    }

    private String pairs(String file, int n) {
        JavaPairRDD<Long, Long> pairs = LongRows.pairs(spark, file, n, partitions);
        long checksum = check(pairs).checksum();
        return measure(
                () -> check(ours ? SparkSort.sortByKey(pairs, true, partitions) : pairs.sortByKey(true, partitions)),
                sorted -> sorted.rows() == n && sorted.unordered() == 0 && sorted.checksum() == checksum);
    }

    private static LongRows check(JavaPairRDD<Long, Long> pairs) {
        return LongRows.of(JavaRDD.fromRDD(pairs.rdd(), pairs.rdd().elementClassTag()), Tuple2::_1, Tuple2::_2);
    }

    /** Sorts 8 bytes that are hashed from the row number: a data frame of a file would be converted from other objects first. */
    private String rows(String file, int n) {
        long seed = LongRows.read(file, 0, 1).get(0) >>> 1;
        Dataset<Row> rows = session.range(0, n, 1, partitions).selectExpr("xxhash64(id, " + seed + "L) k", "id v");
        long checksum = check(rows).checksum();
        return measure(
                () -> check(ours ? SparkSort.orderBy(rows, "k") : rows.orderBy("k")),
                sorted -> sorted.rows() == n && sorted.unordered() == 0 && sorted.checksum() == checksum);
    }

    private static LongRows check(Dataset<Row> rows) {
        return LongRows.of(rows.toJavaRDD(), row -> row.getLong(0), row -> row.getLong(1));
    }

    private String records(String file, int n) {
        JavaRDD<byte[]> records = records(spark, file, n, partitions);
        String checksum = TeraSort.validate(records).checksum();
        return measure(
                () -> TeraSort.validate(ours
                        ? TeraSort.sorted(records, partitions)
                        : TeraSort.sortedBySpark(records, partitions)),
                sorted -> sorted.records() == n && sorted.unordered() == 0 && sorted.checksum().equals(checksum));
    }

    private static JavaRDD<byte[]> records(JavaSparkContext spark, String file, long n, int partitions) {
        List<Integer> parts = IntStream.range(0, partitions).boxed().toList();
        return spark.parallelize(parts, partitions).flatMap(part -> {
            long from = n * part / partitions * TeraSort.WIDTH;
            long to = n * (part + 1) / partitions * TeraSort.WIDTH;
            try (FileChannel channel = FileChannel.open(Path.of(file))) {
                ByteBuffer bytes = channel.map(MapMode.READ_ONLY, from, to - from);
                return IntStream.range(0, bytes.limit() / TeraSort.WIDTH).mapToObj(i -> {
                    byte[] record = new byte[TeraSort.WIDTH];
                    bytes.get(i * TeraSort.WIDTH, record);
                    return record;
                }).iterator();
            }
        });
    }

    /** Returns the time that a sort takes, if its result is right. */
    private static <R> String measure(Supplier<R> sort, Predicate<R> isRight) {
        long start = System.nanoTime();
        R result = sort.get();
        long nanos = System.nanoTime() - start;
        return isRight.test(result)
                ? "{\"nanos\": {\"endToEnd\": " + nanos + "}}"
                : "{\"failed\": \"the result is wrong: " + result + "\"}";
    }
}
