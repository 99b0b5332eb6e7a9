package io.github.tornadosort.cli;

import io.github.tornadosort.Algorithm;
import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.cli.data.Distribution;
import io.github.tornadosort.cli.data.KeyBits;
import io.github.tornadosort.internal.driver.DriverFailure;
import io.github.tornadosort.internal.selftest.SelfTests;
import io.github.tornadosort.internal.selftest.Verdict;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Sorts on a device with every kernel, and compares with the JDK: both families of kernels, keys of both widths, integers
 * and floats, with and without values, and argsort; and with every algorithm that can be asked for by name.
 */
final class SelfTest {
    /** None, one, part of a tile, a key more than whole tiles. All fit in one compiled plan. */
    private static final int[] SIZES = {0, 1, 1000, 4097};

    private static final List<KeyType> TYPES =
            List.of(KeyType.INT32, KeyType.UINT64, KeyType.FLOAT32, KeyType.FLOAT64, KeyType.INT8);

    /** Enough keys for every core or multiprocessor to have some; for the kernels that the device's family uses. */
    private static final int MANY = (1 << 18) + 1;

    private static final List<String> DISTRIBUTIONS = List.of("uniform", "entropy:4");

    /** Keys for each algorithm by name: more than a window of a work-group holds, and few enough for the slowest of them. */
    private static final int NAMED = 2500;

    private final Sorter sorter;
    private int sorts;

    private SelfTest(Sorter sorter) {
        this.sorter = sorter;
    }

    /** Runs each kernel that the device would use. */
    static Finding ofKernels(SortDevice device) {
        String name = "device " + DeviceOptions.describe(device);
        Verdict verdict = SelfTests.ofUser().renew(device);
        return verdict.passed()
                ? Finding.ok(name + ": every kernel gives what the JVM gives")
                : broken(name + " computes wrongly: " + verdict.found());
    }

    /** Sorts with both families of kernels. Whatever the driver throws is a finding. */
    static Finding ofSorts(SortDevice device) {
        String name = "device " + DeviceOptions.describe(device);
        String kernels = "";
        int sorts = 0;
        try {
            for (SortPolicy policy : policies(device)) {
                kernels = policy.kernels() + " kernels, " + policy.radixBits() + "-bit digits: ";
                try (Sorter sorter = Sorter.open(device, policy)) {
                    SelfTest test = new SelfTest(sorter);
                    String wrong = sorts == 0 ? test.firstWrongOfAll() : test.firstWrong();
                    if (wrong != null) {
                        return broken(name + " sorts wrongly: " + kernels + wrong);
                    }
                    sorts += test.sorts;
                }
            }
            return Finding.ok(name + ": " + sorts + " sorts, all right");
        } catch (RuntimeException | Error e) {
            return broken(name + " cannot sort: " + kernels + e.getClass().getSimpleName() + ": " + DriverFailure.reason(e));
        }
    }

    private static Finding broken(String what) {
        return Finding.broken(
                what,
                "Do not sort on this device: choose another with --device or --backend, update its driver, and report"
                        + " this line.");
    }

    /** What the device's family uses, and the other family of kernels with figures that every device can do. */
    private static List<SortPolicy> policies(SortDevice device) {
        try (Sorter sorter = Sorter.open(device)) {
            return List.of(
                    sorter.policy(),
                    sorter.policy().kernels() == Kernels.BLOCK
                            ? new SortPolicy(Kernels.WORK_GROUP, 8, 2, 64, 8)
                            : new SortPolicy(Kernels.BLOCK, 8, 1, 0, 0));
        }
    }

    /** A check of one sort; tells what is wrong with it, or null. */
    @FunctionalInterface
    private interface Check {
        String wrong(Column keys, int[] expected, SortOptions options);
    }

    /** The first sort that is wrong, and how; or null. With many keys, and with every algorithm, too. */
    private String firstWrongOfAll() {
        String wrong = firstWrong();
        wrong = wrong != null ? wrong : firstWrong(KeyType.INT32, MANY, Algorithm.AUTO, everything());
        return wrong != null ? wrong : firstWrongByName();
    }

    private String firstWrong() {
        for (KeyType type : TYPES) {
            for (int n : SIZES) {
                String wrong = firstWrong(type, n, Algorithm.AUTO, everything());
                if (wrong != null) {
                    return wrong;
                }
            }
        }
        return null;
    }

    /** Keys of one width alone, those of the other with values: what is compiled takes most of the time. */
    private String firstWrongByName() {
        for (Algorithm algorithm : EnumSet.complementOf(EnumSet.of(Algorithm.AUTO, Algorithm.RADIX))) {
            String wrong = firstWrong(KeyType.FLOAT32, NAMED, algorithm, List.of(this::wrongAlone));
            if (wrong == null) {
                wrong = firstWrong(KeyType.INT64, NAMED, algorithm, List.of(this::wrongWithValues));
            }
            if (wrong != null) {
                return "algorithm " + algorithm.label() + ", " + wrong;
            }
        }
        return null;
    }

    private List<Check> everything() {
        return List.of(this::wrongAlone, this::wrongWithValues, this::wrongPlaces);
    }

    private String firstWrong(KeyType type, int n, Algorithm algorithm, List<Check> checks) {
        SortOptions.Builder up = SortOptions.builder().algorithm(algorithm);
        SortOptions.Builder down = SortOptions.builder().algorithm(algorithm).descending();
        for (String distribution : DISTRIBUTIONS) {
            for (SortOptions options : List.of(up.build(), down.build())) {
                Column keys = column(type, n);
                Distribution.of(distribution).fill(keys, n);
                int[] expected = places(keys, options);
                for (Check check : checks) {
                    sorts++;
                    String wrong = check.wrong(keys, expected, options);
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

    private String wrongAlone(Column keys, int[] expected, SortOptions options) {
        Column alone = copy(keys);
        sorter.sort(alone, options);
        for (int i = 0; i < expected.length; i++) {
            if (bits(alone, i) != bits(keys, expected[i])) {
                return "key " + i + " is " + hex(alone, i) + ", expected " + hex(keys, expected[i]);
            }
        }
        return null;
    }

    private String wrongWithValues(Column keys, int[] expected, SortOptions options) {
        Column sorted = copy(keys);
        int[] values = IntStream.range(0, expected.length).toArray();
        sorter.sort(sorted, Column.of(values), options);
        for (int i = 0; i < expected.length; i++) {
            if (bits(sorted, i) != bits(keys, expected[i]) || values[i] != expected[i]) {
                return "key " + i + " with its value is " + hex(sorted, i) + " with " + values[i] + ", expected "
                        + hex(keys, expected[i]) + " with " + expected[i];
            }
        }
        return null;
    }

    private String wrongPlaces(Column keys, int[] expected, SortOptions options) {
        int[] places = sorter.argsort(keys, options);
        int wrong = Arrays.mismatch(places, expected);
        return wrong < 0 ? null : "argsort's place " + wrong + " is " + places[wrong] + ", expected " + expected[wrong];
    }

    /** What the JDK's stable sort says. */
    private static int[] places(Column keys, SortOptions options) {
        Comparator<Integer> byRank = Comparator.comparingLong(i -> KeyBits.rank(keys.type(), bits(keys, i)));
        Integer[] places = IntStream.range(0, Math.toIntExact(keys.size())).boxed().toArray(Integer[]::new);
        Arrays.sort(places, options.isDescending() ? byRank.reversed() : byRank);
        return Arrays.stream(places).mapToInt(Integer::intValue).toArray();
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
