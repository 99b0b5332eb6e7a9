package io.github.tornadosort;

import java.util.Objects;

/**
 * What one sort did, and where. Times are in nanoseconds; those of several chunks are added up
 * at the same time.
 *
 * @param keys keys in the range that was sorted, or records
 * @param passesIssued digit passes that ran on the device; 0 on the host
 * @param passesSkipped digit passes that a plain radix sort of all bits would have run in addition
 * @param copyInNanos time to bring the keys to the device
 * @param kernelNanos time in kernels by the device's clock if the sorter is {@code timed}; otherwise the time that the
 *     host waited for executions, copies to the device included. If the host sorted: the time of the sort if the sorter is
 *     {@code timed}; otherwise 0
 * @param copyOutNanos time to bring the keys back
 * @param compileNanos time to compile kernels, which only the first sort needs; 0 if the sort is not timed
 * @param verified sorts on the device whose result was checked, one per chunk: see {@link Sorter.Builder#verified}
 * @param mismatches checked sorts whose result was wrong; their keys were sorted on the JVM instead
 * @param chunks pieces that were sorted; more than 1 if the keys do not fit on the device, 0 if
 *     nothing was sorted
 * @param reason why the sort ran where it ran
 * @param device where the keys were sorted: {@code host (16 threads)}, or the text of {@link SortDevice#toString}, for several
 *     devices one after the other; empty if nothing was sorted
 */
public record SortStats(
        long keys,
        int passesIssued,
        int passesSkipped,
        long copyInNanos,
        long kernelNanos,
        long copyOutNanos,
        long compileNanos,
        int verified,
        int mismatches,
        int chunks,
        Reason reason,
        String device) {

    /** Why a sort ran where it ran. */
    public enum Reason {
        /** The host found the keys in order, so nothing was sorted. */
        SORTED_ALREADY("sorted already"),
        /** The host sorted the keys, since it was expected to be faster than the device, or since there is none. */
        HOST("host, expected to be faster"),
        /** The host sorted the keys, as its settings ask. */
        HOST_REQUESTED("host, as requested"),
        /**
         * The host sorted the keys, since the sorts so far have not cost as much as it takes to open a device and to compile the kernels
         * of such sorts.
         */
        DEVICE_NOT_STARTED("host, since the sorts so far are not worth the start of a device"),
        /**
         * The host sorted the keys, since it was expected to end before the device is ready: another thread opens the device,
         * tests it and compiles the kernels of such sorts.
         */
        DEVICE_STARTING("host, since the device's kernels are being compiled"),
        /** The device sorted the keys. */
        DEVICE("device"),
        /** The device sorted wrongly, or its kernels failed their self-test, so the JVM sorted at least one chunk. */
        DEVICE_WRONG("device wrong: JVM");

        private final String label;

        Reason(String label) {
            this.label = label;
        }
    }

    /**
     * Creates statistics.
     *
     * @throws NullPointerException if the reason or the device is null
     */
    public SortStats {
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(device, "device");
    }

    /**
     * {@return the statistics of a sort in which nothing had to be done}
     *
     * @param keys keys in the range
     */
    public static SortStats idle(long keys) {
        return new SortStats(keys, 0, 0, 0, 0, 0, 0, 0, 0, 0, Reason.SORTED_ALREADY, "");
    }

    /** {@return the reason in words, for example {@code sorted already}, {@code device} or {@code device, in 3 chunks}} */
    public String why() {
        return reason.label + (chunks > 1 ? ", in " + chunks + " chunks" : "");
    }

    /**
     * Adds the figures of another sort. The sum's reason is the later constant of {@link Reason}; its device names the devices of
     * both.
     *
     * @param other statistics of another sort
     * @return the sum
     */
    public SortStats plus(SortStats other) {
        return new SortStats(
                keys + other.keys,
                passesIssued + other.passesIssued,
                passesSkipped + other.passesSkipped,
                copyInNanos + other.copyInNanos,
                kernelNanos + other.kernelNanos,
                copyOutNanos + other.copyOutNanos,
                compileNanos + other.compileNanos,
                verified + other.verified,
                mismatches + other.mismatches,
                chunks + other.chunks,
                reason.compareTo(other.reason) >= 0 ? reason : other.reason,
                device.contains(other.device) ? device : device.isEmpty() ? other.device : device + ", " + other.device);
    }
}
