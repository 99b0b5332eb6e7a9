package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.SortDevice;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StageJobTest {
    private static final int N = 5_000;

    static List<String> operations() throws IOException {
        return Suite.of("gpu").all().stream().map(BenchCase::operation).filter(StageJob::has).distinct().toList();
    }

    @ParameterizedTest
    @MethodSource("operations")
    void theStagesOfTheSuiteAreRight(String operation) {
        try (StageJob job = new StageJob(operation, N, SortDevice.preferred())) {
            for (int seed = 1; seed <= 2; seed++) {
                job.load(new SplittableRandom(seed).ints(N, 0, 3000).toArray());
                Reply reply = job.measure();
                assertThat(reply.failed()).isNull();
                assertThat(reply.nanos()).isPositive();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("operations")
    void aWrongResultIsFound(String operation) {
        try (StageJob job = new StageJob(operation, N, SortDevice.preferred())) {
            job.load(new SplittableRandom(1).ints(N).toArray());
            assertThat(job.isRight()).isFalse();
        }
    }
}
