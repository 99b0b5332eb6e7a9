package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.bench.Results.Result;
import io.github.tornadosort.bench.Suite.CaseSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs a small suite on the default device, from the cases to the report. */
@Tag("slow")
class BenchTest {
    @TempDir
    private Path folder;

    private static CaseSet set(String operation, String type, String size, String... distributions) {
        List<String> everything = List.of("endToEnd", "warm", "kernel", "verified", "resident", "copies", "kernels");
        return new CaseSet(List.of(operation), List.of(type), List.of(size), List.of(distributions), null, everything, null);
    }

    private static CaseSet only(String measure, String type) {
        return new CaseSet(List.of("sort"), List.of(type), List.of("70"), List.of("uniform"), null, List.of(measure), null);
    }

    @Test
    void measuresVerifiesAndReports() throws IOException {
        Suite suite = new Suite(
                "tiny",
                "Everything, at small size, without warm-ups.",
                2,
                0,
                List.of(
                        set("sort", "int32", "3000", "uniform", "sorted", "banded:0:8", "banded:0:16"),
                        set("sort", "float64", "1", "uniform"),
                        set("sort", "uint8", "3000", "uniform"),
                        set("pairs", "uint32", "3000", "entropy:4"),
                        set("pairs64", "int64", "3000", "uniform"),
                        set("argsort", "float32", "3000", "uniform"),
                        set("records", "uint8", "300", "uniform"),
                        set("records-16", "uint8", "300", "few-distinct"),
                        set("argsort-records-16", "uint8", "300", "few-distinct"),
                        set("top-10", "int32", "3000", "few-distinct"),
                        set("nonesuch", "int32", "10", "uniform"),
                        only("endToEnd", "uint64"),
                        only("kernel", "uint64"),
                        only("resident", "uint64"),
                        new CaseSet(
                                List.of("sort"), List.of("uint32"), List.of("3000"), List.of("uniform"), null,
                                List.of("kernels", "kernel"), List.of("radix-four-way", "bitonic"))),
                null, null);
        List<String> log = new ArrayList<>();
        Results measured = Bench.run(suite, SortDevice.preferred(), "the command", log::add);
        Path results = Files.createDirectory(folder.resolve("results"));
        Path file = results.resolve("here-2026-01-01.json");
        measured.write(file);
        Results read = Results.read(file);

        assertThat(log).hasSize(19);
        List<Result> all = read.runs().getFirst().results();
        assertThat(all.subList(0, 13)).allSatisfy(result -> {
            assertThat(result.note()).isNull();
            assertThat(result.repetitions()).isEqualTo(2);
            assertThat(result.nanos()).containsKey(Metric.END_TO_END);
        });
        assertThat(all.get(13).note()).isEqualTo("unsupported operation 'nonesuch'");
        assertThat(all.get(14).nanos()).containsOnlyKeys(Metric.END_TO_END);
        assertThat(all.get(14).count(Metric.DEVICE_BYTES)).isGreaterThan(2L * 4 * all.get(14).n());
        assertThat(all.get(15).nanos()).containsOnlyKeys(Metric.KERNEL);
        assertThat(all.get(16).nanos()).containsOnlyKeys(Metric.RESIDENT);
        assertThat(all.get(17).kernels()).containsKeys("order", "tiles", "scatter");
        assertThat(all.get(18).kernels()).containsKeys("sort");
        Result uniform = all.getFirst();
        assertThat(uniform.nanos())
                .containsKeys(Metric.WARM, Metric.KERNEL, Metric.VERIFIED, Metric.VERIFIED_KERNEL, Metric.RESIDENT,
                        Metric.COPIES);
        assertThat(uniform.kernels()).containsKeys("survey", "upsweep", "scan", "downsweep");
        assertThat(all.get(6).operation()).isEqualTo("pairs");
        assertThat(all.get(6).kernels()).containsKeys("survey", "upsweep", "scan", "downsweep");
        assertThat(uniform.counts()).containsEntry(Metric.PASSES_SKIPPED, 0L);
        assertThat(uniform.count(Metric.DEVICE_BYTES)).isGreaterThan(2 * 4 * 3000);
        assertThat(all.get(1).counts()).containsEntry(Metric.PASSES_ISSUED, 0L);
        assertThat(all.get(1).counts()).containsEntry(Metric.BYTES_MOVED, 3000L * 4);
        assertThat(all.get(2).counts()).containsEntry(Metric.PASSES_ISSUED, 1L);
        // The survey, the upsweep and the downsweep of block kernels.
        assertThat(all.get(2).counts()).containsEntry(Metric.BYTES_MOVED, 3000L * (4 + 4 + 8));

        Path report = Report.write(results);
        assertThat(report).isEqualTo(folder.resolve("REPORT.md"));
        assertThat(Files.readString(report)).contains("](reports/here.md) |");
        assertThat(Files.readString(folder.resolve("reports/here.md")))
                .contains("## tiny", "`the command`", "| sort int32 3000 uniform | ")
                .contains("| " + Tables.millis(uniform.nanos().get(Metric.RESIDENT)) + " | ")
                .contains("(../plots/here-tiny-sort-int32-banding.png)");
        assertThat(folder.resolve("plots/here-tiny-sort-int32-banding.png")).isNotEmptyFile();
        assertThat(folder.resolve("plots/here-tiny-sort-int32-kernels.png")).isNotEmptyFile();
    }

    @Test
    void aNewRunReplacesTheOldRunOfItsSuite() {
        Results.Run old = new Results.Run("a", "old", "", "", 1, List.of(), List.of(), List.of());
        Results.Run other = new Results.Run("b", "other", "", "", 1, List.of(), List.of(), List.of());
        Results.Run fresh = new Results.Run("a", "fresh", "", "", 1, List.of(), List.of(), List.of());
        Results results = new Results(ThisMachine.sortingOn("here"), List.of(old, other)).with(fresh);
        assertThat(results.runs()).containsExactly(other, fresh);
    }

    @Test
    void aPeerAnswersFromAnotherProcess() throws IOException {
        Path errors = folder.resolve("errors.log");
        Path keys = Files.write(folder.resolve("keys.raw"), new byte[] {3, 0, 0, 0, 1, 0, 0, 0});
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "io.github.tornadosort.bench.Main",
                "bench",
                "--serve",
                "parallelSort");
        try (Contender peer = new ProcessContender("peer", command, errors)) {
            assertThat(peer.about().what()).contains("parallelSort");
            Reply sorted = peer.measure(new Request("sort", KeyType.INT32, 2, keys, EnumSet.of(Measure.END_TO_END)));
            assertThat(sorted.failed()).isNull();
            assertThat(sorted.nanos()).containsOnlyKeys(Metric.END_TO_END);
            Reply unknown = peer.measure(new Request("sort", KeyType.UINT32, 2, keys, EnumSet.of(Measure.END_TO_END)));
            assertThat(unknown.skipped()).isEqualTo("unsupported: sort of uint32");
            Reply missing = peer.measure(
                    new Request("sort", KeyType.INT32, 2, folder.resolve("absent"), EnumSet.of(Measure.END_TO_END)));
            assertThat(missing.failed()).contains("absent");
        }
    }
}
