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
import io.github.tornadosort.conformance.KeyData;
import io.github.tornadosort.conformance.Operation;
import io.github.tornadosort.conformance.WrongResultException;
import io.github.tornadosort.internal.driver.DriverFailure;
import io.github.tornadosort.internal.selftest.DefectCheck;
import io.github.tornadosort.internal.selftest.SelfTests;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

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

    private static final List<Operation> OPERATIONS =
            List.of(Operation.SORT, Operation.SORT_WITH_INT32, Operation.ARGSORT);
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
            sortAll();
            sort(KeyType.INT32, sorter.device().name().contains("checked") ? MANY_CHECKED : MANY, Algorithm.AUTO,
                    OPERATIONS);
        });
    }

    private void checkOtherKernels(SortPolicy policy) {
        check(
                describe(policy),
                "Do not select a policy with these kernels on this device, and report this line as a bug.",
                this::sortAll);
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
                        sort(KeyType.FLOAT32, MANY_FOR_ALGORITHMS, algorithm, List.of(Operation.SORT));
                        sort(KeyType.INT64, MANY_FOR_ALGORITHMS, algorithm, List.of(Operation.SORT_WITH_INT32));
                    });
        }
    }

    /**
     * Runs sorts.
     *
     * @param what what sorts, for the finding
     * @param sorts throws an exception that describes the first wrong result
     */
    private void check(String what, String advice, Runnable sorts) {
        try {
            sorts.run();
        } catch (WrongResultException e) {
            findings.add(Finding.broken(device + " sorts incorrectly: " + what + e.getMessage(), advice));
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

    private void sortAll() {
        for (KeyType type : TYPES) {
            for (int n : SIZES) {
                sort(type, n, Algorithm.AUTO, OPERATIONS);
            }
        }
    }

    private void sort(KeyType type, int n, Algorithm algorithm, List<Operation> operations) {
        SortOptions.Builder up = SortOptions.builder().algorithm(algorithm);
        SortOptions.Builder down = SortOptions.builder().algorithm(algorithm).descending();
        for (String distribution : DISTRIBUTIONS) {
            Column keys = KeyData.ofZeros(type, n);
            Distribution.of(distribution).fill(keys, n);
            for (SortOptions options : List.of(up.build(), down.build())) {
                for (Operation operation : operations) {
                    sorts++;
                    operation.check(
                            sorter, keys, options,
                            operation.name().toLowerCase(Locale.ROOT).replace('_', ' ') + " of " + n + " "
                                    + distribution + " " + type.label() + " keys, "
                                    + (options.isDescending() ? "descending" : "ascending"));
                }
            }
        }
    }
}
