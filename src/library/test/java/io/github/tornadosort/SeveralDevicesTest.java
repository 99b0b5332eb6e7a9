package io.github.tornadosort;

import static io.github.tornadosort.SortOptions.ascending;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.within;

import io.github.tornadosort.SortStats.Reason;
import io.github.tornadosort.conformance.KeyData;
import io.github.tornadosort.conformance.Operation;
import io.github.tornadosort.conformance.Reference;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.policy.SortPolicies;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import uk.ac.manchester.tornado.api.enums.TornadoDeviceType;
import uk.ac.manchester.tornado.api.exceptions.TornadoOutOfMemoryException;

/**
 * Sorts on two devices at once: on two devices of the SDK if it has them, and otherwise on one device that is listed twice. The calling
 * thread sorts on the first one.
 */
@Tag("slow")
class SeveralDevicesTest {
    /** As many keys as a small device holds. */
    private static final int ROOM = 1000;
    /** Enough keys to divide them among devices that could hold all. */
    private static final int MANY = 1 << 20;

    private static final SortDevice FIRST = SortDevice.preferred();
    private static final SortDevice SECOND = second();
    private static final SortPolicy POLICY = SortPolicies.forDevice(FIRST);

    @TempDir
    Path folder;

    private static SortDevice second() {
        List<SortDevice> all = SortDevice.all();
        boolean several = all.size() > 1 && all.get(1).backend().equals(FIRST.backend()) && !FIRST.backend().equals("jvm");
        return numbered(several ? all.get(1) : FIRST, 7, FIRST.type());
    }

    private static SortDevice numbered(SortDevice device, int number, TornadoDeviceType type) {
        return new SortDevice(
                device.driver(), number, device.backend(), device.name(), type, device.memoryBytes(), device.tornado());
    }

    private static SortDevice small(SortDevice device) {
        return LargeColumnTest.withRoomFor(ROOM, device, POLICY);
    }

    private static Sorter sorter(Checkpoint checkpoint) {
        return new Sorter(List.of(small(FIRST), small(SECOND)), List.of(POLICY, POLICY), checkpoint);
    }

    /** Returns a sorter each of whose devices waits, before it sorts a chunk, until the other one has taken one. */
    private static Sorter sorterOnBoth(Checkpoint checkpoint) {
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch second = new CountDownLatch(1);
        return sorter(p -> {
            (isOnSecond() ? second : first).countDown();
            await(isOnSecond() ? first : second);
            checkpoint.check(p);
        });
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the other device does not sort");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean isOnSecond() {
        return Thread.currentThread().getName().startsWith("tornado-sort device");
    }

    /** Runs the first time that the second device executes something. */
    private static Checkpoint onceOnSecond(Checkpoint checkpoint) {
        AtomicInteger calls = new AtomicInteger();
        return p -> {
            if (isOnSecond() && calls.getAndIncrement() == 0) {
                checkpoint.check(p);
            }
        };
    }

    /** Makes sorters expect that devices take these nanoseconds per key, and that the host is slower. */
    private void setCosts(int gpu, int cpu, int cpus) throws IOException {
        Path file = folder.resolve("costs");
        String family = SortPolicies.family(FIRST).equals("gpu") ? "cpu" : SortPolicies.family(FIRST);
        StringBuilder lines = new StringBuilder();
        for (String kind : new String[] {"none 32", "none 64", "any 32", "any 64"}) {
            lines.append("host ").append(kind).append(" 0 100000\n");
            lines.append("gpu ").append(kind).append(" 0 ").append(gpu).append('\n');
            lines.append(family).append(' ').append(kind).append(" 0 ").append(cpu).append('\n');
            lines.append(family).append("s ").append(kind).append(" 0 ").append(cpus).append('\n');
        }
        Files.writeString(file, lines);
        System.setProperty(SortPolicies.COSTS_PROPERTY, file.toString());
    }

    @AfterEach
    void clear() {
        HostMemory.watch(null);
        System.clearProperty(SortPolicies.COSTS_PROPERTY);
    }

    private static int[] sorted(int[] keys) {
        int[] sorted = keys.clone();
        Arrays.sort(sorted);
        return sorted;
    }

    @ParameterizedTest
    @EnumSource(Operation.class)
    void everyOperation(Operation operation) {
        try (Sorter sorter = sorter(p -> {})) {
            for (int n : new int[] {0, 1, 2, ROOM, ROOM + 1, 2 * ROOM, 5 * ROOM + 3}) {
                for (KeyType type : List.of(KeyType.INT32, KeyType.UINT64, KeyType.FLOAT32, KeyType.INT8)) {
                    Column keys = type.isFloat() ? KeyData.specials(type, n, n) : KeyData.random(type, n, n);
                    operation.check(sorter, keys, n % 2 == 0 ? ascending() : SortOptions.descending(),
                            operation + ", n = " + n);
                }
            }
        }
    }

    @Test
    void records() {
        try (Sorter sorter = sorterOnBoth(p -> {})) {
            byte[] records = new byte[20 * 4321];
            for (int i = 0; i < records.length; i++) {
                records[i] = (byte) (i * 7919 >>> 13 & 3);
            }
            byte[] onHost = records.clone();
            SortStats stats = sorter.records().sort(Records.of(records, 20, 3, 10));
            sorter.records().sort(Records.of(onHost, 20, 3, 10), SortOptions.builder().onHost().build());
            assertThat(records).isEqualTo(onHost);
            assertThat(stats.device()).contains(FIRST.id(), SECOND.id());
        }
    }

    @Test
    void bothDevicesSortAtTheSameTime() {
        CyclicBarrier both = new CyclicBarrier(2);
        Set<Thread> met = ConcurrentHashMap.newKeySet();
        Checkpoint meet = p -> {
            if (met.add(Thread.currentThread())) {
                await(both);
            }
        };
        int[] keys = IntData.random(2 * ROOM, 1);
        int[] expected = sorted(keys);
        try (Sorter sorter = sorter(meet)) {
            SortStats stats = sorter.sort(keys);
            assertThat(stats.device()).contains(FIRST.id(), SECOND.id());
            assertThat(stats.why()).isEqualTo("device, in 2 chunks");
            assertThat(stats.keys()).isEqualTo(2 * ROOM);
            assertThat(sorter.devices()).extracting(SortDevice::id).containsExactly(FIRST.id(), SECOND.id());
        }
        assertThat(keys).isEqualTo(expected);
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException("the other one did not come", e);
        }
    }

    /** Neither sorter may hold a lock that the other one needs while it sorts. */
    @Test
    void twoSortersOnTwoDevicesRunAtTheSameTime() throws InterruptedException {
        CyclicBarrier both = new CyclicBarrier(2);
        List<int[]> results = List.of(IntData.random(5000, 1), IntData.random(5000, 2));
        List<int[]> expected = results.stream().map(SeveralDevicesTest::sorted).toList();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            int[] keys = results.get(i);
            SortDevice device = i == 0 ? FIRST : SECOND;
            threads.add(Thread.ofPlatform().start(() -> {
                try (Sorter sorter = new Sorter(device, POLICY, p -> await(both))) {
                    sorter.sort(keys);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(results.toArray(int[][]::new)).isDeepEqualTo(expected.toArray(int[][]::new));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void otherDevicesSortTheChunksOfADeviceThatFails(boolean firstFails) {
        int[] keys = IntData.random(7 * ROOM, 2);
        int[] expected = sorted(keys);
        int[] values = keys.clone();
        AtomicInteger failures = new AtomicInteger();
        // The second device also sorts on the calling thread, after the first one has failed there.
        try (Sorter sorter = sorterOnBoth(p -> {
            if (isOnSecond() != firstFails && failures.getAndIncrement() == 0) {
                throw new StackOverflowError("planted");
            }
        })) {
            SortStats stats = sorter.sort(Column.of(keys), Column.of(values));
            assertThat(stats.keys()).isEqualTo(7 * ROOM);
            assertThat(stats.reason()).isEqualTo(Reason.DEVICE);
            assertThat(failures).hasPositiveValue();
        }
        assertThat(keys).isEqualTo(expected);
        assertThat(values).isEqualTo(expected);
    }

    /** A small column is sorted in one piece by one device. */
    @Test
    void anotherDeviceSortsAColumnThatOneDeviceCannotSort() {
        AtomicInteger calls = new AtomicInteger();
        int[] keys = IntData.random(100, 3);
        int[] expected = sorted(keys);
        try (Sorter sorter = sorter(p -> {
            if (calls.getAndIncrement() == 0) {
                throw new IllegalStateException("planted");
            }
        })) {
            assertThat(sorter.sort(keys).device()).isEqualTo(small(SECOND).toString());
            assertThat(keys).isEqualTo(expected);
            assertThat(sorter.sort(IntData.random(100, 4)).device()).as("the next one").isEqualTo(small(FIRST).toString());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 5 * ROOM})
    void ifAllDevicesFailTheKeysAreUnchanged(int n) {
        int[] keys = IntData.random(n, 4);
        int[] before = keys.clone();
        try (Sorter sorter = sorter(p -> {
            throw new IllegalStateException("planted");
        })) {
            assertThatThrownBy(() -> sorter.sort(keys)).isInstanceOf(IllegalStateException.class).hasMessage("planted");
        }
        assertThat(keys).isEqualTo(before);
    }

    @Test
    void aDeviceWithLittleMemorySortsSmallerChunks() {
        int[] keys = IntData.random(4 * ROOM, 5);
        int[] expected = sorted(keys);
        try (Sorter sorter = sorterOnBoth(onceOnSecond(p -> {
            throw new TornadoOutOfMemoryException("planted");
        }))) {
            SortStats stats = sorter.sort(keys);
            assertThat(stats.device()).contains(FIRST.id(), SECOND.id());
            assertThat(stats.chunks()).isGreaterThan(4);
        }
        assertThat(keys).isEqualTo(expected);
    }

    /** Lets each allocation of host memory fail in turn, alone and with all later ones. */
    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void ifAnAllocationFailsTheKeysAreUnchangedOrSorted(boolean alone, boolean withValues) {
        int[] before = IntData.random(5 * ROOM, 15);
        int[] expected = sorted(before);
        AtomicInteger planted = new AtomicInteger();
        try (Sorter sorter = sorter(p -> {})) {
            AtomicInteger allocations = new AtomicInteger();
            for (int at = 0; allocations.get() >= at; at++) {
                int failing = at;
                int[] keys = before.clone();
                int[] values = before.clone();
                allocations.set(0);
                HostMemory.watch(bytes -> {
                    int number = allocations.getAndIncrement();
                    if (alone ? number == failing : number >= failing) {
                        planted.incrementAndGet();
                        throw new OutOfMemoryError("planted");
                    }
                });
                Throwable thrown = catchThrowable(() -> {
                    if (withValues) {
                        sorter.sort(Column.of(keys), Column.of(values));
                    } else {
                        sorter.sort(keys);
                    }
                });
                HostMemory.watch(null);
                assertThat(thrown == null || thrown instanceof OutOfMemoryError).as("%s", thrown).isTrue();
                assertThat(keys).as("allocation %d", at).isEqualTo(thrown == null ? expected : before);
                assertThat(values).isEqualTo(withValues ? keys : before);
            }
            int[] next = before.clone();
            sorter.sort(next);
            assertThat(next).isEqualTo(expected);
        }
        assertThat(planted).hasPositiveValue();
    }

    @Test
    void aWrongResultOfADeviceIsSortedOnTheHost() {
        Column keys = KeyData.random(KeyType.INT32, 2 * ROOM, 6);
        int[] order = Reference.order(keys, ascending());
        Column expected = Operation.at(keys, order);
        try (Sorter sorter = sorterOnBoth(onceOnSecond(p -> p.set(PassParameters.N, p.get(PassParameters.N) - 1)))) {
            SortStats stats = sorter.sort(keys, SortOptions.builder().verify().build());
            assertThat(stats.mismatches()).isEqualTo(1);
            assertThat(stats.reason()).isEqualTo(Reason.DEVICE_WRONG);
            assertThat(sorter.mismatches()).isEqualTo(1);
        }
        assertThat(Operation.firstDifference(keys, expected)).isEqualTo(-1);
    }

    @Test
    void anInterruptEndsTheSortsOfAllDevices() {
        Thread caller = Thread.currentThread();
        int[] keys = IntData.random(9 * ROOM, 7);
        int[] before = keys.clone();
        Checkpoint interrupts = onceOnSecond(p -> {
            caller.interrupt();
            sleepUntilInterrupted();
        });
        try (Sorter sorter = sorterOnBoth(p -> {
            interrupts.check(p);
            Checkpoint.INTERRUPTS.check(p);
        })) {
            Throwable thrown = catchThrowable(() -> sorter.sort(keys));
            assertThat(Thread.interrupted()).isTrue();
            assertThat(thrown).isInstanceOf(CancellationException.class);
            assertThat(keys).isEqualTo(before);
            sorter.sort(keys);
        }
        assertThat(keys).isEqualTo(sorted(before));
    }

    private static void sleepUntilInterrupted() {
        try {
            Thread.sleep(60_000);
            throw new IllegalStateException("was not interrupted");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The threads of devices touch copies of such memory only. */
    @Test
    void memoryOfTheCallingThreadIsSorted() {
        try (Arena arena = Arena.ofConfined(); Sorter sorter = sorter(p -> {})) {
            int[] keys = IntData.random(3 * ROOM, 8);
            MemorySegment memory = arena.allocate(4L * keys.length, 8);
            memory.copyFrom(MemorySegment.ofArray(keys));
            sorter.sort(new Column(memory, KeyType.INT32));
            assertThat(memory.mismatch(MemorySegment.ofArray(sorted(keys)))).isEqualTo(-1);
        }
    }

    /** Devices each of which could hold all keys divide them if that is expected to be faster. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void keysThatFitAreDividedIfThatIsExpectedToBeFaster(boolean faster) throws IOException {
        setCosts(100, 100, faster ? 50 : 150);
        List<SortDevice> two = List.of(numbered(FIRST, FIRST.number(), TornadoDeviceType.CPU),
                numbered(SECOND, SECOND.number(), TornadoDeviceType.CPU));
        try (Sorter sorter = Sorter.open(two)) {
            assertThat(sorter.sort(IntData.random(MANY - 1, 9)).chunks()).as("too few keys").isEqualTo(1);
            int[] keys = IntData.random(MANY, 9);
            int[] expected = sorted(keys);
            SortStats stats = sorter.sort(keys);
            assertThat(stats.reason()).isEqualTo(Reason.DEVICE);
            assertThat(stats.chunks()).isEqualTo(faster ? 2 : 1);
            assertThat(keys).isEqualTo(expected);
            ScratchBytes bytes = sorter.scratchBytes(MANY, KeyType.INT32);
            try (Sorter alone = Sorter.open(two.getFirst())) {
                ScratchBytes half = alone.scratchBytes(MANY / 2, KeyType.INT32);
                assertThat(bytes).isEqualTo(faster
                        ? new ScratchBytes(2 * half.device(), 2 * half.host() + 4L * MANY)
                        : alone.scratchBytes(MANY, KeyType.INT32));
            }
        }
    }

    @Test
    void devicesThatAreNamedWithTheirPoliciesDivideKeysEvenIfOneIsFaster() throws IOException {
        setCosts(100, 100, 150);
        try (Sorter sorter = Sorter.open(List.of(FIRST, SECOND), List.of(POLICY, POLICY))) {
            assertThat(sorter.sort(IntData.random(MANY, 16)).chunks()).isEqualTo(2);
            assertThat(sorter.sort(IntData.random(MANY - 1, 16)).chunks()).as("too few keys").isEqualTo(1);
        }
        try (Sorter sorter = Sorter.open(List.of(FIRST), List.of(POLICY))) {
            assertThat(sorter.sort(IntData.random(MANY, 16)).chunks()).as("one device").isEqualTo(1);
        }
    }

    /** Without measurements, chunks are as long as the table of costs suggests; then as the measured speeds do. */
    @Test
    void chunksAreInProportionToTheSpeeds() throws IOException {
        setCosts(1000, 4000, 4000);
        SortDevice gpu = numbered(FIRST, 8, TornadoDeviceType.GPU);
        SortDevice cpu = numbered(FIRST, 9, TornadoDeviceType.CPU);
        Set<Integer> lengthsOnGpu = ConcurrentHashMap.newKeySet();
        AtomicBoolean slow = new AtomicBoolean();
        CountDownLatch started = new CountDownLatch(1);
        Checkpoint checkpoint = p -> {
            if (isOnSecond()) {
                lengthsOnGpu.add(p.get(PassParameters.N));
                started.countDown();
                LockSupport.parkNanos(slow.get() ? 300_000_000 : 0);
            } else {
                await(started);
            }
        };
        try (Sorter sorter = new Sorter(List.of(cpu, gpu), List.of(POLICY, POLICY), checkpoint)) {
            sorter.sort(IntData.random(MANY, 10));
            int longer = Collections.max(lengthsOnGpu);
            assertThat(longer).isCloseTo(MANY * 8 / 10, within(1));
            // The second sort is measured, since it makes no plan.
            slow.set(true);
            sorter.sort(IntData.random(MANY, 11));
            lengthsOnGpu.clear();
            sorter.sort(IntData.random(MANY, 12));
            assertThat(lengthsOnGpu).as("the faster device is no longer the GPU").doesNotContain(longer);
        }
    }

    @Test
    void devicesAreChecked() {
        assertThatThrownBy(() -> Sorter.open(List.of())).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least one");
        assertThatThrownBy(() -> Sorter.open(List.of(FIRST, SECOND, FIRST))).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("each once");
        assertThatThrownBy(() -> Sorter.open(List.of(FIRST, SECOND), List.of(POLICY)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("1 policies for 2 devices; there must be one for each");
        assertThatThrownBy(() -> Sorter.open(Arrays.asList(FIRST, null))).isInstanceOf(NullPointerException.class);
    }

    /** The host sorts few keys, and all keys on the JVM backend, whose devices are the same cores. */
    @Test
    void theHostMaySort() {
        try (Sorter sorter = Sorter.open(List.of(FIRST, SECOND))) {
            assertThat(sorter.sort(IntData.random(100, 13)).reason()).isEqualTo(Reason.HOST);
            assertThat(sorter.sort(IntData.random(100, 13), SortOptions.builder().onDevice().build()).reason())
                    .isEqualTo(Reason.DEVICE);
            assertThat(sorter.device()).isEqualTo(FIRST);
        }
    }

    @Test
    void closing() {
        Sorter sorter = sorter(p -> {});
        sorter.sort(IntData.random(3 * ROOM, 14));
        sorter.close();
        sorter.close();
        assertThatThrownBy(() -> sorter.sort(IntData.random(3 * ROOM, 14))).isInstanceOf(IllegalStateException.class);
    }
}
