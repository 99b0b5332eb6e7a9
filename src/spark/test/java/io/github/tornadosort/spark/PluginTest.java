package io.github.tornadosort.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.ScratchBytes;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.Sorter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.Tuple2;

class PluginTest extends OwnSpark {
    /** What a task saw: tasks run in this JVM. */
    private static final AtomicReference<TaskSorter> SEEN = new AtomicReference<>();

    @Test
    void allTasksUseOneSorterWhichIsClosedAtTheEnd() {
        JavaSparkContext spark = start("0:0");

        spark.parallelize(List.of(1), 1).foreach(_ -> SEEN.set(ExecutorSorters.of(TaskContext.get())));
        TaskSorter first = SEEN.get();
        spark.parallelize(List.of(1), 1).foreach(_ -> SEEN.set(ExecutorSorters.of(TaskContext.get())));

        assertThat(SEEN.get()).isSameAs(first);
        assertThat(first.sorter().device().id()).isEqualTo("0:0");
        assertThat(sort(spark)).isSorted().hasSize(1000);
        session.stop();
        Sorter sorter = first.sorter();
        assertThatThrownBy(() -> sorter.sort(new int[1])).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void countsTheBuffersOfADeviceInTheHostsMemory(@TempDir Path folder) throws IOException {
        withCosts(folder, () -> {
            try (Sorter sorter = Sorter.open(SortDevice.all().getFirst())) {
                ScratchBytes bytes = sorter.scratchBytes(1 << 20, KeyType.UINT64, KeyType.INT64);

                assertThat(bytes.device()).isPositive();
                assertThat(new TaskSorter(sorter, false).bytes(1 << 20)).isEqualTo((16 << 20) + bytes.host());
                assertThat(new TaskSorter(sorter, true).bytes(1 << 20))
                        .isEqualTo((16 << 20) + bytes.host() + bytes.device());
            }
        });
    }

    /** Runs an action with costs by which the device sorts more than 100 keys faster than the host. */
    private static void withCosts(Path folder, Runnable action) throws IOException {
        Path costs = Files.writeString(folder.resolve("costs"), """
                host none 32 0 100000
                host none 64 0 100000
                host any 32 0 100000
                host any 64 0 100000
                jvm any 64 0 1
                """);
        System.setProperty("tornadosort.costs", costs.toString());
        try {
            action.run();
        } finally {
            System.clearProperty("tornadosort.costs");
        }
    }

    @Test
    void keysThatADeviceSortsAreAMetric(@TempDir Path folder) throws IOException {
        withCosts(folder, () -> {
            JavaSparkContext spark = start("0:0");
            KeysOnDevices keys = new KeysOnDevices(session);

            assertThat(sort(spark, 200_000)).isSorted().hasSize(200_000);
            assertThat(keys.take()).isEqualTo(200_000);
            assertThat(sort(spark, 1000)).isSorted();
            assertThat(keys.take()).as("few keys").isZero();
        });
    }

    /** The upper word of a row is sorted on the device, and rows tied in it by the lower one. */
    @Test
    void queriesSortOnDevicesIfTheyMay(@TempDir Path folder) throws IOException {
        withCosts(folder, () -> {
            start("0:0");
            KeysOnDevices keys = new KeysOnDevices(session);
            for (boolean mayUseDevices : new boolean[] {true, false}) {
                session.conf().set(SqlSettings.GPU, mayUseDevices);

                List<Row> sorted = session.range(0, 200_000, 1, 1)
                        .selectExpr("pmod(xxhash64(id), 1000) k", "-id v").sortWithinPartitions("k", "v").collectAsList();

                assertThat(sorted).hasSize(200_000).isSortedAccordingTo(
                        Comparator.<Row>comparingLong(row -> row.getLong(0)).thenComparingLong(row -> row.getLong(1)));
                assertThat(keys.take()).isEqualTo(mayUseDevices ? 200_000 : 0);
            }
        });
    }

    @Test
    void withoutASettingTheTasksHaveNoDevice() {
        JavaSparkContext spark = start("");

        assertThat(spark.parallelize(List.of(1), 1).map(_ -> ExecutorSorters.of(TaskContext.get()) == null).collect())
                .containsExactly(true);
        assertThat(sort(spark)).isSorted().hasSize(1000);
    }

    @Test
    void aDeviceThatIsNotThereEndsTheJob() {
        JavaSparkContext spark = start("9:9");

        assertThatThrownBy(() -> sort(spark)).hasMessageContaining("tornado-sort cannot sort on a device of this executor:"
                + " spark.tornadosort.devices names the device 9:9, but TornadoVM finds 0:0 ");
    }

    @Test
    void aSettingThatMakesNoSenseIsRefusedAtTheStart() {
        assertThatThrownBy(() -> start("first"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("spark.tornadosort.devices=first: expected");
    }

    @Test
    void flagsOfAnSdkWithItsOlderLog4jAreRefusedAtTheStart() {
        assertThatThrownBy(() -> start("0:0", "@sdk/tornado-argfile"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the SDK's Log4j is older than Spark's");
    }

    private JavaSparkContext start(String devices) {
        return start(devices, "");
    }

    private JavaSparkContext start(String devices, String executorFlags) {
        session = LocalSpark.builder("local[2]")
                .config("spark.executor.extraJavaOptions", executorFlags)
                .config("spark.plugins", TornadoSortPlugin.class.getName())
                .config(DeviceSettings.DEVICES, devices)
                .getOrCreate();
        session.sparkContext().setLogLevel("ERROR");
        return JavaSparkContext.fromSparkContext(session.sparkContext());
    }

    private static List<Long> sort(JavaSparkContext spark) {
        return sort(spark, 1000);
    }

    private static List<Long> sort(JavaSparkContext spark, long n) {
        JavaPairRDD<Long, Long> pairs = spark.parallelizePairs(
                LongStream.range(0, n).mapToObj(i -> new Tuple2<>(i * 7919 % n, i)).toList(), 2);
        return SparkSort.sortByKey(pairs, true, 1).keys().collect();
    }
}
