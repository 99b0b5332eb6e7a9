package io.github.tornadosort.cli.doctor;

import io.github.tornadosort.Algorithm;
import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.cli.data.Distribution;
import io.github.tornadosort.cli.options.DeviceOptions;
import io.github.tornadosort.files.internal.io.KeyBits;
import io.github.tornadosort.internal.driver.DriverFailure;
import io.github.tornadosort.internal.selftest.DefectCheck;
import io.github.tornadosort.internal.selftest.SelfTests;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Checks a device by sorting on it and comparing the results with the JDK: both kernel families, both key widths, integers
 * and floats, with and without values, argsort, and every algorithm that a user can select by name.
 */
final class DeviceCheck {
    /** No key, one key, part of a tile, one key more than whole tiles. All sizes fit in one compiled plan. */
    private static final int[] SIZES = {0, 1, 1000, 4097};

    private static final List<KeyType> TYPES =
            List.of(KeyType.INT32, KeyType.UINT64, KeyType.FLOAT32, KeyType.FLOAT64, KeyType.INT8);

    /** Enough keys for every core or multiprocessor. Sorted with the kernel family that the device uses by default. */
    private static final int MANY = (1 << 18) + 1;
    /** The same for the checked device, which runs one work-item after the other, each a hundred times slower. */
    private static final int MANY_CHECKED = (1 << 13) + 1;

    private static final List<String> DISTRIBUTIONS = List.of("uniform", "entropy:4");

    private static final String ADVICE =
            "Do not sort on this device: select another with --device or --backend, update its driver,"
                    + " and report this line as a bug.";

    /** Keys for each named algorithm: more than one work-group sorts, but few enough for the slowest algorithm. */
    private static final int MANY_FOR_ALGORITHMS = 2500;

    private final String device;
    private final Sorter sorter;
    private final List<Finding> findings;
    private int sorts;

    private DeviceCheck(String device, Sorter sorter, List<Finding> findings) {
        this.device = device;
        this.sorter = sorter;
        this.findings = findings;
    }

    /** Runs each kernel that the device would use, and compares the results with the JVM. */
    static List<Finding> ofKernels(SortDevice device) {
        String name = "device " + DeviceOptions.describe(device);
        List<Finding> wrong = SelfTests.ofUser().renew(device).stream()
                .filter(result -> !result.verdict().passed())
                .map(result -> broken(
                        name + " computes wrong results for " + result.kernels() + ": " + result.verdict().found()))
                .toList();
        return wrong.isEmpty() ? List.of(Finding.ok(name + ": all kernels match the JVM")) : wrong;
    }

    /** Finds operations that the device's compiler gets wrong. Kernels of this project avoid them, but others may not. */
    static Optional<Finding> ofCompiler(SortDevice device) {
        try {
            List<String> defects = DefectCheck.of(device);
            return defects.isEmpty()
                    ? Optional.empty()
                    : Optional.of(Finding.note(
                            "device " + DeviceOptions.describe(device) + " cannot compile, or compiles wrongly: "
                                    + String.join(", ", defects),
                            "Avoid these operations in kernels of your own; this program's kernels do."));
        } catch (RuntimeException | Error e) {
            return Optional.of(broken("device " + DeviceOptions.describe(device) + " fails: " + DriverFailure.reason(e)));
        }
    }

    /** Sorts with both kernel families and all algorithms. What the driver throws is a finding, and the other sorts follow. */
    static List<Finding> ofSorts(SortDevice device) {
        String name = "device " + DeviceOptions.describe(device);
        List<Finding> findings = new ArrayList<>();
        int sorts = 0;
        try {
            for (SortPolicy policy : policies(device)) {
                try (Sorter sorter = Sorter.open(device, policy)) {
                    DeviceCheck test = new DeviceCheck(name, sorter, findings);
                    if (sorts == 0) {
                        test.checkOwnKernels(policy);
                        test.checkAlgorithms();
                    } else {
                        test.checkOtherKernels(policy);
                    }
                    sorts += test.sorts;
                }
            }
        } catch (RuntimeException | Error e) {
            findings.add(broken(name + " cannot be opened or closed: " + DriverFailure.reason(e)));
        }
        return findings.isEmpty() ? List.of(Finding.ok(name + ": " + sorts + " sorts, all correct")) : findings;
    }

    /** Checks the kernels that the device uses by default. */
    private void checkOwnKernels(SortPolicy policy) {
        check(describe(policy), ADVICE, () -> {
            String wrong = firstError();
            int many = sorter.device().name().contains("checked") ? MANY_CHECKED : MANY;
            return wrong != null ? wrong : firstError(KeyType.INT32, many, Algorithm.AUTO, allChecks());
        });
    }

    private void checkOtherKernels(SortPolicy policy) {
        check(
                describe(policy),
                "Do not select a policy with these kernels on this device, and report this line as a bug.",
                this::firstError);
    }

    private static String describe(SortPolicy policy) {
        return policy.kernels() + " kernels, " + policy.radixBits() + "-bit digits: ";
    }

    /** Checks all named algorithms: keys only in one width, with values in the other, because compilation dominates. */
    private void checkAlgorithms() {
        for (Algorithm algorithm : EnumSet.complementOf(EnumSet.of(Algorithm.AUTO, Algorithm.RADIX))) {
            check(
                    "algorithm " + algorithm.label() + ": ",
                    "Do not select this algorithm on this device, and report this line as a bug.",
                    () -> {
                        String wrong =
                                firstError(KeyType.FLOAT32, MANY_FOR_ALGORITHMS, algorithm, List.of(this::keysOnlyError));
                        return wrong != null
                                ? wrong
                                : firstError(KeyType.INT64, MANY_FOR_ALGORITHMS, algorithm, List.of(this::valuesError));
                    });
        }
    }

    /**
     * Runs sorts.
     *
     * @param what what sorts, for the finding
     * @param firstError describes the first wrong result, or returns null
     */
    private void check(String what, String advice, Supplier<String> firstError) {
        try {
            String wrong = firstError.get();
            if (wrong != null) {
                findings.add(Finding.broken(device + " sorts incorrectly: " + what + wrong, advice));
            }
        } catch (RuntimeException | Error e) {
            findings.add(Finding.broken(
                    device + " cannot sort: " + what + e.getClass().getSimpleName() + ": " + DriverFailure.reason(e),
                    advice));
        }
    }

    private static Finding broken(String what) {
        return Finding.broken(what, ADVICE);
    }

    /** Returns the device's own policy, and one of the other kernel family that every device supports. */
    private static List<SortPolicy> policies(SortDevice device) {
        try (Sorter sorter = Sorter.open(device)) {
            return List.of(
                    sorter.policy(),
                    sorter.policy().kernels() == Kernels.BLOCK
                            ? new SortPolicy(Kernels.WORK_GROUP, 8, 2, 64, 8)
                            : new SortPolicy(Kernels.BLOCK, 8, 1, 0, 0));
        }
    }

    /** A check of one sort. */
    @FunctionalInterface
    private interface Check {
        /** Describes what is wrong with the result, or returns null. */
        String error(Column keys, int[] expected, SortOptions options);
    }

    private String firstError() {
        for (KeyType type : TYPES) {
            for (int n : SIZES) {
                String wrong = firstError(type, n, Algorithm.AUTO, allChecks());
                if (wrong != null) {
                    return wrong;
                }
            }
        }
        return null;
    }

    private List<Check> allChecks() {
        return List.of(this::keysOnlyError, this::valuesError, this::argsortError);
    }

    private String firstError(KeyType type, int n, Algorithm algorithm, List<Check> checks) {
        SortOptions.Builder up = SortOptions.builder().algorithm(algorithm);
        SortOptions.Builder down = SortOptions.builder().algorithm(algorithm).descending();
        for (String distribution : DISTRIBUTIONS) {
            for (SortOptions options : List.of(up.build(), down.build())) {
                Column keys = column(type, n);
                Distribution.of(distribution).fill(keys, n);
                int[] expected = expectedIndices(keys, options);
                for (Check check : checks) {
                    sorts++;
                    String wrong = check.error(keys, expected, options);
                    if (wrong != null) {
                        return n + " " + distribution + " " + type.label() + " keys, "
                                + (options.isDescending() ? "descending" : "ascending") + ", " + wrong;
                    }
                }
            }
        }
        return null;
    }

    private static Column column(KeyType type, int n) {
        return new Column(MemorySegment.ofArray(new byte[n * type.bytes()]), type);
    }

    private String keysOnlyError(Column keys, int[] expected, SortOptions options) {
        Column sorted = copy(keys);
        sorter.sort(sorted, options);
        for (int i = 0; i < expected.length; i++) {
            if (bits(sorted, i) != bits(keys, expected[i])) {
                return "key " + i + " is " + hex(sorted, i) + ", expected " + hex(keys, expected[i]);
            }
        }
        return null;
    }

    private String valuesError(Column keys, int[] expected, SortOptions options) {
        Column sorted = copy(keys);
        int[] values = IntStream.range(0, expected.length).toArray();
        sorter.sort(sorted, Column.of(values), options);
        for (int i = 0; i < expected.length; i++) {
            if (bits(sorted, i) != bits(keys, expected[i]) || values[i] != expected[i]) {
                return "pair " + i + " is " + hex(sorted, i) + " with " + values[i] + ", expected "
                        + hex(keys, expected[i]) + " with " + expected[i];
            }
        }
        return null;
    }

    private String argsortError(Column keys, int[] expected, SortOptions options) {
        int[] indices = sorter.argsort(keys, options);
        int first = Arrays.mismatch(indices, expected);
        return first < 0 ? null : "argsort's index " + first + " is " + indices[first] + ", expected " + expected[first];
    }

    /** Computes the expected indices with the JDK's stable sort. */
    private static int[] expectedIndices(Column keys, SortOptions options) {
        Comparator<Integer> byRank = Comparator.comparingLong(i -> KeyBits.rank(keys.type(), bits(keys, i)));
        Integer[] indices = IntStream.range(0, Math.toIntExact(keys.size())).boxed().toArray(Integer[]::new);
        Arrays.sort(indices, options.isDescending() ? byRank.reversed() : byRank);
        return Arrays.stream(indices).mapToInt(Integer::intValue).toArray();
    }

    private static String hex(Column keys, long index) {
        return Long.toHexString(bits(keys, index));
    }

    private static long bits(Column keys, long index) {
        return KeyBits.get(keys.segment(), keys.type(), index);
    }

    private static Column copy(Column keys) {
        Column copy = column(keys.type(), Math.toIntExact(keys.size()));
        copy.segment().copyFrom(keys.segment());
        return copy;
    }
}
