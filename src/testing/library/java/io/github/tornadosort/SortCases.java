package io.github.tornadosort;

import io.github.tornadosort.internal.policy.SortPolicy;
import io.github.tornadosort.internal.policy.SortPolicy.Kernels;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Everything that a sort is tested on: each device of the backend under test (the JVM backend's fast and checked ones, or the SDK's), with
 * the kernels that it ships with, and with those for GPUs and tiles small enough that few keys cross their edges. The checked device, which
 * is slow, has the small tiles only; {@code CheckedPoliciesTest} runs other digits and tiles there, and {@code PlanCheckTest} the tiles
 * that GPUs ship with on the JVM.
 */
public final class SortCases {
    /** Kernels for CPUs as shipped. */
    private static final SortPolicy BLOCK = new SortPolicy(Kernels.BLOCK, 11, 1, 0, 0);
    /**
     * Kernels for GPUs as shipped but that fewer keys are merged; and with a tile of 128 keys, none merged, and keys that are
     * copied in small chunks.
     */
    private static final SortPolicy GROUP = new SortPolicy(Kernels.WORK_GROUP, 8, 8, 256, 16, 1 << 14);

    private static final SortPolicy SMALL_GROUP = new SortPolicy(Kernels.WORK_GROUP, 5, 2, 32, 4, 0, 0, 1000);

    private static final Map<Settings, Sorter> SORTERS = new ConcurrentHashMap<>();

    /** How to sort in a case; the algorithm may be null, and its digits 0. */
    private record Settings(SortCase on, String algorithm, int digitBits, boolean verified) {
        private Sorter open() {
            Sorter.Builder opened = Sorter.builder().device(on.device).policy(on.policy);
            if (algorithm != null) {
                opened.algorithm(algorithm);
            }
            if (digitBits != 0) {
                opened.digitBits(digitBits);
            }
            return verified ? opened.verified().open() : opened.open();
        }
    }

    private SortCases() {}

    /** A device and how to sort on it. */
    public record SortCase(SortDevice device, SortPolicy policy) {
        /** A sorter that all tests share: kernels are compiled once. */
        public Sorter sorter() {
            return sorter(null, 0, false);
        }

        /** A sorter that sorts by an algorithm, shared in the same way. */
        public Sorter sorter(String algorithm) {
            return sorter(algorithm, 0, false);
        }

        /**
         * A sorter with further settings, shared in the same way.
         *
         * @param algorithm may be null
         * @param digitBits may be 0
         */
        public Sorter sorter(String algorithm, int digitBits, boolean verified) {
            return SORTERS.computeIfAbsent(new Settings(this, algorithm, digitBits, verified), Settings::open);
        }

        /**
         * Checked kernels, and kernels for GPUs on a CPU, take much longer per key. Tests that only repeat others with more
         * keys omit them.
         */
        public boolean slow() {
            return isChecked(device)
                    || (device.type() != SortDevice.Type.GPU && policy.kernels() == Kernels.WORK_GROUP);
        }

        /** An SDK compiles the kernels of a sorter when they first run, which takes about a second. */
        public boolean compilesLong() {
            return !device.backend().equals("jvm");
        }

        /**
         * The step between the lengths of a test that tries every length. It is 1 for the kernels that each device ships with.
         * Other policies change the digits and tiles, whose limits have separate tests.
         */
        public int lengthStep() {
            if (slow()) {
                return 149;
            }
            return isShipped() ? 1 : 13;
        }

        public boolean isShipped() {
            return policy.equals(BLOCK) || policy.equals(GROUP);
        }

        @Override
        public String toString() {
            return device.backend() + " " + device.id() + (slow() ? " checked" : "") + ", " + policy.kernels() + " "
                    + policy.radixBits() + " bits, tile " + policy.tile();
        }
    }

    public static List<SortCase> all() {
        List<SortCase> cases = new ArrayList<>();
        for (SortDevice device : SortDevice.all()) {
            List<SortPolicy> policies = device.type() == SortDevice.Type.GPU
                    ? List.of(GROUP, SMALL_GROUP)
                    : isChecked(device) ? List.of(SMALL_GROUP) : List.of(BLOCK, SMALL_GROUP);
            policies.forEach(policy -> cases.add(new SortCase(device, policy)));
        }
        // -Dtornadosort.cases=REGEX selects cases during development.
        String wanted = System.getProperty("tornadosort.cases", ".*");
        return cases.stream().filter(on -> on.toString().matches(wanted)).toList();
    }

    private static boolean isChecked(SortDevice device) {
        return device.name().contains("checked");
    }

    public static List<SortCase> fast() {
        return all().stream().filter(c -> !c.slow()).toList();
    }

    /** Cases for tests of the host's code around the kernels: with an SDK, one case of each device. */
    public static List<SortCase> forHostCode() {
        return fast().stream().filter(c -> !c.compilesLong() || c.isShipped()).toList();
    }
}
