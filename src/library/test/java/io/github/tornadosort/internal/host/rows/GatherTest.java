package io.github.tornadosort.internal.host.rows;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class GatherTest {
    /** More rows than one part has, and not a multiple of the tile. */
    private static final int ROWS = 40_001;
    /** A few tiles, for wide rows. */
    private static final int FEW_ROWS = 2001;

    /** Every combination of words, and both sides of the width from which rows are copied as a whole. */
    static IntStream widths() {
        return IntStream.concat(IntStream.rangeClosed(1, 24), IntStream.of(100, 127, 128, 129));
    }

    @ParameterizedTest
    @MethodSource("widths")
    void gathersRowsOfAnyWidth(int width) {
        int rows = width <= 24 ? ROWS : FEW_ROWS;
        SplittableRandom random = new SplittableRandom(width);
        byte[] from = new byte[rows * width];
        random.nextBytes(from);
        int[] order = random.ints(rows, 0, rows).toArray();
        byte[] expected = new byte[from.length];
        for (int i = 0; i < rows; i++) {
            System.arraycopy(from, order[i] * width, expected, i * width, width);
        }
        byte[] onHeap = new byte[from.length];
        Gather.rows(MemorySegment.ofArray(from), MemorySegment.ofArray(order), MemorySegment.ofArray(onHeap), width);
        assertThat(onHeap).isEqualTo(expected);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment given = arena.allocateFrom(ValueLayout.JAVA_BYTE, from);
            MemorySegment indices = arena.allocateFrom(ValueLayout.JAVA_INT, order);
            MemorySegment to = arena.allocate(from.length);
            Gather.rows(given, indices, to, width);
            assertThat(to.mismatch(MemorySegment.ofArray(expected))).as("first wrong byte").isEqualTo(-1);
        }
    }

    /** Loops that store rows in the caller's memory call it: with no memory left, they must not stop halfway. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 12, 15, 100, 128})
    void allocatesNothing(int width) {
        ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        MemorySegment order = MemorySegment.ofArray(new int[FEW_ROWS]);
        MemorySegment from = MemorySegment.ofArray(new byte[width]);
        MemorySegment to = MemorySegment.ofArray(new byte[width * FEW_ROWS]);
        Gather.rows(from, order, to, width, 0, FEW_ROWS); // loads classes
        long before = thread.getCurrentThreadAllocatedBytes();
        long overhead = thread.getCurrentThreadAllocatedBytes() - before;
        before = thread.getCurrentThreadAllocatedBytes();
        Gather.rows(from, order, to, width, 0, FEW_ROWS);
        assertThat(thread.getCurrentThreadAllocatedBytes() - before - overhead).isZero();
    }
}
