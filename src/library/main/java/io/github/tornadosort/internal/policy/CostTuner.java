package io.github.tornadosort.internal.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Measures what sorts cost on the host and on one device, and writes a table for {@link Crossovers}. For each kind of sort, a fixed
 * time and a time per key are fitted to the times of several numbers of keys.
 */
public final class CostTuner {
    /** The smallest number of keys is the largest one divided by 256. */
    private static final int SIZES = 5;

    private static final int STEP = 4;
    /** The shortest time per key that a table shows. */
    private static final double LEAST_NANOS = 1e-3;

    private CostTuner() {}

    /** Measures sorts. */
    public interface Timer {
        /** Returns the nanoseconds, more than 0, that a sort of n keys takes the caller, copies to a device and back included. */
        double nanos(boolean onHost, SortKind kind, int n);
    }

    /** The time of a sort of n keys. */
    public record SortTime(int n, double nanos) {}

    /**
     * A cost.
     *
     * @param samples the measurements that it was fitted to
     */
    public record Measured(Cost cost, List<SortTime> samples) {}

    /**
     * Measures the costs of all kinds of sorts, on the host and on a device.
     *
     * @param family the device's family
     * @param threads the number of the host's cores
     * @param most the largest number of keys
     */
    public static List<Measured> measure(String family, int threads, int most, Timer timer) {
        List<Measured> measured = new ArrayList<>();
        for (boolean onHost : new boolean[] {true, false}) {
            for (SortKind kind : SortKind.values()) {
                // The largest number first: it warms up the code for the others.
                List<SortTime> samples = sizes(most)
                        .mapToObj(n -> new SortTime(n, timer.nanos(onHost, kind, n)))
                        .toList();
                measured.add(new Measured(fit(onHost ? Cost.HOST : family, kind, onHost ? threads : 1, samples), samples));
            }
        }
        return measured;
    }

    /** Returns the sum of the bytes of the keys of all measurements. */
    public static long bytes(int most) {
        return 2L * Stream.of(SortKind.values()).mapToInt(kind -> kind.bits() / Byte.SIZE).sum()
                * sizes(most).asLongStream().sum();
    }

    private static IntStream sizes(int most) {
        return IntStream.iterate(most, n -> n / STEP).limit(SIZES);
    }

    /**
     * Minimizes the squares of the relative errors, since errors of measurement are proportional to the measured value. No cost is
     * negative.
     */
    private static Cost fit(String family, SortKind kind, int threads, List<SortTime> samples) {
        double fixedSum = 0;
        double keysSum = 0;
        double fixedSquares = 0;
        double products = 0;
        double keysSquares = 0;
        for (SortTime sample : samples) {
            double fixed = 1e3 / sample.nanos;
            double keys = sample.n / sample.nanos;
            fixedSum += fixed;
            keysSum += keys;
            fixedSquares += fixed * fixed;
            products += fixed * keys;
            keysSquares += keys * keys;
        }
        double determinant = fixedSquares * keysSquares - products * products;
        double fixedMicros = (fixedSum * keysSquares - keysSum * products) / determinant;
        double perKey = (keysSum * fixedSquares - fixedSum * products) / determinant;
        if (fixedMicros < 0) {
            fixedMicros = 0;
            perKey = keysSum / keysSquares;
        } else if (perKey < 0) {
            fixedMicros = fixedSum / fixedSquares;
            perKey = 0;
        }
        // If the time does not grow with the number of keys, there were too few: no sort of more keys is free. The time per key of the
        // largest number is the highest that the measurements allow.
        SortTime largest = samples.getFirst();
        double nanosPerKey = perKey * threads < LEAST_NANOS ? largest.nanos / largest.n : perKey;
        return new Cost(family, kind, fixedMicros, nanosPerKey * threads);
    }

    /**
     * Returns the text of a table, as {@link SortPolicies#COSTS_PROPERTY} names one.
     *
     * @param description the comment at the start of the file
     */
    public static String text(String description, List<Measured> measured) {
        String lines = measured.stream().map(CostTuner::text).collect(Collectors.joining());
        return "# " + description + "\n\n# " + Cost.COLUMNS + "\n\n" + lines;
    }

    private static String text(Measured measured) {
        String samples = measured.samples.stream()
                .map(sample -> String.format(Locale.ROOT, "%,d: %,.1f", sample.n, sample.nanos / 1e3))
                .collect(Collectors.joining("; "));
        return "# µs by number of keys: " + samples + "\n" + measured.cost + "\n";
    }
}
