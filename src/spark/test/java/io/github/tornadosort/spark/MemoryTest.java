package io.github.tornadosort.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scala.Tuple2;

/** Sorts in an executor with little memory. */
class MemoryTest {
    private static final long N = 400_000;
    private static final long MEMORY = 12 << 20;

    private SparkSession session;

    @AfterEach
    void stop() {
        session.stop();
    }

    /** Partitions that need 13 MB in tasks that get half of the memory or less. Spark may encrypt what is written to disk. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPartitionThatIsLargerThanTheMemoryIsSortedInRuns(boolean encrypted) throws IOException {
        JavaSparkContext spark = start(MEMORY, encrypted);
        ConcurrentLinkedQueue<TaskMetrics> tasks = new ConcurrentLinkedQueue<>();
        session.sparkContext().addSparkListener(new SparkListener() {
            @Override
            public void onTaskEnd(SparkListenerTaskEnd end) {
                tasks.add(end.taskMetrics());
            }
        });
        JavaPairRDD<Long, Long> pairs = spark.parallelize(List.of(0, 1, 2, 3), 4).flatMapToPair(part -> {
            SplittableRandom random = new SplittableRandom(part);
            return LongStream.range(part * N / 4, (part + 1) * N / 4).mapToObj(i -> new Tuple2<>(random.nextLong(), i))
                    .iterator();
        });

        List<Long> sums = SparkSort.sortByKey(pairs, true, 2).mapPartitions(rows -> {
            long last = Long.MIN_VALUE;
            long n = 0;
            long sum = 0;
            while (rows.hasNext()) {
                Tuple2<Long, Long> row = rows.next();
                assertThat(row._1()).isGreaterThanOrEqualTo(last);
                last = row._1();
                sum += row._2();
                n++;
            }
            return List.of(n, sum).iterator();
        }).collect();

        assertThat(sums.get(0) + sums.get(2)).isEqualTo(N);
        assertThat(sums.get(1) + sums.get(3)).isEqualTo(N * (N - 1) / 2);
        session.stop(); // waits for the listener
        assertThat(tasks.stream().mapToLong(TaskMetrics::diskBytesSpilled).sum()).isGreaterThan(N * 16 / 4);
        assertThat(tasks.stream().mapToLong(TaskMetrics::memoryBytesSpilled).sum()).isPositive();
        assertThat(tasks.stream().mapToLong(TaskMetrics::peakExecutionMemory).max().orElseThrow()).isBetween(1L << 20,
                MEMORY);
        try (Stream<Path> files = Files.walk(Path.of("spark-local"))) {
            assertThat(files.filter(file -> file.getFileName().toString().startsWith("temp_local_"))).isEmpty();
        }
    }

    @Test
    void aTaskThatGetsNoMemoryFailsWithTheCause() {
        JavaSparkContext spark = start(1 << 14, false);
        JavaPairRDD<Long, Long> pairs = spark.parallelizePairs(
                LongStream.range(0, 5000).mapToObj(i -> new Tuple2<>(i, i)).toList(), 2);

        assertThatThrownBy(() -> SparkSort.sortByKey(pairs, true, 2).count())
                .hasMessageContaining("this task gets too little memory to sort ");
    }

    private JavaSparkContext start(long bytes, boolean encrypted) {
        LocalSpark.stop();
        session = LocalSpark.builder("local[2]")
                .config("spark.testing.memory", bytes)
                .config("spark.testing.reservedMemory", 0)
                .config("spark.memory.fraction", 1.0)
                .config("spark.memory.storageFraction", 0.0)
                .config("spark.io.encryption.enabled", encrypted)
                .getOrCreate();
        session.sparkContext().setLogLevel("ERROR");
        return JavaSparkContext.fromSparkContext(session.sparkContext());
    }
}
