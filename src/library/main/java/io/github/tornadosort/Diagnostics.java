package io.github.tornadosort;

import io.github.tornadosort.internal.dispatch.Dispatch;
import io.github.tornadosort.internal.operation.HostOperations;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.policy.Algorithm;
import io.github.tornadosort.internal.policy.ScratchBytes;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Diagnostics of a sorter: the memory that its sorts need, and the number of wrong results. */
public final class Diagnostics {
    private final Dispatch dispatch;

    private Diagnostics(Dispatch dispatch) {
        this.dispatch = dispatch;
    }

    /**
     * {@return the diagnostics of a sorter}
     *
     * @param sorter an open sorter
     */
    public static Diagnostics of(Sorter sorter) {
        return new Diagnostics(sorter.dispatch());
    }

    /** {@return the names of the algorithms; see {@link Sorter.Builder#algorithm}} */
    public static List<String> algorithms() {
        return Arrays.stream(Algorithm.values()).map(Algorithm::label).toList();
    }

    /**
     * {@return the largest number of keys of this type that the device sorts in one piece; more keys are sorted in chunks}
     *
     * @param type the keys' type
     * @throws NoBackendException if there is no implementation of TornadoVM's API
     * @throws IllegalStateException if there is no device, or TornadoVM cannot load a driver
     */
    public long capacity(KeyType type) {
        return dispatch.device().capacity(type);
    }

    /**
     * Returns the memory that a sort of n keys needs on the host, in addition to the keys and values: copies of them, and the
     * host's side of the buffers on the device, which is the same memory on the JVM backend. Keys of 64 bits that differ only
     * in their low bits may need up to 20 bytes more per key for a short time. A sorter keeps some hundred megabytes of it for
     * later calls, until it is closed. A sorter that sorts on the host looks for no device.
     *
     * @param n number of keys, and of values
     * @param type the keys' type
     * @param values a type of the width of a value; null if no values move with the keys
     * @return bytes on the host
     * @throws IllegalArgumentException if n is negative, the number of bytes exceeds the range of a long, or the sorter sorts
     *     on the host, which cannot sort as many keys
     */
    public long hostBytes(long n, KeyType type, @Nullable KeyType values) {
        return scratchBytes(n, type, values).host();
    }

    /**
     * Returns the memory that a sort of n keys needs on the device, keys and values included; 0 if the host sorts them.
     *
     * @param n number of keys, and of values
     * @param type the keys' type
     * @param values a type of the width of a value; null if no values move with the keys
     * @return bytes on the device
     * @throws IllegalArgumentException as {@link #hostBytes} does
     */
    public long deviceBytes(long n, KeyType type, @Nullable KeyType values) {
        return scratchBytes(n, type, values).device();
    }

    ScratchBytes scratchBytes(long n, KeyType type, @Nullable KeyType values) {
        int valueBytes = values == null ? 0 : values.bytes();
        requireCountable(n, type.bytes() + valueBytes);
        Payload payload = values == null ? Payload.NONE : Payload.VALUES;
        return dispatch.isOnDevice(n, type, payload, Order.ASCENDING)
                ? dispatch.device().scratchBytes(n, type, valueBytes)
                : HostOperations.scratchBytes(n, type, valueBytes);
    }

    /** Leaves half of a long's range for what a sort needs in addition to copies of the keys and values. */
    private static void requireCountable(long n, int bytesEach) {
        if (n < 0) {
            throw new IllegalArgumentException(n + " keys; there must be 0 or more");
        }
        if (n > Long.MAX_VALUE / 2 / bytesEach) {
            throw new IllegalArgumentException(
                    n + " keys of " + bytesEach + " bytes each, values included, are more bytes than can be counted");
        }
    }

    /**
     * Returns the number of verified sorts ({@link Sorter.Builder#verified}) whose result on the device was wrong, so that the
     * JVM sorted instead. Each chunk counts, and so do operations that return no {@link SortStats}.
     *
     * @return the number of wrong results since the sorter was opened
     */
    public int mismatches() {
        return dispatch.mismatches();
    }
}
