package io.github.tornadosort.bench.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.bench.Contender;
import io.github.tornadosort.bench.Contender.About;
import io.github.tornadosort.bench.Metric;
import io.github.tornadosort.bench.Reply;
import io.github.tornadosort.bench.Request;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostContendersTest {
    private static final int N = 300;
    private static final int COPIES = 3;

    @TempDir
    private Path folder;

    private Request request(String operation, KeyType type) throws IOException {
        byte[] bytes = new byte[N * COPIES * type.bytes()];
        new Random(1).nextBytes(bytes);
        Path keys = Files.write(folder.resolve("keys.raw"), bytes);
        return new Request(operation, type, N, keys, List.of(Metric.END_TO_END), COPIES);
    }

    /** The contenders compare their results with each other. */
    @ParameterizedTest
    @CsvSource({
        "sort, INT8, tornado-sort Arrays.sort parallelSort",
        "sort, INT16, tornado-sort Arrays.sort parallelSort",
        "sort, INT32, tornado-sort Arrays.sort parallelSort fastutil fastutil-radix",
        "sort, INT64, tornado-sort Arrays.sort parallelSort fastutil fastutil-radix",
        "sort, FLOAT32, tornado-sort Arrays.sort parallelSort fastutil",
        "sort, FLOAT64, tornado-sort Arrays.sort parallelSort fastutil-radix",
        "pairs, INT32, tornado-sort Arrays.sort parallelSort fastutil fastutil-radix",
        "pairs, INT64, tornado-sort fastutil fastutil-radix",
        "argsort, INT32, tornado-sort Arrays.sort parallelSort fastutil fastutil-radix",
        "argsort, INT64, tornado-sort fastutil fastutil-radix",
        "argsort, FLOAT64, tornado-sort fastutil",
    })
    void resultsAreEqual(String operation, KeyType type, String names) throws IOException {
        assertResultsAreEqual(operation, type, names.split(" "));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "sort-descending", "objects", "lexsort", "records", "segments", "segments-20", "top-10", "unique",
        "run-lengths", "merge", "strings", "strings-urls", "argsort-strings"
    })
    void theJdkAloneComputesTheSame(String operation) throws IOException {
        assertResultsAreEqual(operation, KeyType.INT32, "tornado-sort", "Arrays.sort", "parallelSort");
    }

    private void assertResultsAreEqual(String operation, KeyType type, String... names) throws IOException {
        Request request = request(operation, type);
        for (Contender contender : HostContenders.of(List.of(names))) {
            try (contender) {
                Reply reply = contender.measure(request);

                assertThat(reply.failed()).as(contender.about().contender()).isNull();
                assertThat(reply.skipped()).as(contender.about().contender()).isNull();
                assertThat(reply.nanos()).containsOnlyKeys(Metric.END_TO_END);
                assertThat(reply.counts()).containsEntry(Metric.BATCH, (long) COPIES);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"nonesuch, INT32, tornado-sort Arrays.sort fastutil", "unique, INT64, Arrays.sort",
        "pairs, INT16, fastutil"})
    void unsupportedCasesAreSkipped(String operation, KeyType type, String names) throws IOException {
        Request request = request(operation, type);
        for (Contender contender : HostContenders.of(List.of(names.split(" ")))) {
            try (contender) {
                if (operation.equals("pairs")) {
                    assertThatThrownBy(() -> contender.measure(request)).hasMessageContaining("pairs of short[]");
                } else {
                    assertThat(contender.measure(request).skipped()).startsWith("has no " + operation);
                }
            }
        }
        assertThatThrownBy(() -> HostContenders.of(List.of("nonesuch"))).hasMessage("unknown contender 'nonesuch'");
    }

    private static Contender contender(String name, Calls calls, CallContender.Shared shared) {
        return new CallContender(new About(name, false, "", "", null), calls, shared);
    }

    @Test
    void resultsThatDifferAreFound() throws IOException {
        CallContender.Shared shared = new CallContender.Shared();
        Contender right = contender("right", new PlainJava(false), shared);
        Contender wrong = contender("wrong", in -> in.keys(), shared);
        Request request = request("sort", KeyType.INT32);

        assertThat(right.measure(request).failed()).isNull();
        assertThat(wrong.measure(request).failed()).isEqualTo("the results of right and wrong differ");
        // Other keys have other results.
        right.measure(request);
        byte[] sorted = new byte[N * COPIES * Integer.BYTES];
        Arrays.fill(sorted, (byte) 1);
        Files.write(request.keys(), sorted);
        assertThat(wrong.measure(request).failed()).isNull();
    }

    @Test
    void aMeasurementCallsOnceForEachDataSetAndReturnsTheMean() throws IOException {
        List<Object> seen = new ArrayList<>();
        Request request = request("sort", KeyType.INT32);
        Contender slow = contender("slow", in -> {
            seen.add(((int[]) in.keys()).clone());
            long until = System.nanoTime() + 2_000_000;
            while (System.nanoTime() < until) {
                Thread.onSpinWait();
            }
            return in.keys();
        }, new CallContender.Shared());

        long start = System.nanoTime();
        long mean = slow.measure(request).nanos().get(Metric.END_TO_END);
        long all = System.nanoTime() - start;

        assertThat(mean).isBetween(2_000_000L, all / COPIES);
        int[] keys = new int[N * COPIES];
        ByteBuffer.wrap(Files.readAllBytes(request.keys())).order(ByteOrder.nativeOrder()).asIntBuffer().get(keys);
        assertThat(seen).containsExactly(
                Arrays.copyOfRange(keys, 0, N), Arrays.copyOfRange(keys, N, 2 * N), Arrays.copyOfRange(keys, 2 * N, 3 * N));
    }

    private static Input input(String operation, Column keys) {
        Input input = new Input(operation, keys.type(), Math.toIntExact(keys.size()));
        input.fill(keys);
        return input;
    }

    @Test
    void equalNaNsMayBeInAnyOrder() {
        Input in = input("argsort", Column.of(new double[] {Double.NaN, 1, Double.NaN}));

        assertThat(in.digest(new int[] {1, 0, 2})).isEqualTo(in.digest(new int[] {1, 2, 0}))
                .isNotEqualTo(in.digest(new int[] {0, 1, 2}));
        Input ints = input("argsort", Column.of(new int[] {7, 1, 7}));
        assertThat(ints.digest(new int[] {1, 0, 2})).isNotEqualTo(ints.digest(new int[] {1, 2, 0}));
    }

    @Test
    void anInputIsFilledAnew() {
        Input in = input("pairs", Column.of(new int[] {3, 1}));
        ((int[]) in.values())[0] = 9;

        in.fill(Column.of(new int[] {5, 4}));

        assertThat(in.keys()).isEqualTo(new int[] {5, 4});
        assertThat(in.values()).isEqualTo(new int[] {0, 1});
    }
}
