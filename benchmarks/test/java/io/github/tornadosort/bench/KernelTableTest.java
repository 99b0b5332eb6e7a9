package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.bench.Results.Machine;
import io.github.tornadosort.bench.Results.Result;
import io.github.tornadosort.bench.Results.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelTableTest {
    private static final int N = 1_000_000;

    @TempDir
    private Path folder;

    /** Returns a result in which each kernel took 2 µs, and all of them 10 µs. */
    private static Result result(String operation, String type, String keys, long passes, long bytes, String... names) {
        Map<String, Spread> kernels = new LinkedHashMap<>();
        for (String name : names) {
            kernels.put(name, Spread.of(List.of(2000L)));
        }
        Map<String, Spread> nanos = Map.of(Metric.KERNEL, Spread.of(List.of(10_000L)));
        Map<String, Long> counts =
                Map.of(Metric.PASSES_ISSUED, passes, Metric.PASSES_SKIPPED, 0L, Metric.BYTES_MOVED, N * bytes);
        return new Result("gpu", operation, type, N, keys, null, 1, null, nanos, kernels, counts);
    }

    private static Run run(Result... results) {
        return new Run("s", "", "", "", 1, List.of(), List.of(results), List.of());
    }

    private static Result inBuckets(String operation, String type, long bytes) {
        return result(operation, type, "uniform", 3, bytes, "survey", "scan", "upsweep", "downsweep", "buckets");
    }

    /** Checks the rows of a table with one result: the cells from the time on. */
    private static void assertRows(Result result, String... rows) {
        String times = "0.0020 [0.0020, 0.0020] | ";
        assertThat(KernelTable.of(run(result)).lines().skip(2))
                .map(row -> row.substring(row.indexOf("| gpu | ") + 8).replace(times, ""))
                .containsExactly(rows);
    }

    @Test
    void aSortInBucketsMovesKeysOnceMoreAfterTwoPasses() {
        assertRows(inBuckets("sort", "uint32", 36), "survey | 4 | 2.00 |  |", "scan |  |  |  |", "upsweep | 4 | 2.00 |  |",
                "downsweep | 16 | 8.00 | 4 |", "buckets | 8 | 4.00 | 3 or 4 |");
        assertRows(inBuckets("sort", "int64", 72), "survey | 8 | 4.00 |  |", "scan |  |  |  |", "upsweep | 8 | 4.00 |  |",
                "downsweep | 32 | 16.0 | 4 |", "buckets | 16 | 8.00 | 3 or 4 |");
    }

    @Test
    void valuesMoveWithTheirKeys() {
        assertRows(inBuckets("pairs", "float32", 60), "survey | 4 | 2.00 |  |", "scan |  |  |  |",
                "upsweep | 4 | 2.00 |  |", "downsweep | 32 | 16.0 | 4 |", "buckets | 16 | 8.00 | 3 or 4 |");
    }

    @Test
    void theSurveyCountsForTheFirstOfAllPasses() {
        assertRows(result("sort", "uint32", "uniform", 4, 48, "survey", "upsweep", "downsweep"),
                "survey | 4 | 2.00 |  |", "upsweep | 12 | 6.00 |  |", "downsweep | 32 | 16.0 | 8 |");
    }

    @Test
    void narrowKeysAreWidened() {
        assertRows(result("sort", "uint16", "uniform", 2, 24, "upsweep"), "upsweep | 4 | 2.00 |  |");
    }

    @Test
    void theBytesOfOtherSortsAreNotKnown() {
        assertRows(result("sort", "uint32", "banded:8:8", 1, 12, "survey"), "survey |  |  |  |");
        assertRows(result("sort", "uint32", "uniform", 3, 40, "survey"), "survey |  |  |  |"); // block kernels
        Result other = result("sort", "uint32", "uniform", 3, 36, "tiles");
        assertRows(new Result("gpu", "sort", "uint32", N, "uniform", null, 1, null, other.nanos(), other.kernels(),
                Map.of(Metric.PASSES_ISSUED, 3L)), "tiles |  |  |  |");
    }

    @Test
    void aRunWithoutTimesOfKernelsHasNoTable() {
        assertThat(KernelTable.of(run(new Result("gpu", "sort", "uint32", N, "uniform", null, 1, null, null, null, null))))
                .isEmpty();
    }

    @Test
    void thePageOfAMachineHasTheTableAndItsBytes() throws IOException {
        Path file = folder.resolve("abacus-2000-01-01.json");
        new Results(new Machine("abacus", "", "", 1, 0, ""), List.of(run(inBuckets("sort", "uint32", 36)))).write(file);
        new MachinePage("abacus", file, folder, List.of()).write(folder);

        assertThat(Files.readString(folder.resolve("abacus.md")))
                .contains(KernelTable.EXPLANATION)
                .contains("| case | contender | kernel | ms | bytes per key | TB/s | rounds |\n")
                .contains("| sort uint32 1000000 uniform | gpu | upsweep | 0.0020 [0.0020, 0.0020] | 4 | 2.00 |  |\n")
                .contains("| 100000 | 3200 | 3 (0) |"); // Mkeys/s and GB/s: 32 bytes per key in 10 µs, not 36
    }
}
