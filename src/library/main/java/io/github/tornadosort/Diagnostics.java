package io.github.tornadosort;

import io.github.tornadosort.internal.dispatch.Dispatch;
import io.github.tornadosort.internal.operation.HostOperations;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.policy.Algorithm;
import java.util.Arrays;
import java.util.List;

/** Diagnostics of a sorter: its policy, the memory that its sorts need, and the number of wrong results. */
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

    /**
     * Opens a sorter that sorts on a device alone, whatever the number of keys, with a policy of the caller. The kernels of another
     * policy than the device's own are not tested.
     *
     * @param device one of {@link SortDevice#all}
     * @param policy the kernels to run, and their sizes
     * @return a sorter, to be closed by the caller
     */
    public static Sorter open(SortDevice device, SortPolicy policy) {
        return Sorter.builder().device(device).policy(policy).open();
    }

    /** {@return the names of the algorithms; see {@link Sorter.Builder#algorithm}} */
    public static List<String> algorithms() {
        return Arrays.stream(Algorithm.values()).map(Algorithm::label).toList();
    }

    /**
     * Returns the policy of the sorter's device. The first call may look for the device.
     *
     * @return the policy
     * @throws NoBackendException if there is no implementation of TornadoVM's API
     * @throws IllegalStateException if there is no device, or TornadoVM cannot load a driver
     */
    public SortPolicy policy() {
        return dispatch.device().policy();
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
     * Returns the memory that a sort of n keys needs in addition to the keys; see {@link #scratchBytes(long, KeyType, KeyType)}.
     *
     * @param n number of keys
     * @param type the keys' type
     * @return bytes on the device and on the host
     * @throws IllegalArgumentException if n is negative, the number of bytes exceeds the range of a long, or the sorter sorts on the
     *     host, which cannot sort as many keys
     */
    public ScratchBytes scratchBytes(long n, KeyType type) {
        return scratchBytes(n, type, 0);
    }

    /**
     * Returns the memory that a sort of n keys with values needs, on the device and on the host, in addition to the keys and
     * values themselves. A sorter keeps some hundred megabytes of it on the host for later calls, until it is closed. A sorter that
     * sorts on the host looks for no device.
     *
     * @param n number of keys, and of values
     * @param type the keys' type
     * @param values a type of the width of a value
     * @return bytes on the device and on the host
     * @throws IllegalArgumentException if n is negative, the number of bytes exceeds the range of a long, or the sorter sorts on the
     *     host, which cannot sort as many keys
     */
    public ScratchBytes scratchBytes(long n, KeyType type, KeyType values) {
        return scratchBytes(n, type, values.bytes());
    }

    private ScratchBytes scratchBytes(long n, KeyType type, int valueBytes) {
        requireCountable(n, type.bytes() + valueBytes);
        Payload payload = valueBytes == 0 ? Payload.NONE : Payload.VALUES;
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
