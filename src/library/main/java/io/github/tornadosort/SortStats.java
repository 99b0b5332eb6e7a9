package io.github.tornadosort;

/**
 * What one sort did.
 *
 * @param keys keys in the range sorted
 * @param passesIssued digit passes that ran on the device
 * @param passesSkipped digit passes that a sort without the survey would have run besides
 * @param copyInNanos time to bring the keys to the device
 * @param kernelNanos time in kernels by the device's clock if the options say {@code timed}; otherwise the time that the
 *     host waited for executions, copies to the device included
 * @param copyOutNanos time to bring the keys back
 * @param compileNanos time to compile kernels, which only a first sort needs; 0 if the sort is not timed
 * @param verified sorts on the device, one a chunk, whose result was checked: see {@link SortOptions#verified}
 * @param mismatches those of them whose result was wrong, and whose keys were sorted on the JVM instead
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
        int mismatches) {

    /**
     * {@return those of a sort for which the device did nothing}
     *
     * @param keys how many there were
     */
    public static SortStats idle(long keys) {
        return new SortStats(keys, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    /**
     * {@return what both did together}
     *
     * @param other of another sort
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
                mismatches + other.mismatches);
    }
}
