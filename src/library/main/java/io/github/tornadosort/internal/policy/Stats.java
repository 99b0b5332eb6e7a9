package io.github.tornadosort.internal.policy;

import io.github.tornadosort.SortStats;
import java.util.Objects;

/** The figures of {@link SortStats}. */
public record Stats(
        long keys, int passesIssued, int passesSkipped, long copyInNanos, long kernelNanos, long copyOutNanos,
        long compileNanos, int verified, int mismatches, int chunks, Reason reason, String device)
        implements SortStats {
    /** Checks that a reason and a device are given. */
    public Stats {
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(device, "device");
    }

    /** Returns the statistics of a sort of so many keys that had nothing to do. */
    public static Stats of(long keys) {
        return new Stats(keys, 0, 0, 0, 0, 0, 0, 0, 0, 0, Reason.SORTED_ALREADY, "");
    }

    /** Returns these statistics, which the library has made. */
    public static Stats of(SortStats stats) {
        return (Stats) stats;
    }

    /**
     * Returns statistics with the digit passes of a sort that would take {@code all} of them without any shortcut.
     *
     * @param issued passes that ran
     * @param all passes of a plain radix sort
     */
    public Stats passes(int issued, int all) {
        return new Stats(keys, issued, Math.max(0, all - issued), copyInNanos, kernelNanos, copyOutNanos, compileNanos,
                verified, mismatches, chunks, reason, device);
    }

    /** Returns statistics with the times to bring the keys to the device, to sort them there, and to bring them back. */
    public Stats times(long in, long sort, long out, long compile) {
        return new Stats(keys, passesIssued, passesSkipped, in, sort, out, compile, verified, mismatches, chunks, reason,
                device);
    }

    /** Returns statistics with the number of sorts that were checked, and of those whose result was wrong. */
    public Stats verified(int checked, int wrong) {
        return new Stats(keys, passesIssued, passesSkipped, copyInNanos, kernelNanos, copyOutNanos, compileNanos, checked,
                wrong, chunks, reason, device);
    }

    /** Returns statistics of a sort that ran on a device or the host for a reason, in one piece at least. */
    public Stats ran(Reason why, String on) {
        return new Stats(keys, passesIssued, passesSkipped, copyInNanos, kernelNanos, copyOutNanos, compileNanos, verified,
                mismatches, Math.max(1, chunks), why, on);
    }

    /** Returns the sum of two sorts' figures. Its reason is the later constant of {@link Reason}; its device names those of both. */
    public Stats plus(SortStats other) {
        return new Stats(
                keys + other.keys(), passesIssued + other.passesIssued(), passesSkipped + other.passesSkipped(),
                copyInNanos + other.copyInNanos(), kernelNanos + other.kernelNanos(), copyOutNanos + other.copyOutNanos(),
                compileNanos + other.compileNanos(), verified + other.verified(), mismatches + other.mismatches(),
                chunks + other.chunks(), reason.compareTo(other.reason()) >= 0 ? reason : other.reason(),
                devices(other.device()));
    }

    private String devices(String other) {
        return device.contains(other) ? device : device.isEmpty() ? other : device + ", " + other;
    }
}
