package io.github.tornadosort.cli;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.data.Distribution;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/** Sorts on a device with each family of kernels, and compares with the JDK. */
final class SelfTest {
    /** Around the edges of tiles and blocks, and enough keys for every core or multiprocessor to have some. */
    private static final int[] SIZES = {0, 1, 2, 1000, 4095, 4096, 4097, (1 << 16) + 1, (1 << 20) + 1};

    private static final List<String> DISTRIBUTIONS =
            List.of("uniform", "sorted", "reversed", "constant", "banded:7:18", "entropy:4", "few-distinct");

    private SelfTest() {}

    static Finding on(SortDevice device) {
        String name = "device " + DeviceOptions.describe(device);
        int sorts = 0;
        for (SortPolicy policy : policies(device)) {
            String kernels = policy.kernels() + " kernels, " + policy.radixBits() + "-bit digits";
            try (Sorter sorter = Sorter.open(device, policy)) {
                for (int n : SIZES) {
                    for (String distribution : DISTRIBUTIONS) {
                        for (KeyType type : List.of(KeyType.INT32, KeyType.UINT32)) {
                            String wrong = firstWrong(sorter, n, distribution, type);
                            if (wrong != null) {
                                return broken(name + " sorts wrongly: " + kernels + ", " + n + " " + distribution + " "
                                        + type.label() + " keys, " + wrong);
                            }
                            sorts++;
                        }
                    }
                }
            } catch (RuntimeException | LinkageError e) {
                return broken(name + " cannot sort: " + kernels + ": " + e);
            }
        }
        return Finding.ok(name + ": " + sorts + " sorts, all right");
    }

    private static Finding broken(String what) {
        return Finding.broken(
                what,
                "Do not sort on this device: choose another with --device or --backend, update its driver, and report"
                        + " this line.");
    }

    /** What the device's family uses, and both families of kernels with figures that every device can do. */
    private static List<SortPolicy> policies(SortDevice device) {
        try (Sorter sorter = Sorter.open(device)) {
            return List.of(
                    sorter.policy(),
                    new SortPolicy(Kernels.BLOCK, 8, 1, 0, 0),
                    new SortPolicy(Kernels.WORK_GROUP, 5, 2, 64, 8));
        }
    }

    /** What differs first from what the JDK makes of the same keys, or null. */
    private static String firstWrong(Sorter sorter, int n, String distribution, KeyType type) {
        int[] keys = new int[n];
        Column column = new Column(MemorySegment.ofArray(keys), type);
        Distribution.of(distribution).fill(column, n);
        int flip = type.isUnsigned() ? Integer.MIN_VALUE : 0;
        int[] expected = Arrays.stream(keys).map(key -> key ^ flip).sorted().map(key -> key ^ flip).toArray();

        sorter.sort(column);

        int first = Arrays.mismatch(keys, expected);
        return first < 0
                ? null
                : "at " + first + " is 0x" + Integer.toHexString(keys[first]) + ", expected 0x"
                        + Integer.toHexString(expected[first]);
    }
}
