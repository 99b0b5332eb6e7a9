package io.github.tornadosort.bench.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Runs;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.bench.BenchCase;
import io.github.tornadosort.bench.Contender;
import io.github.tornadosort.bench.Measure;
import io.github.tornadosort.bench.Metric;
import io.github.tornadosort.bench.Reply;
import io.github.tornadosort.bench.Request;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostContendersTest {
    private static final int N = 50;
    private static final int COPIES = 3;

    @TempDir
    private Path folder;

    private Request request(String operation, KeyType type) throws IOException {
        byte[] bytes = new byte[N * COPIES * type.bytes()];
        new Random(1).nextBytes(bytes);
        Path keys = Files.write(folder.resolve("keys.raw"), bytes);
        return new Request(operation, type, N, keys, EnumSet.of(Measure.END_TO_END), COPIES);
    }

    @ParameterizedTest
    @CsvSource({
        "sort, INT8, tornado-sort Arrays.sort parallelSort",
        "sort, INT16, tornado-sort Arrays.sort parallelSort",
        "sort, INT32, tornado-sort host device one-device Arrays.sort parallelSort fastutil fastutil-radix",
        "sort, INT64, tornado-sort Arrays.sort parallelSort fastutil fastutil-radix",
        "sort, FLOAT32, tornado-sort Arrays.sort parallelSort",
        "sort, FLOAT64, tornado-sort Arrays.sort parallelSort",
        "sort, UINT8, tornado-sort Arrays.sort parallelSort",
        "sort, UINT16, tornado-sort Arrays.sort parallelSort",
        "sort, UINT32, tornado-sort Arrays.sort parallelSort",
        "sort, UINT64, tornado-sort Arrays.sort parallelSort",
        "sort-descending, INT8, tornado-sort Arrays.sort parallelSort",
        "sort-descending, INT16, tornado-sort Arrays.sort parallelSort",
        "sort-descending, INT32, tornado-sort Arrays.sort parallelSort",
        "sort-descending, INT64, tornado-sort Arrays.sort parallelSort",
        "sort-descending, FLOAT32, tornado-sort Arrays.sort parallelSort",
        "sort-descending, FLOAT64, tornado-sort Arrays.sort parallelSort",
        "pairs, INT32, tornado-sort fastutil fastutil-radix boxed",
        "argsort, INT32, tornado-sort fastutil fastutil-radix boxed",
        "segments-20, INT32, tornado-sort one-device Arrays.sort",
        "unique, INT32, tornado-sort Arrays.sort parallelSort",
        "run-lengths, INT32, tornado-sort Arrays.sort parallelSort",
        "top-10, INT32, tornado-sort Arrays.sort parallelSort heap",
        "words, INT32, tornado-sort Arrays.sort parallelSort",
        "urls, INT32, tornado-sort Arrays.sort parallelSort",
    })
    void resultsAreCorrect(String operation, KeyType type, String names) throws IOException {
        Request request = request(operation, type);
        for (Contender contender : HostContenders.of(List.of(names.split(" ")), operation)) {
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
    @CsvSource({"nonesuch, INT32", "argsort, INT64", "top-10, FLOAT32"})
    void unsupportedCasesAreSkipped(String operation, KeyType type) throws IOException {
        Request request = request(operation, type);
        List<String> all = List.of(
                "tornado-sort", "Arrays.sort", "fastutil", "boxed", "heap", "host", "device", "one-device", "two-devices",
                "two-threads");
        for (Contender contender : HostContenders.of(all, operation)) {
            try (contender) {
                assertThat(contender.measure(request).skipped()).startsWith("unsupported");
            }
        }
    }

    /** One device is listed twice. */
    @ParameterizedTest
    @CsvSource({"sort, true", "segments-20, true", "segments-20, false"})
    void twoDevices(String operation, boolean together) {
        SortDevice device = SortDevice.preferred();
        SortDevice other = new SortDevice(
                device.driver(), 7, device.backend(), device.name(), device.type(), device.memoryBytes(), device.tornado());
        try (DeviceCalls calls = new DeviceCalls(List.of(device, other), together)) {
            int[] keys = new Random(3).ints(N).toArray();
            int[] expected = keys.clone();
            int length = operation.equals("sort") ? N : 20;
            for (int first = 0; first < N; first += length) {
                Arrays.sort(expected, first, Math.min(N, first + length));
            }
            assertThat(calls.of(new BenchCase(operation, KeyType.INT32, N, "uniform")).apply(keys)).isSameAs(keys);
            assertThat(keys).isEqualTo(expected);
            assertThat(calls.devices()).isEqualTo(device + ", " + other);
            assertThat(calls.of(new BenchCase("sort", KeyType.INT32, N, "uniform")) == null).isEqualTo(!together);
        }
    }

    @Test
    void tooFewDevicesSupportNothing() {
        assertThat(DeviceCalls.first(1)).containsExactly(SortDevice.all().getFirst());
        assertThat(DeviceCalls.first(1000)).isEmpty();
        try (DeviceCalls none = new DeviceCalls(List.of(), true)) {
            assertThat(none.of(new BenchCase("sort", KeyType.INT32, N, "uniform"))).isNull();
        }
    }

    @Test
    void aFreshJvmSorts() throws IOException {
        for (Contender contender : HostContenders.of(List.of("tornado-sort", "device", "Arrays.sort"), "cold-sort")) {
            Reply reply = contender.measure(request("cold-sort", KeyType.INT32));
            assertThat(reply.failed()).isNull();
            assertThat(reply.nanos().get(Metric.WALL)).isGreaterThan(reply.nanos().get(Metric.END_TO_END)).isPositive();
        }
    }

    /** Only one contender opens a sorter and does nothing with it. */
    @Test
    void aFreshJvmOpensASorter() throws IOException {
        for (Contender contender : HostContenders.of(List.of("tornado-sort", "device", "Arrays.sort"), "cold-open")) {
            Reply reply = contender.measure(request("cold-open", KeyType.INT32));
            assertThat(reply.isMeasured()).isEqualTo(contender.about().contender().equals("tornado-sort"));
            assertThat(reply.failed()).isNull();
        }
    }

    @Test
    void aBatchCallsOnceForEachArrayAndReturnsTheMean() throws IOException {
        Batch batch = new Batch(request("sort", KeyType.INT32));
        int[] keys = new Random(2).ints((long) N * COPIES).toArray();
        batch.fill(Column.of(keys));
        Map<Object, int[]> seen = new IdentityHashMap<>();

        long start = System.nanoTime();
        long mean = batch.meanNanos(array -> {
            seen.put(array, ((int[]) array).clone());
            long until = System.nanoTime() + 2_000_000;
            while (System.nanoTime() < until) {
                Thread.onSpinWait();
            }
            return array;
        });
        long all = System.nanoTime() - start;

        assertThat(mean).isBetween(2_000_000L, all / COPIES);
        assertThat(seen.values())
                .containsExactlyInAnyOrder(
                        Arrays.copyOfRange(keys, 0, N), Arrays.copyOfRange(keys, N, 2 * N),
                        Arrays.copyOfRange(keys, 2 * N, 3 * N));
    }

    @Test
    void wrongResultsAreFound() throws IOException {
        Request sort = request("sort", KeyType.INT32);
        Batch batch = new Batch(sort);
        Column given =
                Column.of(ByteBuffer.wrap(Files.readAllBytes(sort.keys())).order(ByteOrder.nativeOrder()).asIntBuffer());
        batch.fill(given);
        batch.meanNanos(array -> array);

        assertThat(batch.check(sort, given)).startsWith("the result is not ascending at index ");
        assertThat(batch.check(request("sort-descending", KeyType.INT32), given))
                .startsWith("the result is not descending at index ");
        assertThat(batch.check(request("segments-20", KeyType.INT32), given))
                .startsWith("the result is not ascending at index ");
    }

    private static String check(Object result, String operation, int... given) {
        Request request = new Request(operation, KeyType.INT32, given.length, Path.of("x"), EnumSet.noneOf(Measure.class));
        return HostCheck.check(request, Column.of(given), MemorySegment.ofArray(given), result);
    }

    @Test
    void wrongSelectionsAreFound() {
        assertThat(check(Column.of(new int[] {1, 1}), "top-2", 3, 1, 1)).isNull();
        assertThat(check(Column.of(new int[] {1, 3}), "top-2", 3, 1, 1)).isEqualTo("the result is not the first 2 keys");
        assertThat(check(Column.of(new int[] {3, 1}), "top-2", 3, 1, 1)).startsWith("the result is not ascending");
        assertThat(check(Column.of(new int[] {0, 1}), "top-2", 3, 1, 1)).isEqualTo("the result is not the first 2 keys");
        assertThat(check(Column.of(new int[] {1, 3}), "unique", 3, 1, 1)).isNull();
        assertThat(check(Column.of(new int[] {1}), "unique", 3, 1, 1)).isEqualTo("the result lacks a key of the input");
        assertThat(check(Column.of(new int[] {1, 2, 3}), "unique", 3, 1, 1))
                .isEqualTo("the result is not a key of the input at index 1");
        assertThat(check(Column.of(new int[] {1, 1, 3}), "unique", 3, 1, 1)).startsWith("the result is not strictly");
        Column keys = Column.of(new int[] {1, 3});
        assertThat(check(new Runs(keys, new int[] {2, 1}), "run-lengths", 3, 1, 1)).isNull();
        assertThat(check(new Runs(keys, new int[] {1, 2}), "run-lengths", 3, 1, 1))
                .isEqualTo("the result is not counted correctly at index 0");
    }
}
