package io.github.tornadosort.cli;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.cli.data.Distribution;
import io.github.tornadosort.cli.terminal.Progress;
import io.github.tornadosort.internal.policy.CostTuner;
import io.github.tornadosort.internal.policy.SortKind;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/** Times calls of sorts of uniform keys in arrays, on the host and on one device. */
final class CallTimer implements CostTuner.Timer {
    /** Number of measured sorts. Their median is the result. */
    private static final int MEASURED = 5;

    private static final int MIN_WARM_UPS = 2;

    /** Minimum warm-up time: short sorts need many repetitions. */
    private static final long WARM_UP_NANOS = 100_000_000;

    private static final SortOptions ON_HOST = SortOptions.builder().onHost().build();
    private static final SortOptions ON_DEVICE = SortOptions.builder().onDevice().build();

    private final Sorter sorter;
    private final Progress progress;

    /** @param sorter a sorter on the device */
    CallTimer(Sorter sorter, Progress progress) {
        this.sorter = sorter;
        this.progress = progress;
    }

    @Override
    public double nanos(boolean onHost, SortKind kind, int n) {
        KeyType type = kind.bits() == Integer.SIZE ? KeyType.INT32 : KeyType.INT64;
        Column uniform = array(type, n);
        Distribution.of("uniform").fill(uniform, 1);
        Column keys = array(type, n);
        Column values = kind.hasPayload() ? array(KeyType.INT32, n) : null;
        SortOptions options = onHost ? ON_HOST : ON_DEVICE;
        long median = median(MIN_WARM_UPS, WARM_UP_NANOS, MEASURED, () -> nanos(uniform, keys, values, options));
        progress.accept(uniform.segment().byteSize());
        return Math.max(1, median);
    }

    /**
     * Returns the median of some times.
     *
     * @param warmUps the least number of calls before those that count
     * @param warmUpNanos the least time of these calls
     * @param measured the number of calls that count
     * @param call returns the time of one
     */
    static long median(int warmUps, long warmUpNanos, int measured, LongSupplier call) {
        long start = System.nanoTime();
        for (int i = 0; i < warmUps || System.nanoTime() - start < warmUpNanos; i++) {
            call.getAsLong();
        }
        long[] nanos = LongStream.generate(call).limit(measured).toArray();
        Arrays.sort(nanos);
        return nanos[measured / 2];
    }

    private static Column array(KeyType type, int n) {
        return type == KeyType.INT32 ? Column.of(new int[n]) : Column.of(new long[n]);
    }

    private long nanos(Column uniform, Column keys, Column values, SortOptions options) {
        MemorySegment.copy(uniform.segment(), 0, keys.segment(), 0, keys.segment().byteSize());
        long start = System.nanoTime();
        if (values == null) {
            sorter.sort(keys, options);
        } else {
            sorter.sort(keys, values, options);
        }
        return System.nanoTime() - start;
    }
}
