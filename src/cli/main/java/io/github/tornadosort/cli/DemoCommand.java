package io.github.tornadosort.cli;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.cli.options.CommandFailure;
import io.github.tornadosort.cli.options.Count;
import io.github.tornadosort.cli.options.DataOptions;
import io.github.tornadosort.cli.options.DeviceOptions;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(name = "demo", description = "Generates keys, sorts them, and compares the speed with Arrays.parallelSort.")
final class DemoCommand implements Callable<Integer> {
    /** Number of timed sorts of each kind. The fastest counts, so that compilation is not included. */
    private static final int ROUNDS = 7;

    @Option(
            names = "-n",
            defaultValue = "2^24",
            paramLabel = "N",
            converter = Count.class,
            description = "Number of keys. Default: ${DEFAULT-VALUE}.")
    private long n;

    @Mixin
    private DataOptions data;

    @Mixin
    private DeviceOptions devices;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        int[] keys = generate();
        try (Sorter sorter = devices.openSorter(Sorter.builder(), false)) {
            int[] sorted = keys.clone();
            long start = System.nanoTime();
            SortStats stats = sorter.sort(sorted);
            long first = System.nanoTime() - start;
            long ours = Long.MAX_VALUE;
            long jdk = Long.MAX_VALUE;
            for (int round = 0; round < ROUNDS; round++) { // alternate, so that other load slows both
                int[] copy = keys.clone();
                start = System.nanoTime();
                stats = sorter.sort(copy); // a device may have become ready
                ours = Math.min(ours, System.nanoTime() - start);
                jdk = Math.min(jdk, nanos(keys));
            }

            out.printf(Locale.ROOT, "%,d int32 keys, %s, on %s%n", n, data.distribution(), where(stats));
            if (stats.passesIssued() > 0) {
                out.printf("%d digit passes, %d skipped because all keys share the digit%n", stats.passesIssued(),
                        stats.passesSkipped());
            }
            out.printf(Locale.ROOT, "%-30s %9.1f ms%n", "first sort, with compilation", first * 1e-6);
            printSpeed(out, "tornado-sort, best of " + ROUNDS, ours);
            printSpeed(out, "Arrays.parallelSort, best of " + ROUNDS, jdk);
            out.printf(Locale.ROOT, "%.2f times the speed of Arrays.parallelSort%n", (double) jdk / ours);

            Arrays.parallelSort(keys);
            if (!Arrays.equals(keys, sorted)) {
                throw new CommandFailure("the keys were sorted incorrectly: run 'tornado-sort doctor'");
            }
        }
        return 0;
    }

    private int[] generate() {
        if (n < 1 || n > Integer.MAX_VALUE - 8) {
            throw new ParameterException(
                    spec.commandLine(), "-n " + n + ": expected 1 to " + (Integer.MAX_VALUE - 8) + " keys");
        }
        int[] keys = new int[(int) n];
        data.distribution().fill(Column.of(keys), data.seed(), 0, n);
        return keys;
    }

    /** Returns where keys were sorted and, if the sorter chose that, why. */
    private String where(SortStats stats) {
        if (stats.device().isEmpty()) {
            return "the host: " + stats.why();
        }
        return devices.areGiven() ? stats.device() : stats.device() + ": " + stats.why();
    }

    /** Returns the time in which the JDK sorts a copy of the keys, in nanoseconds. */
    private static long nanos(int[] keys) {
        int[] copy = keys.clone();
        long start = System.nanoTime();
        Arrays.parallelSort(copy);
        return System.nanoTime() - start;
    }

    private void printSpeed(PrintWriter out, String what, long nanos) {
        out.printf(Locale.ROOT, "%-30s %9.1f ms  %7.1f million keys/s%n", what, nanos * 1e-6, n * 1e3 / nanos);
    }
}
