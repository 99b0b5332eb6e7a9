package io.github.tornadosort.internal.policy;

import io.github.tornadosort.SortStats;
import io.github.tornadosort.SortStats.Reason;

/** Builds {@link SortStats}, whose figures are 0 at first. */
public final class StatsBuilder {
    private long keys;
    private int passesIssued;
    private int passesSkipped;
    private long copyInNanos;
    private long kernelNanos;
    private long copyOutNanos;
    private long compileNanos;
    private int verified;
    private int mismatches;
    private int chunks;
    private Reason reason;
    private String device;

    /**
     * Starts with a sort in which nothing had to be done.
     *
     * @param keys keys in the range
     */
    public static StatsBuilder of(long keys) {
        return new StatsBuilder(SortStats.idle(keys));
    }

    /** Starts with these figures. */
    public static StatsBuilder from(SortStats stats) {
        return new StatsBuilder(stats);
    }

    private StatsBuilder(SortStats from) {
        this.keys = from.keys();
        this.passesIssued = from.passesIssued();
        this.passesSkipped = from.passesSkipped();
        this.copyInNanos = from.copyInNanos();
        this.kernelNanos = from.kernelNanos();
        this.copyOutNanos = from.copyOutNanos();
        this.compileNanos = from.compileNanos();
        this.verified = from.verified();
        this.mismatches = from.mismatches();
        this.chunks = from.chunks();
        this.reason = from.reason();
        this.device = from.device();
    }

    /**
     * Sets the number of keys.
     *
     * @param count keys in the range
     */
    public StatsBuilder keys(long count) {
        this.keys = count;
        return this;
    }

    /**
     * Sets the digit passes of a sort that would take {@code all} of them without any shortcut.
     *
     * @param issued passes that ran
     * @param all passes of a plain radix sort
     */
    public StatsBuilder passes(int issued, int all) {
        this.passesIssued = issued;
        this.passesSkipped = Math.max(0, all - issued);
        return this;
    }

    /**
     * Sets the times of the copies.
     *
     * @param inNanos time to bring the keys to the device
     * @param outNanos time to bring them back
     */
    public StatsBuilder copies(long inNanos, long outNanos) {
        this.copyInNanos = inNanos;
        this.copyOutNanos = outNanos;
        return this;
    }

    /**
     * Sets the times of the kernels.
     *
     * @param runNanos time in kernels
     * @param compilingNanos time to compile them
     */
    public StatsBuilder kernels(long runNanos, long compilingNanos) {
        this.kernelNanos = runNanos;
        this.compileNanos = compilingNanos;
        return this;
    }

    /**
     * Sets the number of sorts whose result was checked.
     *
     * @param checked sorts that were checked
     * @param wrong those whose result was wrong
     */
    public StatsBuilder verified(int checked, int wrong) {
        this.verified = checked;
        this.mismatches = wrong;
        return this;
    }

    /**
     * Sets where the sort ran.
     *
     * @param why why it ran there
     * @param on the text for {@link SortStats#device}
     */
    public StatsBuilder ran(Reason why, String on) {
        this.reason = why;
        this.device = on;
        return this;
    }

    /**
     * Sets the number of pieces that were sorted.
     *
     * @param pieces chunks
     */
    public StatsBuilder chunks(int pieces) {
        this.chunks = pieces;
        return this;
    }

    /** Returns the statistics. */
    public SortStats build() {
        return new SortStats(
                keys,
                passesIssued,
                passesSkipped,
                copyInNanos,
                kernelNanos,
                copyOutNanos,
                compileNanos,
                verified,
                mismatches,
                chunks,
                reason,
                device);
    }
}
