package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.SortCases.SortCase;
import io.github.tornadosort.internal.policy.ScratchBytes;
import io.github.tornadosort.reference.KeyData;
import io.github.tornadosort.testing.BufferMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests how much memory sorters take, and that they free it. */
@Tag("slow")
class SorterLifeTest {
    private static final int N = 300_000;

    static List<SortCase> cases() {
        return SortCases.fast();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aHundredSortersFreeTheirMemory(SortCase on) throws InterruptedException {
        int sorters = on.compilesLong() ? 10 : 100;
        openSortAndClose(on);
        long before = BufferMemory.bytes();
        for (int i = 0; i < sorters; i++) {
            openSortAndClose(on);
        }
        long after = BufferMemory.bytes();
        assertThat(after - before).as("bytes more than before").isLessThan(1 << 20);
    }

    /** A device has room for the plan of one kind of keys: that of the next kind takes its place. */
    @Test
    void plansThatDoNotFitTogetherAreEvicted() throws InterruptedException {
        assumeTrue(SortDevice.preferred().backend().equals("jvm"), "the device's memory is the host's");
        SortCase on = SortCases.fast().getFirst();
        SortDevice small = LargeColumnTest.withRoomFor(1 << 20, on.device(), on.policy());
        try (Sorter sorter = Sorter.builder().device(small).policy(on.policy()).open()) {
            long before = BufferMemory.bytes();
            for (KeyType type : List.of(KeyType.INT32, KeyType.FLOAT32, KeyType.INT64, KeyType.FLOAT64)) {
                sorter.sort(KeyData.random(type, 1 << 19, 1));
            }
            assertThat(BufferMemory.bytes() - before).isLessThan(3 << 22);
        }
    }

    /** Bytes of this process that malloc has given out, as the GNU C library counts them. */
    @SuppressWarnings("restricted")
    static long mallocBytes() throws InterruptedException {
        BufferMemory.bytes(); // whatever is unreachable has been freed afterwards
        Linker linker = Linker.nativeLinker();
        Optional<MemorySegment> mallinfo = linker.defaultLookup().find("mallinfo2");
        assumeTrue(mallinfo.isPresent(), "this system's C library does not count its memory");
        StructLayout figures = MemoryLayout.structLayout(MemoryLayout.sequenceLayout(10, ValueLayout.JAVA_LONG));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment found = (MemorySegment) linker
                    .downcallHandle(mallinfo.get(), FunctionDescriptor.of(figures))
                    .invokeExact((SegmentAllocator) arena);
            // hblkhd and uordblks: large blocks, and what is in use of the heap.
            return found.getAtIndex(ValueLayout.JAVA_LONG, 4) + found.getAtIndex(ValueLayout.JAVA_LONG, 7);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static void openSortAndClose(SortCase on) {
        try (Sorter sorter = Sorter.builder().device(on.device()).policy(on.policy()).open()) {
            int[] keys = IntData.random(20_000, 1);
            long[] values = new long[20_000];
            sorter.sort(Column.of(keys), Order.ASCENDING, Column.of(values));
            assertThat(sorter.isSorted(Column.of(keys), Order.ASCENDING)).isTrue();
        }
    }

    /** TornadoVM holds the arrays of the plan that was closed last until it runs another one: few of them, then. */
    private static void closeASmallPlan(SortCase on) {
        try (Sorter sorter = Sorter.builder().device(on.device()).policy(on.policy()).open()) {
            sorter.sort(new int[] {2, 1});
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void scratchBytesAreWhatASortUses(SortCase on) throws InterruptedException {
        assumeFalse(
                List.of("ptx", "cuda").contains(on.device().backend()),
                "memory that a driver has pinned is kept for later plans, and the pool does not count it");
        for (KeyType values : new KeyType[] {null, KeyType.INT32, KeyType.INT64}) {
            closeASmallPlan(on);
            long before = BufferMemory.bytes();
            try (Sorter sorter = Sorter.builder().device(on.device()).policy(on.policy()).open()) {
                Column keys = KeyData.random(KeyType.INT64, N, 1);
                ScratchBytes said;
                if (values == null) {
                    said = Diagnostics.of(sorter).scratchBytes(N, KeyType.INT64, null);
                    sorter.sort(keys);
                } else {
                    said = Diagnostics.of(sorter).scratchBytes(N, KeyType.INT64, values);
                    sorter.sort(keys, Order.ASCENDING, Column.allocate(values, N));
                }
                long buffers = BufferMemory.bytes() - before;
                assertThat(buffers)
                        .as("bytes of buffers, values %s", values)
                        .isBetween(said.device() * 9 / 10, said.device() * 11 / 10);
                // Wide values are gathered in memory that the pool does not count.
                assertThat(said.host() - said.device()).isGreaterThanOrEqualTo(values == KeyType.INT64 ? 8L * N : 0);
            }
        }
    }
}
