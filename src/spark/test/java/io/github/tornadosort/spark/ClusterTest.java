package io.github.tornadosort.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.Tuple2;

/** Runs executors in JVMs of their own. */
@Tag("slow")
class ClusterTest extends OwnSpark {
    private static final int N = 40_000;
    private static final int PARTITIONS = 4;

    @TempDir
    Path folder;

    /** Each worker has one GPU, which is the first device of the JVM backend here. */
    @Test
    void tasksUseTheirGpuAndSurviveTheLossOfAnExecutor() throws IOException {
        session = withGpu(cluster("local-cluster[2,1,1024]"), folder, "GPU-a")
                .config(DeviceSettings.DEVICES, "GPU-a=0:0")
                .getOrCreate();
        JavaSparkContext spark = JavaSparkContext.fromSparkContext(session.sparkContext());

        assertThat(spark.parallelize(List.of(1, 2), 2).map(_ -> device()).collect()).containsOnly("0:0");

        List<Tuple2<Long, Long>> expected = pairs(0, N).sorted(
                (a, b) -> Long.compare(a._1(), b._1())).toList();
        for (Moment moment : Moment.values()) {
            Path killed = folder.resolve(moment.name());
            String marker = killed.toString();
            JavaPairRDD<Long, Long> pairs = spark.parallelize(List.of(0, 1, 2, 3), 4).mapPartitionsToPair(parts -> {
                int part = parts.next();
                moment.killAt(Moment.SAMPLE, part, marker);
                if (part == 1 && !isFirst(marker + ".sampled")) {
                    moment.killAt(Moment.PACKING, part, marker);
                }
                return pairs(part * N / 4, (part + 1) * N / 4).iterator();
            });

            List<Tuple2<Long, Long>> sorted = SparkSort.sortByKey(pairs, true, PARTITIONS).mapPartitionsToPair(rows -> {
                int partition = TaskContext.getPartitionId();
                List<Tuple2<Long, Long>> part = new ArrayList<>();
                while (rows.hasNext()) {
                    part.add(rows.next());
                    if (part.size() == 1000) {
                        moment.killAt(Moment.WITHIN_ROWS, partition, marker);
                    }
                }
                moment.killAt(Moment.LAST_PARTITION, partition - PARTITIONS + 2, marker);
                return part.iterator();
            }).collect();

            assertThat(killed).as("%s: no executor was killed", moment).exists();
            assertThat(sorted.equals(expected)).as("%s: same result", moment).isTrue();
        }
    }

    /** An executor is killed at a row of a sorted partition, whose memory Spark manages. */
    @Test
    void queriesSurviveTheLossOfAnExecutor() {
        session = cluster("local-cluster[2,1,1024]")
                .config("spark.sql.adaptive.coalescePartitions.enabled", false).getOrCreate();
        Path killed = folder.resolve("query");
        String marker = killed.toString();
        Dataset<Row> sorted = session.range(0, N, 1, 4).selectExpr("xxhash64(id) k", "id").orderBy("k");

        List<Long> keys = ((org.apache.spark.sql.classic.Dataset<Row>) sorted).queryExecution().toRdd().toJavaRDD()
                .mapPartitions(rows -> {
                    List<Long> part = new ArrayList<>();
                    while (rows.hasNext()) {
                        part.add(rows.next().getLong(0));
                        if (part.size() == 1000) {
                            Moment.WITHIN_ROWS.killAt(Moment.WITHIN_ROWS, TaskContext.getPartitionId(), marker);
                        }
                    }
                    return part.iterator();
                }).collect();

        assertThat(killed).as("an executor was killed").exists();
        assertThat(SortedRows.plan(sorted)).contains("TornadoSort [");
        assertThat(keys).hasSize(N).doesNotHaveDuplicates().isSorted();
    }

    /** When an executor is killed: while it reads the input for the sample, or for the shuffle, at a row of a sorted partition, or after it. */
    private enum Moment {
        SAMPLE, PACKING, WITHIN_ROWS, LAST_PARTITION;

        /** Kills this JVM if this is the moment and the partition is the second one, once. */
        void killAt(Moment now, int partition, String marker) throws IOException {
            if (this == now && partition == 1 && isFirst(marker)) {
                Runtime.getRuntime().halt(7);
            }
        }
    }

    /** Returns whether no process has asked for this file before. */
    private static boolean isFirst(String file) throws IOException {
        try {
            Files.createFile(Path.of(file));
            return true;
        } catch (FileAlreadyExistsException _) {
            return false;
        }
    }

    @Test
    void anExecutorWithoutABackendEndsTheJobWithTheCause() {
        session = cluster("local-cluster[1,1,1024]")
                .config("spark.executor.extraClassPath", Arrays.stream(classPath().split(File.pathSeparator))
                        .filter(path -> !path.contains("src" + File.separator + "jvm") && !path.contains("tornado-sort-jvm"))
                        .collect(Collectors.joining(File.pathSeparator)))
                .config(DeviceSettings.DEVICES, "0:0")
                .getOrCreate();

        assertThatThrownBy(this::sortFew).hasMessageContaining(
                "tornado-sort cannot sort on a device of this executor: TornadoVM's API cannot be loaded");
    }

    /** The JVM backend has no GPU, so that the address means none of its devices. */
    @Test
    void anAddressThatMayMeanAnyDeviceEndsTheJobWithTheCause() throws IOException {
        session = withGpu(cluster("local-cluster[1,1,1024]"), folder, "0").getOrCreate();

        assertThatThrownBy(this::sortFew).hasMessageContaining("tornado-sort cannot sort on a device of this executor: "
                + "it is not certain which device the gpu address 0 means: the executor has the addresses [0], and TornadoVM finds ");
    }

    private List<Tuple2<Long, Long>> sortFew() {
        JavaSparkContext spark = JavaSparkContext.fromSparkContext(session.sparkContext());
        return SparkSort.sortByKey(spark.parallelizePairs(pairs(0, 100).toList(), 2), true, 2).collect();
    }

    private static String device() {
        return ExecutorSorters.of(TaskContext.get()).sorter().device().id();
    }

    private static Stream<Tuple2<Long, Long>> pairs(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> new Tuple2<>(new SplittableRandom(i).nextLong(1000), (long) i));
    }

    /** Gives each worker, executor and task one GPU. */
    static SparkSession.Builder withGpu(SparkSession.Builder builder, Path folder, String address) throws IOException {
        Path script = Files.writeString(folder.resolve("gpus"),
                "#!/bin/sh\necho '{\"name\": \"gpu\", \"addresses\": [\"" + address + "\"]}'\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        return builder.config("spark.worker.resource.gpu.amount", 1)
                .config("spark.worker.resource.gpu.discoveryScript", script.toString())
                .config("spark.executor.resource.gpu.amount", 1)
                .config("spark.task.resource.gpu.amount", 1);
    }

    static SparkSession.Builder cluster(String master) {
        return LocalSpark.builder(master)
                .config("spark.plugins", TornadoSortPlugin.class.getName())
                .config("spark.executorEnv.SPARK_TESTING", 1)
                .config("spark.executorEnv.SPARK_SCALA_VERSION", "2.13")
                .config("spark.executor.extraClassPath", classPath());
    }

    private static String classPath() {
        return System.getProperty("java.class.path");
    }
}
