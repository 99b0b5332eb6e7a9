package io.github.tornadosort.bench.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.bench.Contender;
import io.github.tornadosort.bench.Measure;
import io.github.tornadosort.bench.Metric;
import io.github.tornadosort.bench.Reply;
import io.github.tornadosort.bench.Request;
import io.github.tornadosort.bench.Suite;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The suite first-calls: both sides compute the same, and a fresh JVM calls as often as it should. */
class FirstCallsTest {
    private static final String FIRST = "first-";

    /** Returns operations and types, with a space between them. */
    static Stream<String> operations() throws IOException {
        return Suite.of("first-calls").cases().stream()
                .flatMap(set -> set.operations().stream()
                        .filter(operation -> operation.startsWith(FIRST))
                        .flatMap(operation -> set.types().stream()
                                .map(type -> operation.substring(FIRST.length()) + " " + type)));
    }

    @ParameterizedTest
    @MethodSource("operations")
    void theJdkAloneComputesTheSame(String operationAndType) {
        String[] words = operationAndType.split(" ");
        KeyType type = KeyType.of(words[1]);
        try (Sorter sorter = Sorter.open()) {
            for (int n : new int[] {CallInput.K, 100, 3000}) {
                Object result = SorterCall.call(sorter, words[0], CallInput.of(words[0], type, n, new SplittableRandom(n)));
                for (boolean parallel : new boolean[] {false, true}) {
                    CallInput same = CallInput.of(words[0], type, n, new SplittableRandom(n));
                    assertThat(new PlainJava(parallel).call(words[0], same)).as(n + " keys").isEqualTo(result);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"first-top-k", "first-records", "tenth-argsort"})
    void aFreshJvmCallsAFewTimes(String operation) {
        Request request = new Request(operation, KeyType.INT32, 100, Path.of("unused"), EnumSet.of(Measure.END_TO_END));
        for (Contender contender : HostContenders.of(List.of("tornado-sort", "Arrays.sort", "parallelSort"), operation)) {
            Reply reply = contender.measure(request);
            assertThat(reply.failed()).as(contender.about().contender()).isNull();
            assertThat(reply.nanos().get(Metric.END_TO_END)).isPositive();
            assertThat(reply.nanos()).containsKey(operation.startsWith(FIRST) ? Metric.FIRST_CALL : Metric.WARM);
        }
    }
}
