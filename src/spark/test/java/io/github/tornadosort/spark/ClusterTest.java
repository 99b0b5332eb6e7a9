package io.github.tornadosort.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs executors in JVMs of their own. */
@Tag("cluster")
class ClusterTest extends OwnSpark {
    private static final int N = 40_000;

    @TempDir
    Path folder;

    /** An executor is killed at a row of a sorted partition, whose memory Spark manages. */
    @Test
    void queriesSurviveTheLossOfAnExecutor() {
        String classPath = System.getProperty("java.class.path");
        session = LocalSpark.builder("local-cluster[2,1,1024]")
                .config("spark.executorEnv.SPARK_TESTING", 1)
                .config("spark.executorEnv.SPARK_SCALA_VERSION", "2.13")
                .config("spark.executor.extraClassPath", classPath)
                .config("spark.sql.adaptive.coalescePartitions.enabled", false).getOrCreate();
        Path killed = folder.resolve("killed");
        String marker = killed.toString();
        Dataset<Row> sorted = session.range(0, N, 1, 4).selectExpr("xxhash64(id) k", "id").orderBy("k");

        List<Long> keys = ((org.apache.spark.sql.classic.Dataset<Row>) sorted).queryExecution().toRdd().toJavaRDD()
                .mapPartitions(rows -> {
                    List<Long> part = new ArrayList<>();
                    while (rows.hasNext()) {
                        part.add(rows.next().getLong(0));
                        if (part.size() == 1000 && TaskContext.getPartitionId() == 1 && isFirst(marker)) {
                            Runtime.getRuntime().halt(7);
                        }
                    }
                    return part.iterator();
                }).collect();

        assertThat(killed).as("an executor was killed").exists();
        assertThat(SortedRows.plan(sorted)).contains("TornadoSort [");
        assertThat(keys).hasSize(N).doesNotHaveDuplicates().isSorted();
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
}
