package io.github.tornadosort.spark.bench;

import io.github.tornadosort.spark.TornadoSortExtensions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;

/** The programs of the benchmark that need Spark on the class path. */
public final class SparkBenchmark {
    private static final String USAGE = """
            Usage: SparkBenchmark (spark | tornado-sort) [MASTER]
                     Answers requests of the benchmark, which are read from standard input.
                   SparkBenchmark terasort N PARTITIONS FOLDER [MASTER]
                     Writes N records, sorts them and checks the result.
                   SparkBenchmark compare N PARTITIONS [MASTER]
                     Sorts N records, by this project and by Spark's own sort, and compares the results.
                   SparkBenchmark arguments FILE
                     Writes the flags and the class path of this JVM to a file for other JVMs.
            MASTER is local[2] by default; other settings are Java properties that begin with spark.""";

    private SparkBenchmark() {}

    /**
     * Runs a program.
     *
     * @param args see the usage
     */
    public static void main(String[] args) throws IOException, TimeoutException {
        String program = args.length == 0 ? "" : args[0];
        switch (program) {
            case "spark", "tornado-sort" -> serve(program, args.length > 1 ? args[1] : "local[2]");
            case "terasort" -> terasort(
                    (long) Double.parseDouble(args[1]), Integer.parseInt(args[2]), args[3],
                    args.length > 4 ? args[4] : "local[2]");
            case "compare" -> compare(
                    (long) Double.parseDouble(args[1]), Integer.parseInt(args[2]), args.length > 3 ? args[3] : "local[2]");
            case "arguments" -> writeArguments(Path.of(args[1]));
            default -> {
                System.err.println(USAGE);
                System.exit(2);
            }
        }
    }

    /**
     * Executors of a local-cluster, which Spark uses for its own tests, get the class path of this JVM, and all memory of their worker.
     */
    private static SparkSession start(String master) {
        String memory = master.replaceFirst("local-cluster\\[.*,\\s*(\\d+)\\s*]", "$1m");
        SparkSession session = SparkSession.builder().appName("tornado-sort benchmark").master(master)
                .config("spark.ui.enabled", false).config("spark.sql.shuffle.partitions", 8)
                .config("spark.sql.extensions", TornadoSortExtensions.class.getName())
                .config("spark.executorEnv.SPARK_TESTING", 1).config("spark.executorEnv.SPARK_SCALA_VERSION", "2.13")
                .config("spark.executor.extraClassPath", System.getProperty("java.class.path"))
                .config("spark.executor.extraJavaOptions", "-XX:+UseParallelGC --enable-native-access=ALL-UNNAMED")
                .config("spark.executor.memory", memory.equals(master) ? "1g" : memory)
                .getOrCreate();
        session.sparkContext().setLogLevel("ERROR");
        return session;
    }

    private static void serve(String contender, String master) throws IOException {
        SparkSession session = start(master);
        session.conf().set("spark.tornadosort.enabled", contender.equals("tornado-sort"));
        SparkPeer peer = new SparkPeer(session, contender.equals("tornado-sort"));
        peer.serve(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)), System.out);
        session.stop();
    }

    private static void terasort(long n, int partitions, String folder, String master) throws IOException {
        SparkSession session = start(master);
        JavaSparkContext spark = JavaSparkContext.fromSparkContext(session.sparkContext());
        String unsorted = folder + "/unsorted";
        String sorted = folder + "/sorted";
        long start = System.nanoTime();
        TeraSort.generate(spark, unsorted, n, partitions);
        long generated = System.nanoTime();
        TeraSort.sort(spark, unsorted, sorted, partitions);
        long end = System.nanoTime();
        TeraSort.Verdict before = TeraSort.validate(spark, unsorted);
        TeraSort.Verdict after = TeraSort.validate(spark, sorted);
        boolean right = after.unordered() == 0 && after.records() == n && after.checksum().equals(before.checksum());
        System.out.printf(Locale.ROOT, "TeraGen %.1f s, TeraSort %.1f s, %s, %s%n", (generated - start) / 1e9,
                (end - generated) / 1e9, after, right ? "valid" : "WRONG");
        session.stop();
    }

    private static void compare(long n, int partitions, String master) throws TimeoutException {
        SparkSession session = start(master);
        JavaRDD<byte[]> records = TeraSort.records(JavaSparkContext.fromSparkContext(session.sparkContext()), n, partitions);
        SpilledBytes spilled = new SpilledBytes();
        session.sparkContext().addSparkListener(spilled);
        TeraSort.Verdict before = TeraSort.validate(records);
        TeraSort.Verdict ours = timed("tornado-sort", session, spilled, () -> TeraSort.sorted(records, partitions));
        TeraSort.Verdict spark = timed("Spark", session, spilled, () -> TeraSort.sortedBySpark(records, partitions));
        boolean right = ours.unordered() == 0 && ours.records() == n && ours.checksum().equals(before.checksum());
        System.out.printf(Locale.ROOT, "%.1f GiB of records, %s%n", n * TeraSort.WIDTH / (double) (1 << 30),
                right && ours.equals(spark) ? "same result" : "DIFFERENT");
        session.stop();
    }

    private static TeraSort.Verdict timed(String name, SparkSession session, SpilledBytes spilled,
            Supplier<JavaRDD<byte[]>> sort) throws TimeoutException {
        long start = System.nanoTime();
        TeraSort.Verdict verdict = TeraSort.validate(sort.get());
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.printf(Locale.ROOT, "%s %.1f s, %s, %s%n", name, seconds, spilled.take(session), verdict);
        return verdict;
    }

    private static void writeArguments(Path file) throws IOException {
        List<String> lines = new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
        lines.add("-cp");
        lines.add('"' + System.getProperty("java.class.path").replace("\\", "\\\\") + '"');
        Files.write(file, lines);
    }
}
