package io.github.tornadosort.internal.policy;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.plan.backend.Backend;
import io.github.tornadosort.internal.policy.Crossovers.Cost;
import io.github.tornadosort.internal.policy.SortPolicy.Kernels;

/** The policies of devices, what sorts cost there and on the host, and how long a device takes to start. The values are measured. */
public final class SortPolicies {
    /**
     * GPUs. Measured on an H200, uniform uint32 keys unless said:
     *
     * <ul>
     *   <li>8 bits are the most that work-group kernels take.
     *   <li>Blocks per unit, surveyed and sorted, CUDA, 3 and 6, ms: 2^20 0.122 and 0.107; 2^22 0.181 and 0.178; 2^26 1.589 and 1.586.
     *   <li>Work-items: groups of 128 gain nothing, those of 64 are slower.
     *   <li>Keys at once, wall time of a stage, CUDA, in one execution and digit by digit, µs: 2^16 181 and 522; 2^17 228 and 511; 2^18 352
     *       and 537 (sorted tiles were merged then). Hosts of slower devices save no more.
     *   <li>Buckets, CUDA, digit by digit and in buckets, ms: uint32 2^24 0.784 and 0.637, 2^28 8.30 and 6.76; uint64 2^24 2.22 and
     *       0.96. From 2^24 on, the sample takes a small part of the time.
     *   <li>Chunks, int[] to int[], whole and in chunks, ms: 2^26 CUDA 21.9 and 19.6, OpenCL 65.7 and 21.0; 2^28 CUDA 79.8 and 72.0.
     *       Chunks of 2^24 keys take more memory and gain nothing.
     * </ul>
     */
    static final SortPolicy GPU = new SortPolicy(Kernels.WORK_GROUP, 8, 6, 256, 16, 1 << 17, 1 << 24, 1 << 23);

    /**
     * CPUs, through OpenCL or as cores of the JVM. Measured on the JVM backend, 2 cores of an AMD EPYC, 2^24 uniform int32 keys: 3 passes
     * of 11 bits 150 ms; 4 passes of 8, 9 and 10 bits 236, 197 and 187 ms.
     */
    static final SortPolicy CPU = new SortPolicy(Kernels.BLOCK, 11, 1, 0, 0);

    /**
     * How long a device takes to start for sorts of one kind. H100 and H200, until the device is open 505 to 682 ms, then a first sort of
     * 2^20 ints 1,751 to 3,331 ms, of 2^20 longs 1,211 to 1,743 ms, of 2^27 ints (other kernels) 719 to 1,947 ms.
     */
    static final long START_MILLIS = 2000;

    private static final long NANOS_PER_MILLI = 1_000_000;

    /** Those of tests; null for the built-in ones. */
    private static volatile Cost[] costs;
    /** That of tests; negative for the built-in one. */
    private static volatile long startMillis = -1;

    private SortPolicies() {}

    /**
     * Sets what sorts cost on any device, and how long one takes to start, for tests.
     *
     * @param ofKinds costs by kind, null where the device is never faster; null for the built-in ones
     * @param millis negative for the built-in time
     */
    public static void use(Cost[] ofKinds, long millis) {
        costs = ofKinds;
        startMillis = millis;
    }

    /** Returns the policy of a device. */
    public static SortPolicy forDevice(SortDevice device) {
        return isGpu(device) ? GPU : CPU;
    }

    /**
     * Returns the numbers of keys from which a device is expected to sort faster than the host. The costs are those of GPUs.
     *
     * @param device null for any device: the least numbers
     * @param threads the number of the host's cores
     */
    public static Crossovers crossovers(SortDevice device, int threads) {
        Cost[] used = costs;
        if (used != null) {
            return new Crossovers(used, threads);
        }
        return device == null || isGpu(device) ? new Crossovers(Crossovers.costsOfGpus(), threads) : Crossovers.NONE;
    }

    /** Returns the time until a device sorts keys of one kind. The cores of the JVM do so at once. */
    public static long startNanos() {
        return NANOS_PER_MILLI * (startMillis >= 0 ? startMillis : Backend.hasSdk() ? START_MILLIS : 0);
    }

    private static boolean isGpu(SortDevice device) {
        return device.type() == SortDevice.Type.GPU;
    }
}
