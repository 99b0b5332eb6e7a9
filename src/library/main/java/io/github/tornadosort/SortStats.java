package io.github.tornadosort;

/**
 * What one sort did, and where. Times are in nanoseconds; those of several chunks are added up, also if chunks were sorted at
 * the same time. Two statistics are equal if all of their figures are.
 */
public interface SortStats {
    /** Why a sort ran where it ran. */
    enum Reason {
        /** The host found the keys in order, so nothing was sorted. */
        SORTED_ALREADY("sorted already"),
        /** The host sorted the keys, since it was expected to be faster than the device, or since there is none. */
        HOST("host, expected to be faster"),
        /** The host sorted the keys, as its settings ask. */
        HOST_REQUESTED("host, as requested"),
        /**
         * The host sorted the keys, since the sorts so far have not cost as much as it takes to open a device and to compile
         * the kernels of such sorts.
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

    /** {@return keys in the range that was sorted, or records} */
    long keys();

    /** {@return digit passes that ran on the device; 0 on the host} */
    int passesIssued();

    /** {@return digit passes that a plain radix sort of all bits would have run in addition} */
    int passesSkipped();

    /** {@return time to bring the keys to the device} */
    long copyInNanos();

    /**
     * {@return time in kernels by the device's clock if the sorter is {@code timed}; otherwise the time that the host waited
     * for executions, copies to the device included} If the host sorted: the time of the sort if the sorter is {@code timed};
     * otherwise 0.
     */
    long kernelNanos();

    /** {@return time to bring the keys back} */
    long copyOutNanos();

    /** {@return time to compile kernels, which only the first sort needs; 0 if the sort is not timed} */
    long compileNanos();

    /** {@return sorts on the device whose result was checked, one per chunk: see {@link Sorter.Builder#verified}} */
    int verified();

    /** {@return checked sorts whose result was wrong; their keys were sorted on the JVM instead} */
    int mismatches();

    /** {@return pieces that were sorted; more than 1 if the keys do not fit on the device, 0 if nothing was sorted} */
    int chunks();

    /** {@return why the sort ran where it ran} */
    Reason reason();

    /**
     * {@return where the keys were sorted: {@code host (16 threads)}, or the text of {@link SortDevice#toString}, for several
     * devices one after the other; empty if nothing was sorted}
     */
    String device();

    /** {@return the reason in words, for example {@code sorted already}, {@code device} or {@code device, in 3 chunks}} */
    default String why() {
        return reason().label + (chunks() > 1 ? ", in " + chunks() + " chunks" : "");
    }
}
