package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.SortStats.Reason;
import io.github.tornadosort.internal.driver.Handle;
import io.github.tornadosort.internal.host.keys.HostKeys;
import io.github.tornadosort.internal.operation.DeviceOperations;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.policy.Crossovers.Cost;
import io.github.tornadosort.internal.policy.Execution;
import io.github.tornadosort.internal.policy.SortPolicies;
import io.github.tornadosort.reference.Operation;
import io.github.tornadosort.testing.OtherJvm;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests where sorts run while a slow device is opened and its kernels are compiled, and what becomes of that. */
@Timeout(120)
class BackgroundStartTest {
    private static final int N = 140_000;
    private static final SortDevice DEVICE = SortDevice.preferred();

    private final CountDownLatch opens = new CountDownLatch(1);
    private final CountDownLatch compiles = new CountDownLatch(1);
    private final AtomicInteger opened = new AtomicInteger();

    /** The device is faster than the host, and takes as long to start as two and a half sorts. */
    @BeforeEach
    void theDeviceIsFastAndStartsSlowly() {
        assumeTrue(DEVICE.backend().equals("jvm"), "the tables name the JVM backend");
        useTable(300_000, 850_000);
    }

    private static void useTable(int startMillis, int hostNanosPerKey) {
        Cost[] costs = new Cost[4];
        Arrays.fill(costs, new Cost((double) hostNanosPerKey * HostKeys.threads(), 1, 0));
        SortPolicies.use(costs, startMillis);
    }

    @AfterEach
    void useTablesOfTheProject() {
        SortPolicies.use(null, -1);
        System.clearProperty("tornadosort.background");
    }

    private static int[] keys() {
        return keys(N);
    }

    private static int[] keys(int n) {
        return new SplittableRandom(1).ints(n).toArray();
    }

    private static Column column() {
        return Column.of(keys());
    }

    /** A sorter whose device opens, and then executes anything, when the test lets it. */
    private Sorter slow() {
        return slow(_ -> await(compiles));
    }

    private Sorter slow(Checkpoint checkpoint) {
        return primed(new Sorter(() -> {
            await(opens);
            opened.incrementAndGet();
            return operations(checkpoint);
        }, Execution.FASTEST, true));
    }

    /** Sorts until the next sort starts the device. */
    private static Sorter primed(Sorter sorter) {
        for (int i = 0; i < 2; i++) {
            assertThat(sorter.sort(keys()).reason()).isEqualTo(Reason.DEVICE_NOT_STARTED);
            assertThat(background()).as("after %d sorts", i + 1).isNull();
        }
        return sorter;
    }

    /** Two calls must cost as much as two sorts, so that only a third one starts the device. */
    @Test
    void aCallCountsOnce() {
        int[] sorted = keys();
        Arrays.sort(sorted);
        Key key = Key.of(column());
        for (Consumer<Sorter> call : List.<Consumer<Sorter>>of(
                sorter -> sorter.sortTo(Column.of(sorted), Order.ASCENDING, (_, _) -> {}),
                sorter -> sorter.argsort(key, key, key))) {
            try (Sorter sorter = new Sorter(() -> operations(_ -> {}), Execution.FASTEST, true)) {
                call.accept(sorter);
                call.accept(sorter);
                assertThat(background()).isNull();
                assertThat(sorter.sort(keys()).reason()).isEqualTo(Reason.DEVICE_STARTING);
            }
        }
    }

    /** Sorts until the device is prepared for such sorts. */
    private static Reason requested(Supplier<SortStats> sort) {
        while (true) {
            Reason reason = sort.get().reason();
            if (reason != Reason.DEVICE_NOT_STARTED) {
                return reason;
            }
        }
    }

    private static DeviceOperations operations(Checkpoint checkpoint) {
        return new DeviceOperations(DEVICE, SortPolicies.forDevice(DEVICE), Execution.FASTEST, checkpoint);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }

    private static Thread background() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("tornado-sort device preparation"))
                .findFirst()
                .orElse(null);
    }

    private static void awaitEnd() throws InterruptedException {
        Thread thread = background();
        if (thread != null) {
            thread.join();
        }
    }

    /** Sorts until the reason is another one; the sorts until then must be right too. */
    private static Reason reasonAfterStart(Sorter sorter) throws InterruptedException {
        while (true) {
            int[] keys = keys();
            Reason reason = sorter.sort(keys).reason();
            assertThat(keys).isSorted();
            if (reason != Reason.DEVICE_STARTING) {
                return reason;
            }
            Thread.sleep(5);
        }
    }

    @Test
    void theHostSortsUntilTheDeviceIsReady() throws Exception {
        try (Sorter sorter = slow()) {
            assertThat(background()).as("before a sort needs the device").isNull();
            assertThat(sorter.sort(keys(1_000)).reason()).isEqualTo(Reason.HOST);
            assertThat(background()).as("few keys do not need the device").isNull();
            for (int i = 0; i < 3; i++) {
                int[] keys = keys();
                SortStats stats = sorter.sort(keys);
                assertThat(keys).isSorted();
                assertThat(stats.reason()).isEqualTo(Reason.DEVICE_STARTING);
                assertThat(stats.why()).isEqualTo("host, since the device's kernels are being compiled");
                assertThat(stats.device()).startsWith("host");
            }
            assertThat(background()).isNotNull().matches(Thread::isDaemon);
            opens.countDown();
            assertThat(sorter.sort(keys()).reason()).as("open, not compiled").isEqualTo(Reason.DEVICE_STARTING);
            compiles.countDown();
            assertThat(reasonAfterStart(sorter)).isEqualTo(Reason.DEVICE);
            assertThat(opened).hasValue(1);
            int[] sorted = keys();
            Arrays.sort(sorted);
            assertThat(sorter.sort(sorted).reason()).isEqualTo(Reason.SORTED_ALREADY);
        }
    }

    @Test
    void eachKindOfSortIsPrepared() throws Exception {
        opens.countDown();
        compiles.countDown();
        List<Function<Sorter, SortStats>> kinds = List.of(
                sorter -> sorter.sort(keys()),
                sorter -> sorter.sort(keys(2 * N)),
                sorter -> sorter.sort(longs()),
                sorter -> sorter.sort(new SplittableRandom(1).doubles(N).toArray()),
                sorter -> sorter.sort(Column.of(floats())),
                sorter -> sorter.sort(Column.of(floats()), column()),
                sorter -> sorter.sort(column(), column()),
                sorter -> sorter.sort(Column.of(longs()), column()));
        List<Function<Sorter, SortStats>> samePlans = List.of(
                sorter -> sorter.sort(keys(N - 1)),
                sorter -> sorter.sort(Column.of(shorts()), Order.DESCENDING));
        try (Sorter sorter = slow()) {
            for (Function<Sorter, SortStats> kind : kinds) {
                assertThat(requested(() -> kind.apply(sorter))).as("kind %d", kinds.indexOf(kind))
                        .isEqualTo(Reason.DEVICE_STARTING);
                awaitEnd();
                assertThat(kind.apply(sorter).reason()).as("kind %d", kinds.indexOf(kind)).isEqualTo(Reason.DEVICE);
            }
            for (Function<Sorter, SortStats> kind : samePlans) {
                assertThat(kind.apply(sorter).reason()).as("%d", samePlans.indexOf(kind)).isEqualTo(Reason.DEVICE);
            }
            assertThat(background()).isNull();
        }
    }

    private static long[] longs() {
        return new SplittableRandom(1).longs(N).toArray();
    }

    private static float[] floats() {
        float[] floats = new float[N];
        for (int i = 0; i < N; i++) {
            floats[i] = Float.intBitsToFloat(i * 0x9E3779B9);
        }
        return floats;
    }

    private static short[] shorts() {
        short[] shorts = new short[N];
        for (int i = 0; i < N; i++) {
            shorts[i] = (short) (i * 0x9E3779B9);
        }
        return shorts;
    }

    @Test
    void aPropertyMakesAllSortsWait() {
        try (Sorter sorter = Sorter.open()) {
            assertThat(sorter.sort(keys()).reason()).isEqualTo(Reason.DEVICE_NOT_STARTED);
        }
        System.setProperty("tornadosort.background", "false");
        try (Sorter sorter = Sorter.open()) {
            assertThat(sorter.sort(keys()).reason()).isEqualTo(Reason.DEVICE);
        }
        System.clearProperty("tornadosort.background");
        try (Sorter sorter = Sorter.builder().device(DEVICE).open()) {
            assertThat(sorter.sort(keys()).reason()).as("the caller has found the device").isEqualTo(Reason.DEVICE);
        }
    }

    /** Failures, and a part of the warning, or null if there is none. */
    private static Stream<Arguments> failures() {
        return Stream.of(true, false).flatMap(opened -> Stream.of(
                Arguments.of(opened, new IllegalStateException("no device passes"), "no device passes"),
                Arguments.of(opened, new RuntimeException("driver: out of order"), "driver: out of order"),
                Arguments.of(opened, new NoClassDefFoundError("some/Class"), "some/Class"),
                Arguments.of(opened, new NoBackendException("no backend", null), null)));
    }

    /** The device does not open, or fails when it is open. */
    @ParameterizedTest
    @MethodSource("failures")
    void aDeviceThatFailsIsLeftOut(boolean opened, Throwable failure, String logged) throws Exception {
        if (opened) {
            opens.countDown();
        }
        Supplier<DeviceOperations> device = () -> {
            await(opens);
            if (!opened) {
                throw thrown(failure);
            }
            return operations(_ -> {
                await(compiles);
                throw thrown(failure);
            });
        };
        try (Sorter sorter = primed(new Sorter(device, Execution.FASTEST, true))) {
            assertIsLeftOut(sorter, logged);
        }
    }

    private void assertIsLeftOut(Sorter sorter, String logged) throws Exception {
        String log = logOf(() -> {
            assertThat(sorter.sort(keys()).reason()).isEqualTo(Reason.DEVICE_STARTING);
            sorter.sort(longs());
            opens.countDown();
            compiles.countDown();
            assertThat(reasonAfterStart(sorter)).isEqualTo(Reason.HOST);
            awaitEnd();
        });
        if (logged == null) {
            assertThat(log).isEmpty();
        } else {
            assertThat(log).containsOnlyOnce("The host sorts, since no device can be used").contains(logged);
        }
    }

    @Test
    void threadsThatWaitForTheSameDeviceSayOnceThatItIsLeftOut() throws Exception {
        useTable(0, 1000);
        String log = logOf(() -> {
            try (Sorter sorter = new Sorter(() -> {
                await(opens);
                throw new IllegalStateException("no device passes");
            }, Execution.FASTEST, true)) {
                List<Thread> threads = List.of(new Thread(() -> sorter.sort(keys())), new Thread(() -> sorter.sort(keys())));
                threads.forEach(Thread::start);
                while (threads.stream().noneMatch(thread -> thread.getState() == Thread.State.BLOCKED)) {
                    Thread.sleep(1);
                }
                opens.countDown();
                for (Thread thread : threads) {
                    thread.join();
                }
            }
        });
        assertThat(log).containsOnlyOnce("The host sorts, since no device can be used");
    }

    private interface Code {
        void run() throws Exception;
    }

    /** Returns what the code writes to standard error. */
    private static String logOf(Code code) throws Exception {
        PrintStream standard = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try {
            code.run();
        } finally {
            System.setErr(standard);
        }
        return log.toString(StandardCharsets.UTF_8);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> RuntimeException thrown(Throwable failure) throws T {
        throw (T) failure;
    }

    /** A device with too little memory is prepared for nothing; its sorts are divided as without preparation. */
    @Test
    void aSortThatDoesNotFitIsNotPrepared() throws Exception {
        AtomicInteger executions = new AtomicInteger();
        try (Sorter sorter = slow(_ -> {
            if (executions.getAndIncrement() == 0) {
                throw new OutOfMemoryError("planted");
            }
        })) {
            opens.countDown();
            assertThat(reasonAfterStart(sorter)).isEqualTo(Reason.DEVICE);
        }
    }

    /** The costs are those of GPUs, and the device found is none: it is opened and never prepared. */
    @Test
    void aSlowDeviceIsNotPrepared() throws Exception {
        int n = 1 << 22;
        double millisOfASort = 17e-6 * n / HostKeys.threads();
        SortPolicies.use(null, (long) (2.5 * millisOfASort));
        try (Sorter sorter = new Sorter(() -> {
            SortDevice slow =
                    TestDevices.device(0, 0, "opencl", "a CPU", DEVICE.type(), DEVICE.memoryBytes(), Handle.of(DEVICE));
            return new DeviceOperations(slow, SortPolicies.forDevice(slow), Execution.FASTEST, _ -> {
                throw new UnsupportedOperationException("no execution");
            });
        }, Execution.FASTEST, true)) {
            assertThat(sorter.sort(keys(n)).reason()).isEqualTo(Reason.DEVICE_NOT_STARTED);
            assertThat(requested(() -> sorter.sort(keys(n)))).isEqualTo(Reason.DEVICE_STARTING);
            awaitEnd();
            assertThat(sorter.sort(keys(n)).reason()).isEqualTo(Reason.HOST);
        }
    }

    @Test
    void closingCancelsThePreparation() throws Exception {
        opens.countDown();
        Sorter sorter = slow();
        sorter.sort(keys());
        Thread thread = background();
        sorter.close();
        assertThat(thread.isAlive()).isFalse();
        assertThat(compiles.getCount()).as("the preparation was under way").isOne();
        sorter.close();
        assertThatThrownBy(() -> sorter.sort(keys())).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void closingWaitsForWhatCannotBeInterrupted() throws Exception {
        CountDownLatch opening = new CountDownLatch(1);
        AtomicInteger executions = new AtomicInteger();
        Sorter sorter = primed(new Sorter(() -> {
            opening.countDown();
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(300);
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            opened.incrementAndGet();
            return operations(p -> {
                executions.incrementAndGet();
                Checkpoint.INTERRUPTS.check(p);
            });
        }, Execution.FASTEST, true));
        sorter.sort(keys());
        opening.await();
        Thread thread = background();
        Thread.currentThread().interrupt();
        sorter.close();
        assertThat(Thread.interrupted()).as("the thread that closed was interrupted").isTrue();
        assertThat(thread.isAlive()).isFalse();
        assertThat(opened).hasValue(1);
        assertThat(executions).hasValueLessThan(2);
    }

    /** All operations that the device would take are right on the host. */
    @Test
    void allOperationsRunOnTheHostMeanwhile() {
        try (Sorter sorter = slow()) {
            for (Operation operation : Operation.values()) {
                operation.check(sorter, column(), Order.ASCENDING, operation.toString());
            }
            Records records = Records.of(new byte[2 * N], 2, 0, 2);
            assertThat(sorter.records().argsort(records)).isEqualTo(IntStream.range(0, N).toArray());
            assertThat(opened).as("nothing waited for the device").hasValue(0);
        }
    }

    /** A program that ends while the device executes something that must not be interrupted, as a compilation in a driver. */
    static final class EndsEarly {
        private EndsEarly() {}

        /** @param args "exit" to end by {@link System#exit} */
        public static void main(String[] args) throws InterruptedException {
            useTable(300_000, 850_000);
            CountDownLatch executing = new CountDownLatch(1);
            Sorter sorter = new Sorter(() -> operations(p -> {
                Checkpoint.INTERRUPTS.check(p);
                System.out.println("begun");
                executing.countDown();
                long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(500);
                while (System.nanoTime() < end) {
                    Thread.onSpinWait();
                }
                System.out.println("ended");
            }), Execution.FASTEST, true);
            System.out.println(requested(() -> sorter.sort(keys())));
            executing.await();
            if (args[0].equals("exit")) {
                System.exit(0);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"exit", "return"})
    void theEndOfTheProcessWaitsForTheDriver(String how) throws Exception {
        assertThat(OtherJvm.run(60, List.of(), EndsEarly.class, how)).containsExactly("DEVICE_STARTING", "begun", "ended");
    }
}
