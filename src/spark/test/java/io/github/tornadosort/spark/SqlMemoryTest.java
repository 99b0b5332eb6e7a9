package io.github.tornadosort.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.spark.TaskContext;
import org.apache.spark.memory.MemoryConsumer;
import org.apache.spark.memory.MemoryMode;
import org.apache.spark.memory.TaskMemoryManager;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sorts of data frames in an executor with little memory. A task that leaves memory allocated fails. */
@Tag("slow")
class SqlMemoryTest extends OwnSpark {
    private static final int N = 200_000;

    private final AtomicLong spilled = new AtomicLong();

    private void start(String master, long memory) {
        start(LocalSpark.builder(master), memory);
    }

    private void start(SparkSession.Builder builder, long memory) {
        session = builder
                .config("spark.testing", true)
                .config("spark.testing.memory", memory)
                .config("spark.testing.reservedMemory", 0)
                .config("spark.memory.fraction", 1)
                .config("spark.buffer.pageSize", 1 << 18)
                .config("spark.unsafe.exceptionOnMemoryLeak", true)
                .config("spark.sql.shuffle.partitions", 20)
                .config("spark.sql.adaptive.coalescePartitions.enabled", false)
                .getOrCreate();
        session.sparkContext().setLogLevel("OFF");
        session.sparkContext().addSparkListener(new SparkListener() {
            @Override
            public void onTaskEnd(SparkListenerTaskEnd end) {
                spilled.addAndGet(end.taskMetrics().diskBytesSpilled());
            }
        });
    }

    /** The key of rows; others have the same bytes before them. */
    private Dataset<Row> rows(int partitions) {
        return session.range(0, N, 1, partitions).selectExpr(
                "concat('beginning ', xxhash64(id) % 1000) t", "id", "repeat('x', cast(id % 50 as int)) x");
    }

    /** Few tasks, and twenty at a time that share the memory; on the heap and outside. Spark may encrypt what is written to disk. */
    @ParameterizedTest
    @CsvSource({"local[2], 2000000, 2, false, false", "local[2], 2000000, 2, false, true",
        "local[20], 12000000, 20, false, false",
        "local[2], 400000000, 2, false, false", "local[2], 2000000, 2, true, false", "local[2], 400000000, 2, true, false"})
    void rowsThatDoNotFitAreWrittenAndMerged(String master, long memory, int partitions, boolean isOffHeap,
            boolean isEncrypted) throws IOException {
        start(LocalSpark.builder(master).config("spark.memory.offHeap.enabled", isOffHeap)
                .config("spark.memory.offHeap.size", memory)
                .config("spark.io.encryption.enabled", isEncrypted), isOffHeap ? 2_000_000 : memory);

        List<Row> sorted = rows(partitions).orderBy("t", "id").select("t", "id").collectAsList();

        List<Row> expected = rows(partitions).select("t", "id").collectAsList();
        session.stop(); // waits for the listener
        if (partitions == 2) { // Twenty tasks write nothing if they happen to run one after another.
            assertThat(spilled.get() > 0).isEqualTo(memory < 100_000_000);
        }
        List<Row> inOrder = new ArrayList<>(expected);
        inOrder.sort((a, b) -> a.getString(0).equals(b.getString(0))
                ? Long.compare(a.getLong(1), b.getLong(1))
                : a.getString(0).compareTo(b.getString(0)));
        assertThat(sorted.equals(inOrder)).isTrue();
        try (Stream<Path> files = Files.walk(Path.of("spark-local"))) {
            assertThat(files.filter(file -> file.getFileName().toString().startsWith("temp_local_"))).isEmpty();
        }
    }

    @Test
    void aTaskThatGetsNoMemoryFailsAsSparkDoes() {
        start("local[2]", 100_000);

        assertThatThrownBy(() -> rows(1).sortWithinPartitions("t").collectAsList())
                .hasMessageContaining("UNABLE_TO_ACQUIRE_MEMORY");
    }

    /**
     * Another thread of the task needs all memory, before the first row is read or after some; the row before it stays readable. The
     * iterator is the operator's own: that of generated code reads a row ahead.
     */
    @ParameterizedTest
    @CsvSource({"0, 400000000", "1, 400000000", "70000, 400000000", "70000, 60000000", "199999, 400000000"})
    void memoryIsFreedForOtherPartsOfTheTask(int read, long memory) {
        start(LocalSpark.builder("local[1]").config("spark.sql.codegen.wholeStage", false), memory);
        Dataset<Row> sorted = rows(1).sortWithinPartitions("t", "id");

        List<Long> ids = ((org.apache.spark.sql.classic.Dataset<Row>) sorted).queryExecution().toRdd().toJavaRDD()
                .mapPartitions(rows -> {
                    List<Long> found = new ArrayList<>();
                    UnsafeRow row = null;
                    while (found.size() < read) {
                        row = (UnsafeRow) rows.next();
                        found.add(row.getLong(1));
                    }
                    boolean hadRows = rows.hasNext();
                    OtherConsumer other = new OtherConsumer(TaskContext.get().taskMemoryManager());
                    long most = memory - (2 << 20);
                    assertThat(CompletableFuture.supplyAsync(() -> other.acquireMemory(most)).join()).isEqualTo(most);
                    assertThat(row == null || row.getLong(1) == found.getLast()).isTrue();
                    while (rows.hasNext()) {
                        found.add(((UnsafeRow) rows.next()).getLong(1));
                    }
                    assertThat(hadRows).isTrue();
                    other.freeMemory(most);
                    return found.iterator();
                }).collect();

        List<Long> expected =
                rows(1).orderBy("t", "id").select("id").collectAsList().stream().map(row -> row.getLong(0)).toList();
        assertThat(ids.equals(expected)).isTrue();
        assertThat(SortedRows.metric(sorted, "spillSize")).isBetween(1L << 18, memory);
        assertThat(SortedRows.metric(sorted, "peakMemory")).isBetween(1L << 20, memory);
        assertThat(SortedRows.metric(sorted, "sortTime")).isPositive();
    }

    /** A consumer that is not read to its end, one that fails, and one whose job is cancelled. */
    @Test
    void aTaskThatEndsEarlyFreesItsMemory() {
        start("local[2]", 24_000_000);

        assertThat(rows(2).sortWithinPartitions("t").limit(10).collectAsList()).hasSize(10);
        assertThatThrownBy(
                () -> rows(2).sortWithinPartitions("t").selectExpr("if(id = 5, raise_error('stop'), id)").collectAsList())
                .hasMessageContaining("stop");
        session.sparkContext().setJobGroup("slow", "cancelled", true);
        AtomicBoolean ended = new AtomicBoolean();
        CompletableFuture<Void> cancel = CompletableFuture.runAsync(() -> {
            // The job of the statement before may still end: only this one is waited for.
            while (session.sparkContext().statusTracker().getJobIdsForGroup("slow").length == 0) {
                Thread.onSpinWait();
            }
            while (!ended.get()) {
                session.sparkContext().cancelJobGroup("slow");
                LockSupport.parkNanos(10_000_000);
            }
        });
        assertThatThrownBy(() -> rows(2).sortWithinPartitions("t").selectExpr("java_method('java.lang.Thread', 'sleep', 1L)")
                .collectAsList()).hasMessageContaining("cancelled");
        ended.set(true);
        cancel.join();
        session.sparkContext().clearJobGroup();
        assertThat(rows(2).orderBy("t", "id").count()).isEqualTo(N);
        assertThat(session.sparkContext().env().memoryManager().executionMemoryUsed()).isZero();
    }

    private static final class OtherConsumer extends MemoryConsumer {
        OtherConsumer(TaskMemoryManager manager) {
            super(manager, manager.pageSizeBytes(), MemoryMode.ON_HEAP);
        }

        @Override
        public long spill(long size, MemoryConsumer trigger) {
            return 0;
        }
    }
}
