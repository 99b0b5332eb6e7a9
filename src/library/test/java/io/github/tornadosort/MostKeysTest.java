package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Operations that return or move an index per key refuse columns whose indices no array can hold, before they read a key. */
class MostKeysTest {
    @ParameterizedTest
    @ValueSource(longs = {(1L << 31) - 8, (1L << 31) - 1, 1L << 31, (1L << 31) + 9})
    @SuppressWarnings("restricted")
    void moreKeysThanAnArrayHoldsAreRefused(long n) {
        // The memory does not exist and is not accessed.
        Column keys = new Column(MemorySegment.ofAddress(0).reinterpret(n), KeyType.INT8);
        try (Sorter sorter = Sorter.open()) {
            for (Runnable call : List.<Runnable>of(
                    () -> sorter.argsort(keys, SortOptions.ascending()),
                    () -> sorter.lexsort(List.of(SortKey.of(keys), SortKey.of(keys))),
                    () -> sorter.segments(new long[] {0, 1, n}).sort(keys))) {
                assertThatThrownBy(call::run)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining(n + " keys are more than ")
                        .hasMessageContaining(" may be sorted by index");
            }
        }
    }
}
