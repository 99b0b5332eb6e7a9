package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.SortDevice;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StageJobTest {
    private static final int N = 5_000;

    /** The operations of the suite, one of those that differ by a number only. */
    static List<String> operations() throws IOException {
        Set<String> kinds = new HashSet<>();
        return Suite.of("gpu").all().stream().map(BenchCase::operation).filter(StageJob::has)
                .filter(operation -> kinds.add(operation.replaceFirst("\\d+$", ""))).toList();
    }

    @ParameterizedTest
    @MethodSource("operations")
    void theStagesOfTheSuiteAreRight(String operation) {
        try (StageJob job = new StageJob(operation, N, SortDevice.preferred())) {
            for (int seed = 1; seed <= 2; seed++) {
                Reply reply = job.measure(new SplittableRandom(seed).ints(N, 0, 3000).toArray());
                assertThat(reply.failed()).isNull();
                assertThat(reply.nanos()).containsOnlyKeys(Reply.KERNEL);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("operations")
    void aWrongResultIsFound(String operation) {
        int[] keys = new SplittableRandom(1).ints(N).toArray();
        try (StageJob job = new StageJob(operation, N, SortDevice.preferred())) {
            assertThat(job.verify(keys)).isFalse();
        }
    }
}
