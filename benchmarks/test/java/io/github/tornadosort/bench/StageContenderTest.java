package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.plan.DeviceArrays;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StageContenderTest {
    private static final int N = 5_000;

    @TempDir
    private Path folder;

    /** The operations of the suite, one of those that differ by a number only. */
    static List<String> operations() throws IOException {
        Set<String> kinds = new HashSet<>();
        return Suite.of("gpu").all().stream().map(BenchCase::operation).filter(StageJob::has)
                .filter(operation -> kinds.add(operation.replaceFirst("\\d+$", ""))).toList();
    }

    private Request request(String operation, KeyType type) {
        return new Request(
                new BenchCase(operation, type, N, "distinct:3000"), folder.resolve("keys"), Reply.KERNEL);
    }

    @ParameterizedTest
    @MethodSource("operations")
    void theStagesOfTheSuiteAreRight(String operation) {
        Request request = request(operation, KeyType.INT32);
        try (StageContender stages = new StageContender(SortDevice.preferred())) {
            for (int seed = 1; seed <= 2; seed++) {
                request.fill(seed);
                Reply reply = stages.measure(request);
                assertThat(reply.failed()).isNull();
                assertThat(reply.nanos()).containsOnlyKeys(Reply.KERNEL);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("operations")
    void aWrongResultIsFound(String operation) {
        DeviceArrays memory = DeviceArrays.on(SortDevice.preferred());
        int[] keys = new SplittableRandom(1).ints(N).toArray();
        StageJob job = new StageJob(operation, N, memory);
        job.load(keys);

        assertThat(job.verify(keys)).contains("wrong");
        memory.release();
    }

    @Test
    void otherTypesAreSkipped() {
        try (StageContender stages = new StageContender(SortDevice.preferred())) {
            assertThat(stages.measure(request("scan", KeyType.INT64)).skipped()).isEqualTo("has no scan of int64");
        }
    }
}
