package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.SortStats.Reason;
import io.github.tornadosort.internal.dispatch.Dispatch;
import io.github.tornadosort.internal.host.keys.HostKeys;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The host sorts as many keys as an array holds. Operations that return or move an index per key refuse columns whose indices no array can hold, before they read a key. */
class MostKeysTest {
    /** Keys alone are not numbered. */
    @Test
    void theHostSortsAsManyKeysAsAnArrayHolds() {
        SortOptions onHost = SortOptions.builder().onHost().build();
        try (Dispatch noDevice = Dispatch.waiting(() -> {
            throw new IllegalStateException("planted: no device");
        })) {
            for (KeyType type : KeyType.values()) {
                assertThat(noDevice.where(HostKeys.MAX_KEYS, type, Payload.NONE, SortOptions.ascending()))
                        .isEqualTo(Reason.HOST);
                assertThat(noDevice.where(HostKeys.MAX_KEYS, type, Payload.NONE, onHost)).isEqualTo(Reason.HOST_REQUESTED);
                assertThatThrownBy(() -> noDevice.where(HostKeys.MAX_KEYS, type, Payload.VALUES, onHost))
                        .hasMessageContaining("together with values or indices");
                SortOptions someBits = SortOptions.builder().bits(0, 3).onHost().build();
                assertThatThrownBy(() -> noDevice.where(HostKeys.MAX_KEYS, type, Payload.NONE, someBits))
                        .hasMessageContaining("by some of their bits");
            }
        }
    }

    @Test
    @Tag("soak")
    void asManyKeysAsAnArrayHoldsAreSorted() {
        try (Sorter sorter = Sorter.open()) {
            byte[] bytes = new byte[(int) HostKeys.MAX_KEYS];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) (i * 0x9E3779B9 >>> 24);
            }
            assertThat(sorter.sort(bytes).keys()).isEqualTo(bytes.length);
            assertThat(sorter.isSorted(Column.of(bytes))).isTrue();
            assertThat(sorter.runLengths(Column.of(bytes)).keys().size()).isEqualTo(256);
        }
    }

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
