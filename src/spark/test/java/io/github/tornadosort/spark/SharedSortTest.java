package io.github.tornadosort.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.LongStream;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskContext$;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sorts of the same plan that run at the same time: each waits at its first row for the others. */
@Tag("slow")
class SharedSortTest extends OwnSpark {
    private static final int N = 20_000;

    /** Set by a test; tasks run in this JVM. */
    private static CyclicBarrier barrier;

    private static long meet(long id) throws InterruptedException, BrokenBarrierException, TimeoutException {
        if (id % N == 0) {
            barrier.await(1, TimeUnit.MINUTES);
        }
        return id;
    }

    /** Starts four tasks at a time, and returns the sort of some partitions of N rows. */
    private JavaRDD<InternalRow> sorted(int partitions, boolean isGenerated) {
        session = LocalSpark.builder("local[4]").config("spark.sql.codegen.wholeStage", isGenerated).getOrCreate();
        session.sparkContext().setLogLevel("ERROR");
        session.udf().register("meet", (UDF1<Long, Long>) SharedSortTest::meet, DataTypes.LongType);
        Dataset<Row> sorted = session.range(0, (long) partitions * N, 1, partitions)
                .selectExpr("-meet(id) k").sortWithinPartitions("k");
        assertThat(SortedRows.plan(sorted)).contains("TornadoSort");
        return ((org.apache.spark.sql.classic.Dataset<Row>) sorted).queryExecution().toRdd().toJavaRDD();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void tasksOfAnExecutor(boolean isGenerated) {
        barrier = new CyclicBarrier(4);

        List<List<Long>> found = sorted(4, isGenerated).mapPartitions(rows -> List.of(keys(rows)).iterator()).collect();

        for (int task = 0; task < 4; task++) {
            assertThat(found.get(task).equals(expected(task))).as("task %d", task).isTrue();
        }
    }

    /**
     * Generated code sorts when its first row is read. Spark has such threads too, for example that which writes to a program of {@code
     * pipe}.
     */
    @Test
    void threadsOfATask() {
        barrier = new CyclicBarrier(2);
        JavaRDD<InternalRow> sorted = sorted(1, true);

        List<List<Long>> found = sorted.zipPartitions(sorted, (mine, other) -> {
            TaskContext task = TaskContext.get();
            CompletableFuture<List<Long>> others = CompletableFuture.supplyAsync(() -> {
                TaskContext$.MODULE$.setTaskContext(task);
                return keys(other);
            });
            return List.of(keys(mine), others.join()).iterator();
        }).collect();

        assertThat(found.get(0).equals(expected(0))).as("the task's thread").isTrue();
        assertThat(found.get(1).equals(expected(0))).as("the other thread").isTrue();
    }

    private static List<Long> keys(Iterator<InternalRow> rows) {
        List<Long> keys = new ArrayList<>();
        while (rows.hasNext()) {
            keys.add(rows.next().getLong(0));
        }
        return keys;
    }

    private static List<Long> expected(long partition) {
        List<Long> keys =
                new ArrayList<>(LongStream.range(partition * N, (partition + 1) * N).map(id -> -id).boxed().toList());
        Collections.sort(keys);
        return keys;
    }
}
