package io.github.tornadosort.cli;

import io.github.tornadosort.Algorithm;
import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.cli.data.Distribution;
import io.github.tornadosort.cli.options.CommandFailure;
import io.github.tornadosort.cli.options.DeviceOptions;
import io.github.tornadosort.cli.terminal.Progress;
import io.github.tornadosort.internal.policy.Tuner;
import java.io.PrintWriter;
import java.util.Arrays;

/** Times sorts of uniform int32 keys on one device with the device's clock, and checks each result. */
final class SortTimer implements Tuner.Timer {
    /** Number of measured sorts. Their median is the result. */
    private static final int MEASURED = 7;

    private static final int MIN_WARM_UPS = 3;

    /** Minimum warm-up time: short sorts need many repetitions. */
    private static final long WARM_UP_NANOS = 300_000_000;

    private final SortDevice device;
    private final int[] uniform;
    private final Progress progress;
    private final PrintWriter err;

    SortTimer(SortDevice device, int n, Progress progress, PrintWriter err) {
        this.device = device;
        this.uniform = new int[n];
        this.progress = progress;
        this.err = err;
        Distribution.of("uniform").fill(Column.of(uniform), 1);
    }

    /** Returns the bytes that one measurement reports as progress. */
    static long bytes(int n) {
        return (long) MEASURED * KeyType.INT32.bytes() * n;
    }

    @Override
    public double nanosPerKey(SortPolicy policy) {
        int[] expected = uniform.clone();
        Arrays.parallelSort(expected);
        try (Sorter sorter = Sorter.open(device, policy)) {
            if (sorter.capacity(KeyType.INT32) < uniform.length) {
                throw new CommandFailure("device " + DeviceOptions.describe(device) + " sorts at most "
                        + sorter.capacity(KeyType.INT32) + " keys at a time; use a smaller -n");
            }
            long median = CallTimer.median(
                    MIN_WARM_UPS, WARM_UP_NANOS, MEASURED, () -> kernelNanos(sorter, uniform.clone(), expected));
            progress.accept(bytes(uniform.length));
            return (double) median / uniform.length;
        } catch (CommandFailure e) {
            throw e;
        } catch (RuntimeException e) { // the device may not support this policy
            err.println("tornado-sort: not measured: " + policy + ": " + e.getMessage());
            return Double.POSITIVE_INFINITY;
        }
    }

    private long kernelNanos(Sorter sorter, int[] keys, int[] expected) {
        // Policies apply to the radix sort; with few keys, AUTO might choose another algorithm.
        SortOptions options = SortOptions.builder().algorithm(Algorithm.RADIX).timed().build();
        long nanos = sorter.sort(keys, options).kernelNanos();
        if (!Arrays.equals(keys, expected)) {
            throw new CommandFailure(
                    "device " + DeviceOptions.describe(device) + " sorted incorrectly with " + sorter.policy()
                            + ": run 'tornado-sort doctor'");
        }
        return Math.max(1, nanos); // the clock may be too coarse for few keys
    }
}
