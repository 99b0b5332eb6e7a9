package io.github.tornadosort.internal.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.internal.device.Chunks.Range;
import io.github.tornadosort.internal.memory.Scratch;
import io.github.tornadosort.internal.plan.PlanFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ChunksTest {
    private static final SortPolicy POLICY = new SortPolicy(Kernels.BLOCK, 11, 1, 0, 0);

    private final int[] keys = {5, 4, 3, 2, 1, 0};
    private final long[] values = {50, 40, 30, 20, 10, 0};

    /** A device that fails while it stores its results leaves keys that must not be sorted again. */
    @Test
    void aRangeThatWasOverwrittenIsCopiedAgain() {
        try (Scratch scratch = new Scratch()) {
            Chunks chunks = new Chunks(Column.of(keys), Column.of(values), scratch::bytes);
            chunks.keys().segment().fill((byte) 7);
            chunks.copy(new Range(2, 5));
            assertThat(chunks.haveValues()).isTrue();
            assertThat(chunks.keys().toArray()).isEqualTo(new int[] {0x07070707, 0x07070707, 3, 2, 1, 0x07070707});
            assertThat(keys).containsExactly(5, 4, 3, 2, 1, 0);
        }
    }

    @Test
    void chunksAreMergedInTheOrderOfTheirKeys() {
        try (Scratch scratch = new Scratch(); KeySorter sorter = sorter(scratch)) {
            int[] equal = new int[6];
            Chunks chunks = new Chunks(Column.of(equal), Column.of(values), scratch::bytes);
            SortOptions options = SortOptions.ascending();
            chunks.sort(new Range(4, 6), sorter, options);
            assertThat(chunks.rest(new Range(0, 6))).isEqualTo(new Range(0, 6));
            chunks.sort(new Range(0, 3), sorter, options);
            assertThat(chunks.rest(new Range(0, 6))).isEqualTo(new Range(3, 6));
            chunks.sort(new Range(3, 4), sorter, options);
            assertThat(chunks.rest(new Range(0, 6))).isEqualTo(new Range(6, 6));
            long[] merged = new long[6];
            chunks.merge(options, null, chunks.valuesInto(Column.of(merged).segment())).run();
            assertThat(merged).as("a stable order").isEqualTo(values);
            assertThat(chunks.stats().keys()).isEqualTo(6);
        }
    }

    private static KeySorter sorter(Scratch scratch) {
        return new KeySorter(SortDevice.preferred(), POLICY, scratch, p -> {}, PlanFactory::ofLaboratory);
    }

    /** The last chunk of each sorter is merged from the memory of the sorter. */
    @Test
    void keysWithoutValuesAreNotCopiedFirst() {
        List<Long> allocated = new ArrayList<>();
        try (Scratch scratch = new Scratch(); KeySorter first = sorter(scratch); KeySorter second = sorter(scratch)) {
            Chunks chunks = new Chunks(Column.of(keys), null, bytes -> {
                allocated.add(bytes);
                return scratch.bytes(bytes);
            });
            SortOptions options = SortOptions.ascending();
            for (Range range : List.of(new Range(0, 1), new Range(1, 3), new Range(3, 4))) {
                chunks.keep(first);
                chunks.sort(range, first, options);
            }
            chunks.keep(second);
            chunks.sort(new Range(4, 6), second, options);
            assertThat(keys).as("before the merge").containsExactly(5, 4, 3, 2, 1, 0);
            assertThat(chunks.rest(new Range(0, 6))).isEqualTo(new Range(6, 6));
            // A chunk of one key is sorted already; that of two keys is copied when its sorter sorts again.
            assertThat(allocated).containsExactly(4L, 8L, 4L);
            chunks.merge(options, Column.of(keys)).run();
            assertThat(keys).containsExactly(0, 1, 2, 3, 4, 5);
        }
    }

    @Test
    void twoRunsAreMerged() {
        try (Scratch scratch = new Scratch(); KeySorter first = sorter(scratch); KeySorter second = sorter(scratch)) {
            Chunks two = new Chunks(Column.of(keys), null, scratch::bytes);
            two.sort(new Range(0, 3), first, SortOptions.ascending());
            two.sort(new Range(3, 6), second, SortOptions.ascending());
            int[] merged = new int[6];
            two.merge(SortOptions.ascending(), Column.of(merged)).run();
            assertThat(merged).containsExactly(0, 1, 2, 3, 4, 5);
        }
    }

    /** Keys of 8 and 16 bits are widened in the memory of a device. */
    @Test
    void narrowKeys() {
        byte[] narrow = {5, -4, 3, -2, 1, 0};
        try (Scratch scratch = new Scratch(); KeySorter sorter = sorter(scratch)) {
            Chunks chunks = new Chunks(Column.of(narrow), null, scratch::bytes);
            chunks.sort(new Range(0, 3), sorter, SortOptions.ascending());
            chunks.keep(sorter);
            chunks.sort(new Range(3, 6), sorter, SortOptions.ascending());
            chunks.merge(SortOptions.ascending(), Column.of(narrow)).run();
            assertThat(narrow).containsExactly(-4, -2, 0, 1, 3, 5);
        }
    }

    /** If there is no memory to keep a result, it stays where it is. */
    @Test
    void aResultThatCannotBeKeptIsNotLost() {
        AtomicBoolean full = new AtomicBoolean();
        try (Scratch scratch = new Scratch(); KeySorter first = sorter(scratch); KeySorter second = sorter(scratch)) {
            Chunks chunks = new Chunks(Column.of(keys), null, bytes -> {
                if (full.get()) {
                    throw new OutOfMemoryError("planted");
                }
                return scratch.bytes(bytes);
            });
            chunks.sort(new Range(0, 3), first, SortOptions.ascending());
            full.set(true);
            assertThatThrownBy(() -> chunks.keep(first)).isInstanceOf(OutOfMemoryError.class);
            chunks.sort(new Range(3, 6), second, SortOptions.ascending());
            chunks.merge(SortOptions.ascending(), Column.of(keys)).run();
            assertThat(keys).containsExactly(0, 1, 2, 3, 4, 5);
        }
    }
}
