package io.github.tornadosort.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.memory.MemoryConsumer;
import org.apache.spark.memory.MemoryMode;
import org.apache.spark.memory.TaskMemoryManager;
import org.apache.spark.scheduler.AccumulableInfo;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scala.Tuple2;
import scala.jdk.javaapi.CollectionConverters;

/** Sorts in an executor with little memory. */
class MemoryTest {
    private static final long N = 400_000;
    private static final long MEMORY = 12 << 20;

    private SparkSession session;

    @AfterEach
    void stop() {
        session.stop();
    }

    /** Partitions that need 16 MB in tasks that get half of the memory or less. Spark may encrypt what is written to disk. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPartitionThatIsLargerThanTheMemoryIsSortedInRuns(boolean encrypted) throws IOException {
        JavaSparkContext spark = start(MEMORY, encrypted);
        ConcurrentLinkedQueue<TaskMetrics> tasks = new ConcurrentLinkedQueue<>();
        ConcurrentLinkedQueue<AccumulableInfo> numbers = new ConcurrentLinkedQueue<>();
        session.sparkContext().addSparkListener(new SparkListener() {
            @Override
            public void onTaskEnd(SparkListenerTaskEnd end) {
                tasks.add(end.taskMetrics());
                numbers.addAll(CollectionConverters.asJava(end.taskInfo().accumulables()));
            }
        });

        assertAllRows(
                SparkSort.sortByKey(pairs(spark, 4), true, 2).mapPartitions(rows -> List.of(Rows.of(rows)).iterator()));

        session.stop(); // waits for the listener
        assertThat(sum(numbers, "tornado-sort: rows")).isEqualTo(N);
        assertThat(sum(numbers, "tornado-sort: spilled runs")).isPositive();
        assertThat(tasks.stream().mapToLong(TaskMetrics::diskBytesSpilled).sum()).isGreaterThan(N * 16 / 4);
        assertThat(tasks.stream().mapToLong(TaskMetrics::memoryBytesSpilled).sum()).isPositive();
        assertThat(tasks.stream().mapToLong(TaskMetrics::peakExecutionMemory).max().orElseThrow()).isBetween(1L << 20,
                MEMORY);
        assertNoFiles();
    }

    @Test
    void aTaskThatGetsNoMemoryFailsWithTheCause() {
        JavaSparkContext spark = start(1 << 14, false);
        JavaPairRDD<Long, Long> pairs = spark.parallelizePairs(
                LongStream.range(0, 5000).mapToObj(i -> new Tuple2<>(i, i)).toList(), 2);

        assertThatThrownBy(() -> SparkSort.sortByKey(pairs, true, 2).count())
                .hasMessageContaining("UNABLE_TO_ACQUIRE_MEMORY");
    }

    private static long sum(Collection<AccumulableInfo> numbers, String name) {
        return numbers.stream().filter(number -> number.name().contains(name))
                .mapToLong(number -> (Long) number.update().get()).sum();
    }

    /** A thread of the task needs all memory while the rows are read. */
    @Test
    void memoryIsFreedForOtherPartsOfTheTask() throws IOException {
        JavaSparkContext spark = start(4 * MEMORY, false);

        assertAllRows(SparkSort.sortByKey(pairs(spark, 4), true, 1).mapPartitions(rows -> {
            List<Tuple2<Long, Long>> first = new ArrayList<>();
            for (int i = 0; i < 1000; i++) {
                first.add(rows.next());
            }
            OtherConsumer other = new OtherConsumer(TaskContext.get().taskMemoryManager());
            long most = 4 * MEMORY - (4 << 20);
            assertThat(CompletableFuture.supplyAsync(() -> other.acquireMemory(most)).join()).isEqualTo(most);
            List<Rows> parts = List.of(Rows.of(first.iterator()), Rows.of(rows));
            other.freeMemory(most);
            return parts.iterator();
        }));

        session.stop();
        assertNoFiles();
    }

    /** Another part of a task, which frees nothing. */
    private static final class OtherConsumer extends MemoryConsumer {
        OtherConsumer(TaskMemoryManager manager) {
            super(manager, MemoryMode.ON_HEAP);
        }

        @Override
        public long spill(long size, MemoryConsumer trigger) {
            return 0;
        }
    }

    /** Sorted rows. */
    private record Rows(long first, long last, long n, long sum) implements Serializable {
        static Rows of(Iterator<Tuple2<Long, Long>> rows) {
            Tuple2<Long, Long> row = rows.next();
            long first = row._1();
            long last = first;
            long lastValue = row._2();
            long n = 1;
            long sum = row._2();
            while (rows.hasNext()) {
                row = rows.next();
                if (row._1() < last || row._1() == last && row._2() < lastValue) {
                    throw new AssertionError(row + " follows " + last + ", " + lastValue);
                }
                last = row._1();
                lastValue = row._2();
                sum += row._2();
                n++;
            }
            return new Rows(first, last, n, sum);
        }
    }

    private static void assertAllRows(JavaRDD<Rows> sorted) {
        List<Rows> parts = sorted.collect();
        for (int i = 1; i < parts.size(); i++) {
            assertThat(parts.get(i).first()).isGreaterThanOrEqualTo(parts.get(i - 1).last());
        }
        assertThat(parts.stream().mapToLong(Rows::n).sum()).isEqualTo(N);
        assertThat(parts.stream().mapToLong(Rows::sum).sum()).isEqualTo(N * (N - 1) / 2);
    }

    private static void assertNoFiles() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("spark-local"))) {
            assertThat(files.filter(file -> file.getFileName().toString().startsWith("temp_local_"))).isEmpty();
        }
    }

    /** Returns pairs of keys that occur several times and the numbers from 0 to N. */
    private static JavaPairRDD<Long, Long> pairs(JavaSparkContext spark, int partitions) {
        return spark.parallelize(IntStream.range(0, partitions).boxed().toList(), partitions).flatMapToPair(part -> {
            SplittableRandom random = new SplittableRandom(part);
            return LongStream.range(part * N / partitions, (part + 1) * N / partitions)
                    .mapToObj(i -> new Tuple2<>(random.nextLong(N / 4) << 40, i)).iterator();
        });
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
