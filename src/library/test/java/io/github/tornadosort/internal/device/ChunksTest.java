package io.github.tornadosort.internal.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.internal.algorithm.catalog.AlgorithmCatalog;
import io.github.tornadosort.internal.device.Chunks.Range;
import io.github.tornadosort.internal.host.Scratch;
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
            assertThat(chunks.keys().toArray()).isEqualTo(new int[] {0x07070707, 0x07070707, 3, 2, 1, 0x07070707});
            assertThat(keys).containsExactly(5, 4, 3, 2, 1, 0);
        }
    }

    @Test
    void chunksAreMergedInTheOrderOfTheirKeys() {
        try (Scratch scratch = new Scratch();
                KeySorter sorter =
                        new KeySorter(SortDevice.preferred(), POLICY, scratch, p -> {}, AlgorithmCatalog::plan)) {
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
            chunks.merge(options, chunks.valuesInto(Column.of(merged).segment())).run();
            assertThat(merged).as("a stable order").isEqualTo(values);
            assertThat(chunks.stats().keys()).isEqualTo(6);
        }
    }
}
