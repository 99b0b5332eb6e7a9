package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.KeyType;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A fresh JVM calls as often as it should. */
class FreshJvmTest {
    @ParameterizedTest
    @CsvSource({
        "first-sort, tornado-sort", "first-sort, Arrays.sort", "second-top-10, tornado-sort",
        "second-top-10, parallelSort", "second-strings, tornado-sort"
    })
    void aFreshJvmCallsAFewTimes(String operation, String name) {
        Reply reply = measure(operation, name);

        assertThat(reply.failed()).isNull();
        assertThat(reply.nanos().get(Metric.END_TO_END)).isPositive();
    }

    /** The first call opens the sorter. */
    @Test
    void theFirstCallTakesLonger() {
        assertThat(measure("first-sort", "tornado-sort").nanos().get(Metric.END_TO_END))
                .isGreaterThan(measure("second-sort", "tornado-sort").nanos().get(Metric.END_TO_END));
    }

    @Test
    void anOperationThatIsMissingFails() {
        assertThat(measure("first-nonesuch", "tornado-sort").failed()).isEqualTo("the process exited with status 1");
        assertThatThrownBy(() -> new FreshJvm("nonesuch")).hasMessage("unknown contender 'nonesuch'");
    }

    private static Reply measure(String operation, String name) {
        try (Contender contender = new FreshJvm(name)) {
            return contender.measure(
                    new Request(new BenchCase(operation, KeyType.INT32, 100, "uniform"), Path.of("unused"),
                            List.of(Metric.END_TO_END), 1));
        }
    }
}
