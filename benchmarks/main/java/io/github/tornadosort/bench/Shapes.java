package io.github.tornadosort.bench;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.cli.data.Distribution;
import io.github.tornadosort.internal.policy.SortPolicies;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Prints how a device sorts keys of many distributions: the time of its kernels and the number of passes, the same digit by digit, and
 * where the time goes.
 */
public final class Shapes {
    /** The distributions of issue 38. */
    static final List<String> ALL = List.of(
            "uniform", "normal", "exponential", "reciprocal", "distinct:2", "distinct:16", "distinct:256", "distinct:4096",
            "distinct:65536", "distinct:1000000", "distinct:20000000", "zipf:2", "zipf:16", "zipf:256", "zipf:4096",
            "zipf:65536", "zipf:1000000", "zipf:20000000", "banded:0:8", "banded:0:16", "banded:0:24", "banded:24:32",
            "banded:16:32", "banded:8:32", "hole:4:28", "hole:8:24", "hole:12:20", "hole:14:18", "entropy:2", "entropy:3",
            "entropy:4", "entropy:6", "sorted", "reversed", "exchanged:1", "new-tail:1", "runs:2", "runs:64", "heavy:1",
            "heavy:25", "heavy:90", "timestamps", "clusters:16", "clusters:1000");

    private Shapes() {}

    /** Arguments: backend, log2 of the number of keys, type, {@code keys} or {@code pairs}, repetitions, distributions (or all). */
    public static void main(String[] args) {
        SortDevice device = SortDevice.all().stream()
                .filter(each -> each.backend().equals(args[0]) && !each.name().contains("checked"))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no device of backend " + args[0]));
        int n = 1 << Integer.parseInt(args[1]);
        KeyType type = KeyType.of(args[2]);
        boolean pairs = args[3].equals("pairs");
        int repetitions = Integer.parseInt(args[4]);
        List<String> shapes = args.length > 5 ? List.of(args).subList(5, args.length) : ALL;
        SortPolicy policy = SortPolicies.forDevice(device);
        System.out.printf(Locale.ROOT, "%s, %d %s %s, %s%n", device.name(), n, type.label(), args[3], policy);
        System.out.printf("%-18s %6s %8s %8s %6s %8s  %s%n", "shape", "passes", "ms", "Gkeys/s", "digits", "ms",
                "kernels, ms");
        Column keys = column(type, n);
        Column work = column(type, n);
        int[] values = IntStream.range(0, pairs ? n : 0).toArray();
        try (Sorter sorter = Sorter.open(device, policy);
                ProfiledSort profiled = new ProfiledSort(device, policy)) {
            for (String shape : shapes) {
                Distribution.of(shape).fill(keys, 42);
                SortOptions timed = SortOptions.builder().algorithm("radix").timed().build();
                SortOptions digits = SortOptions.builder().algorithm("radix:8").timed().build();
                Sort sort = new Sort(sorter, keys, work, values);
                SortStats ours = sort.median(timed, repetitions);
                SortStats digitByDigit = sort.median(digits, repetitions);
                System.out.printf(Locale.ROOT, "%-18s %6d %8.3f %8.2f %6d %8.3f  %s%n", shape, ours.passesIssued(),
                        ours.kernelNanos() / 1e6, (double) n / ours.kernelNanos(), digitByDigit.passesIssued(),
                        digitByDigit.kernelNanos() / 1e6, format(profiled.kernelNanos(keys, values, timed)));
            }
        }
    }

    private static Column column(KeyType type, int n) {
        return switch (type) {
            case INT32, UINT32 -> new Column(MemorySegment.ofArray(new int[n]), type);
            case FLOAT32 -> new Column(MemorySegment.ofArray(new float[n]), type);
            case FLOAT64 -> new Column(MemorySegment.ofArray(new double[n]), type);
            default -> new Column(MemorySegment.ofArray(new long[n]), type);
        };
    }

    private static String format(Map<String, Long> nanos) {
        return nanos.entrySet().stream()
                .map(kernel -> String.format(Locale.ROOT, "%s %.3f", kernel.getKey(), kernel.getValue() / 1e6))
                .collect(Collectors.joining(", "));
    }

    private record Sort(Sorter sorter, Column keys, Column work, int[] values) {

        /** Returns the statistics of the sort with the median time of its kernels. */
        SortStats median(SortOptions options, int repetitions) {
            once(options);
            return LongStream.range(0, Math.max(1, repetitions))
                    .mapToObj(_ -> once(options))
                    .sorted((a, b) -> Long.compare(a.kernelNanos(), b.kernelNanos()))
                    .toList()
                    .get(repetitions / 2);
        }

        private SortStats once(SortOptions options) {
            work.segment().copyFrom(keys.segment());
            int[] moved = values.clone();
            SortStats stats = moved.length == 0
                    ? sorter.sort(work, options)
                    : sorter.sort(work, Column.of(moved), options);
            String wrong = moved.length == 0
                    ? Verification.sorted(keys, work)
                    : Verification.pairs(keys, work, MemorySegment.ofArray(moved));
            if (wrong != null) {
                throw new IllegalStateException(wrong);
            }
            return stats;
        }
    }
}
