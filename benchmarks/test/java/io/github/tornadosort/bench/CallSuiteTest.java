package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.bench.Contender.About;
import io.github.tornadosort.bench.Results.Result;
import io.github.tornadosort.bench.Suite.CaseSet;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /** Two programs that compute the same differ in nothing but their time. */
    @ParameterizedTest
    @CsvSource({
        "sort, INT8", "sort, INT16", "sort, UINT16", "sort, INT32", "sort, INT64", "sort, FLOAT32", "sort, FLOAT64",
        "pairs, INT32",
        "argsort, INT32", "objects, INT32", "lexsort, INT32", "records, INT32", "segments, INT32", "segments-20, INT32",
        "top-10, INT32", "unique, INT32", "run-lengths, INT32", "merge, INT32", "strings, INT32", "strings-urls, INT32",
        "argsort-strings, INT32"
    })
    void thisLibraryComputesWhatTheJdkDoes(String operation, KeyType type) {
        Column keys = keys(type);
        long digest = Input.digest(new PlainJava().call(input(operation, keys)));

        try (Calls calls = Calls.of(SorterCalls.NAME)) {
            assertThat(Input.digest(calls.call(input(operation, keys)))).isEqualTo(digest);
        }
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
        CaseSet set = new CaseSet(List.of(operation), List.of("int64"), List.of("100"), null);
        Suite suite = new Suite("calls", "?", kind, 1, List.of(contenders), null, null, List.of(set), null, 2, 0.02);
        CallSuite calls = new CallSuite(suite, folder.resolve("jmh.log"));
        assertThat(calls.abouts()).extracting(About::contender).containsExactly(contenders);
        return calls.measure(set.all().getFirst());
    }

    @Tag("slow")
    @Test
    void theTimeOfACallIsThatOfAnInvocationDividedByTheCallsInIt() {
        List<Result> results = measure(Suite.Kind.CALLS, "sort", "tornado-sort", "parallelSort");

        assertThat(results.getFirst().nanos().median()).isBetween(100L, 1_000_000L);
        assertThat(results.get(1).isMeasured()).isTrue();
    }

    @Tag("slow")
    @Test
    void theFirstCallOpensTheSorter() {
        List<Result> results = measure(Suite.Kind.FIRST_CALLS, "sort", "tornado-sort");

        assertThat(results).extracting(Result::operation).containsExactly("first-sort", "second-sort");
        assertThat(results.getFirst().nanos().median()).isGreaterThan(results.getLast().nanos().median());
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
        benchmark.verify(new PlainJava());
    }
}
