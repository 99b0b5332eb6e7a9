package io.github.tornadosort;

/**
 * What one sort did.
 *
 * @param keys keys in the range sorted
 * @param passesIssued digit passes that ran on the device
 * @param passesSkipped digit passes that a sort without the survey would have run besides
 * @param copyInNanos time to bring the keys to the device
 * @param kernelNanos time from the survey's start to the last pass's end
 * @param copyOutNanos time to bring the keys back
 */
public record SortStats(
        long keys, int passesIssued, int passesSkipped, long copyInNanos, long kernelNanos, long copyOutNanos) {}
