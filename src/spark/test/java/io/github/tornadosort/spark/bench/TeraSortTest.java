package io.github.tornadosort.spark.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.spark.LocalSpark;
import io.github.tornadosort.spark.bench.TeraSort.Verdict;
import java.nio.file.Path;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TeraSortTest {
    private static final int N = 5_000;

    @TempDir
    Path folder;

    @Test
    void sortsFilesOfRecords() throws Exception {
        JavaSparkContext spark = LocalSpark.context();
        String unsorted = folder.resolve("unsorted").toString();
        String sorted = folder.resolve("sorted").toString();
        TeraSort.generate(spark, unsorted, N, 3);

        TeraSort.sort(spark, unsorted, sorted, 4);

        Verdict before = TeraSort.validate(spark, unsorted);
        Verdict after = TeraSort.validate(spark, sorted);
        assertThat(before.unordered()).isBetween(N / 3L, 2L * N / 3);
        assertThat(after).isEqualTo(new Verdict(N, 0, 0, before.checksum(), after.hash()));
    }

    @Test
    void theResultIsThatOfSparksOwnSort() {
        JavaRDD<byte[]> records = TeraSort.records(LocalSpark.context(), N, 3);

        Verdict ours = TeraSort.validate(TeraSort.sorted(records, 4));

        assertThat(ours).isEqualTo(TeraSort.validate(TeraSort.sortedBySpark(records, 2)));
        assertThat(ours.hash()).as("depends on the order").isNotEqualTo(TeraSort.validate(records).hash());
    }
}
