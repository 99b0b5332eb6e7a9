package io.github.tornadosort.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.cli.Program;
import io.github.tornadosort.cli.SourceTree;
import io.github.tornadosort.cli.terminal.Progress;
import io.github.tornadosort.conformance.Operation;
import io.github.tornadosort.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class ConformanceTest {
    private static final SortPolicy POLICY = new SortPolicy(Kernels.WORK_GROUP, 5, 2, 32, 4);

    @TempDir
    private Path folder;

    @Test
    void runsCasesOnADeviceAndReportsThem() throws IOException {
        Path json = folder.resolve("report.json");
        Path table = folder.resolve("report.md");
        String device = SortDevice.preferred().id();

        CommandRun run =
                Program.run("doctor", "--conformance", "--device", device, "--cases", "60", "--report", json.toString());
        CommandRun again =
                Program.run("doctor", "--conformance", "--results", json.toString(), "--report", table.toString());

        assertThat(run.status()).isZero();
        assertThat(ConformanceResult.read(List.of(json))).singleElement().satisfies(result -> {
            assertThat(result.cases()).isEqualTo(60);
            assertThat(result.failures()).isEmpty();
            assertThat(result.backend()).isEqualTo(SortDevice.preferred().backend());
        });
        assertThat(again.status()).isZero();
        assertThat(again.out()).isEqualTo(run.out()).contains(" | 60 | 0 |").isEqualTo(Files.readString(table));
    }

    @Test
    void aDeviceThatFailsIsReported() {
        SortDevice good = SortDevice.preferred();
        SortDevice bad = new SortDevice(0, 9, "spirv", "none", good.type(), 1, null);

        ConformanceResult result = ConformanceRun.on(bad, 10, true, 1, Progress.ofCases("", 0));

        assertThat(result.cases()).isZero();
        assertThat(result.failures()).singleElement().asString().startsWith("32-bit integers: ");
        assertThat(ConformanceResult.table(List.of(result))).contains("| 0 | 1 |",
                "spirv (none) is wrong: 32-bit integers: ");
    }

    @Test
    void failuresEndTheCommandWithStatusOne() throws IOException {
        ConformanceResult narrow = new ConformanceResult(
                "spirv", "cpu", "Driver version : 6.0, x", "tornado-api-5.2.jar", "1", "Java 25", "2026-01-01", 1, 5000, 9,
                List.of("64-bit integers: a sort cannot run"), List.of("sort of 7 keys, seed 9: key 3 of 7"));
        Path json = folder.resolve("failed.json");
        ConformanceResult.write(List.of(narrow), json);

        CommandRun run = Program.run("doctor", "--conformance", "--results", json.toString());

        assertThat(run.status()).isOne();
        assertThat(run.out()).contains(
                "| spirv | cpu | 6.0 | 5.2 | Java 25 | 1 | 2026-01-01 | 5,000 (keys of up to 32 bits) | 1 |",
                "spirv (cpu) does not sort 64-bit integers: a sort cannot run",
                "spirv (cpu) is wrong: sort of 7 keys, seed 9: key 3 of 7");
    }

    @Test
    void casesCoverEveryOperationTypeAndDirectionEvenly() {
        List<KeyType> types = List.of(KeyType.values());
        List<ConformanceCase> cases = ConformanceCase.some(5000, List.of(POLICY), types, 300, 7);

        assertThat(cases).isEqualTo(ConformanceCase.some(5000, List.of(POLICY), types, 300, 7));
        assertThat(cases).allMatch(each -> each.n() <= 300);
        int combinations = types.size() * Operation.values().length * 2;
        assertThat(cases.stream().map(each -> List.of(each.type(), each.operation(), each.descending())).distinct())
                .hasSize(combinations);
        assertThat(cases.stream().map(ConformanceCase::n).distinct()).contains(0, 1, 127, 128, 129, 255, 300);
        assertThat(cases.stream().map(ConformanceCase::distribution).distinct()).hasSize(14);
        assertThat(cases).extracting(ConformanceCase::toString).doesNotHaveDuplicates();
    }

    @Test
    void casesThatNeedTheSameKernelsFollowEachOther() {
        List<KeyType> types = List.of(KeyType.values());
        List<SortPolicy> policies = List.of(POLICY, new SortPolicy(Kernels.WORK_GROUP, 5, 1, 32, 4));
        List<ConformanceCase> cases = ConformanceCase.some(5000, policies, types, 300, 7);

        long changes = IntStream.range(1, cases.size())
                .filter(i -> cases.get(i).type() != cases.get(i - 1).type()
                        || !cases.get(i).policy().equals(cases.get(i - 1).policy()))
                .count();
        assertThat(changes).isEqualTo(policies.size() * types.size() - 1);
    }

    /** The table in the documents is what the command makes of the committed results. */
    @Test
    void theDocumentsShowTheCommittedResults() throws IOException {
        Path results = SourceTree.original().resolve("benchmarks/results/conformance");
        List<Path> files;
        try (Stream<Path> all = Files.list(results)) {
            files = all.sorted().toList();
        }
        String document = Files.readString(SourceTree.original().resolve("docs/backends.md"));

        assertThat(files).hasSizeGreaterThan(2);
        assertThat(document).contains(
                "<!-- results -->\n" + ConformanceResult.table(ConformanceResult.read(files)) + "<!-- end of results -->");
        assertThat(ConformanceResult.read(files))
                .allMatch(result -> result.cases() >= 5000 && result.failures().isEmpty())
                .extracting(ConformanceResult::backend)
                .contains("jvm", "opencl", "spirv");
    }
}
