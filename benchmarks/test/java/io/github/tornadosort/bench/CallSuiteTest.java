package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.bench.Contender.About;
import io.github.tornadosort.bench.Results.Result;
import io.github.tornadosort.bench.Suite.CaseSet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallSuiteTest {
    private static final int N = 300;

    static {
        // Test classes run in several JVMs at the same time.
        System.setProperty("jmh.ignoreLock", "true");
    }

    @TempDir
    private Path folder;

    private static Input input(String operation, Column keys) {
        Input input = new Input(operation, keys.type(), Math.toIntExact(keys.size()));
        input.fill(keys);
        return input;
    }

    private static Column keys(KeyType type) {
        Column keys = Column.allocate(type, N);
        Distribution.of("uniform").fill(keys, 1);
        return keys;
    }

    @ParameterizedTest
    @CsvSource({
        "sort, INT8, tornado-sort parallelSort",
        "sort, INT16, tornado-sort parallelSort",
        "sort, INT32, tornado-sort parallelSort",
        "sort, INT64, tornado-sort parallelSort",
        "sort, FLOAT32, tornado-sort parallelSort",
        "sort, FLOAT64, tornado-sort parallelSort",
        "pairs, INT32, tornado-sort parallelSort",
        "argsort, INT32, tornado-sort parallelSort",
    })
    void contendersComputeWhatTheJdkDoes(String operation, KeyType type, String names) {
        Column keys = keys(type);
        Input expected = input(operation, keys);
        long digest = Input.digest(new PlainJava(false).call(expected));
        for (String name : names.split(" ")) {
            try (Calls calls = Calls.of(name)) {
                Input input = input(operation, keys);

                assertThat(Input.digest(calls.call(input))).as(name).isEqualTo(digest);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "objects", "lexsort", "records", "segments", "segments-20", "top-10", "unique",
        "run-lengths", "merge", "strings", "strings-urls", "argsort-strings"
    })
    void theJdkAloneComputesTheSame(String operation) {
        contendersComputeWhatTheJdkDoes(operation, KeyType.INT32, "tornado-sort parallelSort");
    }

    @Test
    void aContenderHasAName() {
        assertThatThrownBy(() -> Calls.of("nonesuch")).hasMessage("unknown contender 'nonesuch'");
    }

    @Test
    void anInputIsFilledAnew() {
        Input in = input("pairs", Column.of(new int[] {3, 1}));
        in.values[0] = 9;

        in.fill(Column.of(new int[] {5, 4}));

        assertThat(in.keys).isEqualTo(new int[] {5, 4});
        assertThat(in.values).isEqualTo(new int[] {0, 1});
    }

    private List<Result> measure(Suite.Kind kind, String operation, String... contenders) {
        CaseSet set = new CaseSet(List.of(operation), List.of("int64"), List.of("100"), null, 0);
        Suite suite = new Suite("calls", "?", kind, 1, List.of(contenders), null, null, List.of(set), null, 2, 0, 0.02);
        CallSuite calls = new CallSuite(suite, folder.resolve("jmh.log"));
        assertThat(calls.abouts()).extracting(About::contender).containsExactly(contenders);
        List<Result> logged = new ArrayList<>();
        List<Result> results = calls.measure(set.all().getFirst(), logged::add);
        assertThat(logged).isEqualTo(results);
        return results;
    }

    @Tag("slow")
    @Test
    void theTimeOfACallIsThatOfAnInvocationDividedByTheCallsInIt() {
        List<Result> results = measure(Suite.Kind.CALLS, "sort", "tornado-sort", "Arrays.sort");

        assertThat(results.getFirst().time().median()).isBetween(100L, 1_000_000L);
        assertThat(results.get(1).isMeasured()).isTrue();
    }

    @Tag("slow")
    @Test
    void theFirstCallOpensTheSorter() {
        List<Result> results = measure(Suite.Kind.FIRST_CALLS, "sort", "tornado-sort");

        assertThat(results).extracting(Result::operation).containsExactly("first-sort", "second-sort");
        assertThat(results.getFirst().time().median()).isGreaterThan(results.getLast().time().median());
    }

    @Test
    void aWrongResultIsAFailure() {
        CallBenchmark benchmark = new CallBenchmark();
        benchmark.contender = "tornado-sort";
        benchmark.operation = "sort";
        benchmark.type = "int32";
        benchmark.distribution = "uniform";
        benchmark.n = N;
        benchmark.copies = 2;
        benchmark.allocate();

        assertThatThrownBy(() -> benchmark.verify(in -> in.keys))
                .hasMessage("the result of tornado-sort differs from that of the JDK");
        benchmark.verify(new PlainJava(true));
    }
}
