package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.SortStats.Reason;
import io.github.tornadosort.internal.dispatch.Dispatch;
import io.github.tornadosort.internal.host.keys.HostKeys;
import io.github.tornadosort.internal.operation.DeviceOperations;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.policy.Execution;
import io.github.tornadosort.internal.policy.Execution.Processor;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The host sorts as many keys as an array holds. Operations that return or move an index per key refuse columns whose indices
 * no array can hold, before they read a key.
 */
class MostKeysTest {
    /** Keys alone are not numbered. */
    @Test
    void theHostSortsAsManyKeysAsAnArrayHolds() {
        Supplier<DeviceOperations> none = () -> {
            throw new IllegalStateException("planted: no device");
        };
        Execution onHost = new Execution(Processor.HOST, null, Execution.BY_POLICY, false, false);
        try (Dispatch noDevice = new Dispatch(none, Execution.FASTEST, false);
                Dispatch host = new Dispatch(none, onHost, false)) {
            for (KeyType type : KeyType.values()) {
                assertThat(noDevice.where(HostKeys.MAX_KEYS, type, Payload.NONE, Order.ASCENDING))
                        .isEqualTo(Reason.HOST);
                assertThat(host.where(HostKeys.MAX_KEYS, type, Payload.NONE, Order.ASCENDING))
                        .isEqualTo(Reason.HOST_REQUESTED);
                assertThatThrownBy(() -> host.where(HostKeys.MAX_KEYS, type, Payload.VALUES, Order.ASCENDING))
                        .hasMessageContaining("together with values or indices");
                Order someBits = Order.ASCENDING.bits(0, 3);
                assertThatThrownBy(() -> host.where(HostKeys.MAX_KEYS, type, Payload.NONE, someBits))
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
            assertThat(sorter.isSorted(Column.of(bytes), Order.ASCENDING)).isTrue();
            assertThat(sorter.runLengths(Column.of(bytes), Order.ASCENDING).keys().size()).isEqualTo(256);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {(1L << 31) - 8, (1L << 31) - 1, 1L << 31, (1L << 31) + 9})
    @SuppressWarnings("restricted")
    void moreKeysThanAnArrayHoldsAreRefused(long n) {
        // The memory does not exist and is not accessed.
        Column keys = new Column(MemorySegment.ofAddress(0).reinterpret(n), KeyType.INT8);
        Column values = new Column(MemorySegment.ofAddress(1L << 40).reinterpret(n), KeyType.INT8);
        try (Sorter sorter = Sorter.open()) {
            List<Runnable> calls = new ArrayList<>(List.of(
                    () -> sorter.argsort(keys, Order.ASCENDING), () -> sorter.argsort(Key.of(keys), Key.of(keys)),
                    () -> sorter.segments(new int[] {0, 1}).sort(keys)));
            if (n > Integer.MAX_VALUE) {
                calls.addAll(List.of(
                        () -> sorter.topK(keys, 1, Order.ASCENDING), () -> sorter.unique(keys, Order.ASCENDING),
                        () -> sorter.runLengths(keys, Order.ASCENDING),
                        () -> sorter.segments(new int[] {0, 1}).sort(keys, Order.ASCENDING, values)));
            }
            for (Runnable call : calls) {
                assertThatThrownBy(call::run)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining(n + " keys are more than ")
                        .hasMessageContaining(" may be sorted by index");
            }
        }
    }
}
