package io.github.tornadosort.spark.bench;

import com.sun.management.OperatingSystemMXBean;
import io.github.tornadosort.spark.SparkSort;
import java.io.IOException;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import scala.Tuple2;

/**
 * Measures {@link SparkSort} against Spark's own sorts, in turns and in one process, and compares the results by a hash that depends on
 * the order. Prints the medians and writes all times to a JSON file.
 */
public final class SparkBenchmark {
    private static final String USAGE = """
            Usage: SparkBenchmark (pairs | records | rows) N REPETITIONS FILE.json [MASTER]
                   SparkBenchmark terasort N FOLDER FILE.json [MASTER]
            MASTER is local[2] by default; other settings are Java properties that begin with spark.""";

    private final JavaSparkContext spark;
    private final SparkSession session;
    private final int partitions;

    private SparkBenchmark(SparkSession session) {
        this.session = session;
        this.spark = JavaSparkContext.fromSparkContext(session.sparkContext());
        this.partitions = Math.max(4, spark.defaultParallelism());
    }

    /**
     * Runs a benchmark.
     *
     * @param args see the usage
     */
    public static void main(String[] args) throws IOException {
        if (args.length < 4) {
            System.err.println(USAGE);
            System.exit(2);
        }
        long n = (long) Double.parseDouble(args[1]);
        SparkSession.Builder builder = SparkSession.builder().appName("tornado-sort benchmark")
                .master(args.length > 4 ? args[4] : "local[2]").config("spark.ui.enabled", false)
                .config("spark.sql.shuffle.partitions", 8);
        SparkSession session = builder.getOrCreate();
        session.sparkContext().setLogLevel("ERROR");
        SparkBenchmark benchmark = new SparkBenchmark(session);
        String json = switch (args[0]) {
            case "pairs" -> benchmark.pairs(n, Integer.parseInt(args[2]));
            case "records" -> benchmark.records(n, Integer.parseInt(args[2]));
            case "rows" -> benchmark.rows(n, Integer.parseInt(args[2]));
            case "terasort" -> benchmark.terasort(n, args[2]);
            default -> throw new IllegalArgumentException(USAGE);
        };
        Files.writeString(Path.of(args[3]), json + "\n");
        session.stop();
    }

    private String pairs(long n, int repetitions) {
        JavaPairRDD<Long, Long> pairs = pairs(spark, n, partitions);
        return compare("pairs", n, repetitions,
                () -> hash(pairs.sortByKey(true, partitions).map(pair -> pair._1() * 31 + pair._2())),
                () -> hash(SparkSort.sortByKey(pairs, true, partitions).map(pair -> pair._1() * 31 + pair._2())));
    }

    private static JavaPairRDD<Long, Long> pairs(JavaSparkContext spark, long n, int partitions) {
        return spark.parallelize(IntStream.range(0, partitions).boxed().toList(), partitions).flatMapToPair(part -> {
            SplittableRandom random = new SplittableRandom(part);
            return LongStream.range(n * part / partitions, n * (part + 1) / partitions)
                    .mapToObj(i -> new Tuple2<>(random.nextLong(), i)).iterator();
        });
    }

    private String records(long n, int repetitions) {
        JavaRDD<byte[]> records = TeraSort.records(spark, n, partitions).cache();
        records.count();
        Comparator<byte[]> order = (Comparator<byte[]> & Serializable) Arrays::compareUnsigned;
        return compare("records", n, repetitions,
                () -> hash(records.mapToPair(record -> new Tuple2<>(Arrays.copyOf(record, TeraSort.KEY), record))
                        .sortByKey(order, true, partitions).map(pair -> (long) Arrays.hashCode(pair._2()))),
                () -> hash(SparkSort.sortRecords(records, TeraSort.WIDTH, 0, TeraSort.KEY, partitions)
                        .map(record -> (long) Arrays.hashCode(record))));
    }

    private String rows(long n, int repetitions) {
        Dataset<Row> rows = session.range(0, n, 1, partitions).selectExpr("xxhash64(id) k", "id v");
        return compare("rows", n, repetitions, () -> hash(rows.orderBy("k")), () -> hash(SparkSort.orderBy(rows, "k")));
    }

    private String terasort(long n, String folder) throws IOException {
        String unsorted = folder + "/unsorted";
        String sorted = folder + "/sorted";
        int parts = (int) Math.max(partitions, n / 500_000);
        long start = System.nanoTime();
        TeraSort.generate(spark, unsorted, n, parts);
        long generated = System.nanoTime();
        TeraSort.sort(spark, unsorted, sorted, parts);
        long end = System.nanoTime();
        TeraSort.Verdict before = TeraSort.validate(spark, unsorted);
        TeraSort.Verdict after = TeraSort.validate(spark, sorted);
        boolean right = after.unordered() == 0 && after.records() == n && after.checksum().equals(before.checksum());
        System.out.printf(Locale.ROOT, "TeraGen %.1f s, TeraSort %.1f s, %s, %s%n", (generated - start) / 1e9,
                (end - generated) / 1e9, after, right ? "valid" : "WRONG");
        return """
                {"benchmark": "terasort", "n": %d, "master": "%s", "generate s": %.3f, "sort s": %.3f, "checksum": "%s", "valid": %b}"""
                .formatted(n, spark.master(), (generated - start) / 1e9, (end - generated) / 1e9, after.checksum(), right);
    }

    /** What runs of one sort took. */
    private static final class Times {
        private final List<Double> seconds = new ArrayList<>();
        private final List<Double> processorSeconds = new ArrayList<>();

        /** Runs a sort and returns its hash. */
        long run(Supplier<Long> sort) {
            OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
            long start = System.nanoTime();
            long processorStart = system.getProcessCpuTime();
            long hash = sort.get();
            processorSeconds.add((system.getProcessCpuTime() - processorStart) / 1e9);
            seconds.add((System.nanoTime() - start) / 1e9);
            return hash;
        }

        @Override
        public String toString() {
            return "%.2f s (%.2f s of the processors)".formatted(seconds.getLast(), processorSeconds.getLast());
        }
    }

    private static String compare(String name, long n, int repetitions, Supplier<Long> sparks, Supplier<Long> ours) {
        Times spark = new Times();
        Times here = new Times();
        for (int i = 0; i <= repetitions; i++) {
            if (spark.run(sparks) != here.run(ours)) {
                throw new IllegalStateException(name + ": the results differ");
            }
            System.out.println(name + ": Spark " + spark + ", tornado-sort " + here);
        }
        String ratios = "%.2f times faster, %.2f times less processor time".formatted(
                median(spark.seconds) / median(here.seconds),
                median(spark.processorSeconds) / median(here.processorSeconds));
        System.out.println(name + ", n = " + n + ": " + ratios);
        return """
                {"benchmark": "%s", "n": %d, "result": "%s", "spark s": %s, "spark processor s": %s, "tornado-sort s": %s,
                 "tornado-sort processor s": %s}""".formatted(name, n, ratios, spark.seconds, spark.processorSeconds,
                here.seconds, here.processorSeconds);
    }

    /** Returns the median of all but the first, in which the JVM compiles. */
    private static double median(List<Double> seconds) {
        return seconds.stream().skip(1).sorted().toList().get((seconds.size() - 1) / 2);
    }

    private static long hash(JavaRDD<Long> rows) {
        return combine(rows.mapPartitions(SparkBenchmark::hash).collect());
    }

    private static long hash(Dataset<Row> rows) {
        return combine(rows.toJavaRDD().mapPartitions(part -> {
            Hash hash = new Hash();
            while (part.hasNext()) {
                Row row = part.next();
                hash.add(row.getLong(0) * 31 + row.getLong(1));
            }
            return List.of(hash).iterator();
        }).collect());
    }

    private static Iterator<Hash> hash(Iterator<Long> rows) {
        Hash hash = new Hash();
        while (rows.hasNext()) {
            hash.add(rows.next());
        }
        return List.of(hash).iterator();
    }

    /** Returns the hash of all rows, wherever a partition ends. */
    private static long combine(List<Hash> parts) {
        Hash all = new Hash();
        parts.forEach(all::append);
        return all.sum;
    }

    /** A hash of a sequence of longs: a polynomial, so that sequences can be joined. */
    private static final class Hash implements Serializable {
        private static final long serialVersionUID = 1L;
        private static final long BASE = 0x9E3779B97F4A7C15L;

        private long sum;
        private long power = 1;

        void add(long row) {
            sum = sum * BASE + (row ^ row >>> 29);
            power *= BASE;
        }

        void append(Hash next) {
            sum = sum * next.power + next.sum;
            power *= next.power;
        }
    }
}
