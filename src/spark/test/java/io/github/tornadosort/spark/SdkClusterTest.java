package io.github.tornadosort.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.AccumulableInfo;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import scala.Tuple2;
import scala.jdk.javaapi.CollectionConverters;

/** Sorts on the first device of a TornadoVM SDK, in executors that have the JVM flags of docs/spark.md. */
@Tag("slow")
@EnabledIfEnvironmentVariable(named = "TORNADOVM_HOME", matches = ".+")
class SdkClusterTest extends OwnSpark {
    /** Enough for partitions that are not left to the host in any case. */
    private static final int N = 200_000;

    @TempDir
    Path folder;

    private final AtomicLong keysOnDevices = new AtomicLong();

    @Test
    void theDeviceSortsTheKeys() throws IOException, TimeoutException {
        // Sorts of any length are expected to be faster on the device, which may be a CPU.
        Path costs = folder.resolve("costs");
        Files.writeString(costs, List.of("none 32", "none 64", "any 32", "any 64").stream()
                .map(kind -> "host " + kind + " 0 100000\ncpu " + kind + " 0 1\ngpu " + kind + " 0 1\n")
                .reduce("", String::concat));
        session = ClusterTest.withGpu(ClusterTest.cluster("local-cluster[2,1,1024]"), folder, "GPU-a")
                .config(DeviceSettings.DEVICES, "GPU-a=0:0")
                .config("spark.executor.extraJavaOptions", flagsOfTheGuide() + " -Dtornadosort.costs=" + costs)
                .getOrCreate();
        session.sparkContext().setLogLevel("ERROR");
        session.sparkContext().addSparkListener(new SparkListener() {
            @Override
            public void onTaskEnd(SparkListenerTaskEnd end) {
                for (AccumulableInfo number : CollectionConverters.asJava(end.taskInfo().accumulables())) {
                    if (number.name().contains("tornado-sort: keys sorted on a device")) {
                        keysOnDevices.addAndGet((Long) number.update().get());
                    }
                }
            }
        });
        JavaSparkContext spark = JavaSparkContext.fromSparkContext(session.sparkContext());
        assertThat(spark.parallelize(List.of(1, 2), 2).map(_ -> device()).collect()).allMatch(
                device -> device.startsWith("0:0 ") && !device.contains(" jvm"));

        JavaPairRDD<Long, Long> pairs = spark.parallelize(IntStream.range(0, N).boxed().toList(), 4)
                .mapToPair(i -> new Tuple2<>(new SplittableRandom(i).nextLong(), (long) i));
        assertThat(SparkSort.sortByKey(pairs, true, 2).collect()).isEqualTo(pairs.sortByKey(true, 2).collect());
        assertThat(takeKeysOnDevices()).isEqualTo(N);

        JavaRDD<byte[]> records = pairs.map(pair -> (pair._1() + " ".repeat(30)).substring(0, 30).getBytes(StandardCharsets.UTF_8));
        List<String> sorted = SparkSort.sortRecords(records, 30, 0, 20, 2).map(SdkClusterTest::text).collect();
        assertThat(sorted).isEqualTo(records.map(SdkClusterTest::text).sortBy(record -> record, true, 2).collect());
        assertThat(takeKeysOnDevices()).isGreaterThanOrEqualTo(N);

        Dataset<Row> rows = session.range(N).selectExpr("xxhash64(id) k", "id % 100 v", "id");
        assertThat(SparkSort.orderBy(rows, "v desc", "k").collectAsList())
                .isEqualTo(rows.orderBy(rows.col("v").desc(), rows.col("k")).collectAsList());
        assertThat(takeKeysOnDevices()).isGreaterThanOrEqualTo(N);
    }

    private long takeKeysOnDevices() throws TimeoutException {
        session.sparkContext().listenerBus().waitUntilEmpty();
        return keysOnDevices.getAndSet(0);
    }

    private static String text(byte[] record) {
        return new String(record, StandardCharsets.UTF_8);
    }

    private static String device() {
        return ExecutorSorters.of(TaskContext.get()).sorter().device().toString();
    }

    /** Returns the flags with the folders of this machine. */
    private static String flagsOfTheGuide() throws IOException {
        Matcher flags = Pattern.compile("spark.executor.extraJavaOptions=\"(.*?)\"").matcher(GuideTest.guide());
        assertThat(flags.find()).isTrue();
        String text = flags.group(1).replace("$TORNADOVM_HOME", System.getenv("TORNADOVM_HOME"));
        String jar = text.replaceAll("(?s).*\\$SPARK_HOME/jars/(\\S+\\.jar).*", "$1");
        String path = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> Path.of(entry).endsWith(jar)).findFirst().orElseThrow();
        return text.replace("$SPARK_HOME/jars/" + jar, path);
    }
}
