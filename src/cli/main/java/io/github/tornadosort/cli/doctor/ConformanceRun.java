package io.github.tornadosort.cli.doctor;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.cli.terminal.Progress;
import io.github.tornadosort.conformance.WrongResultException;
import io.github.tornadosort.internal.driver.DriverFailure;
import io.github.tornadosort.internal.policy.SortPolicies;
import io.github.tornadosort.internal.selftest.DeviceIdentity;
import io.github.tornadosort.internal.selftest.SelfTests;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Runs every operation on one device, and compares the results with the JDK. */
final class ConformanceRun implements AutoCloseable {
    /** Failures after which a run ends. A device that cannot sort at all fails every case. */
    private static final int MAX_FAILURES = 20;
    /** The checked device runs each work-item by itself. */
    private static final int MAX_CHECKED_KEYS = 300;
    /** The number of keys from which few keys are sorted in buckets; their sample needs as many. */
    private static final int BUCKETED_KEYS = 2048;
    private static final int CHUNK_KEYS = 1000;

    private final SortDevice device;
    private final Map<SortPolicy, Sorter> sorters = new HashMap<>();
    private final List<String> failures = new ArrayList<>();

    private ConformanceRun(SortDevice device) {
        this.device = device;
    }

    /**
     * Runs cases on a device. First tests all of its kernels; a device that fails with 64-bit words runs cases with narrower keys
     * only.
     *
     * @param algorithms whether to run each algorithm by its name too
     */
    static ConformanceResult on(SortDevice device, int cases, boolean algorithms, long seed, Progress progress) {
        long start = System.nanoTime();
        List<SelfTests.Result> wrong = SelfTests.ofUser().renew(device).stream()
                .filter(result -> !result.verdict().passed())
                .toList();
        List<String> passedOver = wrong.stream().map(each -> each.kernels() + ": " + each.verdict().found()).toList();
        int done = 0;
        List<String> failures = List.of();
        if (wrong.stream().allMatch(each -> each.kernels().startsWith("64-bit"))) {
            try (ConformanceRun run = new ConformanceRun(device)) {
                done = run.run(run.cases(cases, wrong.isEmpty(), algorithms, seed), progress);
                failures = run.failures;
            }
        } else {
            failures = passedOver;
        }
        return new ConformanceResult(
                device.backend(),
                device.name().strip(),
                driver(device),
                DeviceIdentity.sdk(),
                Version.ofProgram(),
                "Java " + Runtime.version(),
                LocalDate.now(ZoneOffset.UTC).toString(),
                seed,
                done,
                (System.nanoTime() - start) / 1_000_000_000,
                failures.equals(passedOver) ? List.of() : passedOver,
                failures);
    }

    /** Returns the driver's version, or those of all OpenCL drivers if TornadoVM does not know which one the device uses. */
    private static String driver(SortDevice device) {
        String version = DeviceIdentity.driver(device);
        return version.startsWith(DeviceIdentity.UNKNOWN_VERSION)
                ? OpenClPlatforms.versions().map(all -> String.join(", ", all)).orElse(version)
                : version;
    }

    /** @param all whether all kernels are right; otherwise only the device's own policy is used, whose kernels are tested */
    private List<ConformanceCase> cases(int count, boolean all, boolean algorithms, long seed) {
        SortPolicy own = SortPolicies.forDevice(device);
        List<KeyType> types =
                Stream.of(KeyType.values()).filter(type -> all || type.bytes() < Long.BYTES).toList();
        int maxKeys = device.name().contains("checked") ? MAX_CHECKED_KEYS : Integer.MAX_VALUE;
        List<ConformanceCase> cases =
                new ArrayList<>(ConformanceCase.some(count, all ? policies(own) : List.of(own), types, maxKeys, seed));
        if (algorithms) {
            cases.addAll(ConformanceCase.ofAlgorithms(own, types, seed));
        }
        return cases;
    }

    /** Returns the device's own policy, and those with which few keys need several tiles, blocks, passes, buckets or chunks. */
    private static List<SortPolicy> policies(SortPolicy own) {
        return own.kernels() == Kernels.BLOCK
                ? List.of(own, new SortPolicy(Kernels.BLOCK, 3, 3, 0, 0))
                : List.of(
                        own,
                        new SortPolicy(
                                Kernels.WORK_GROUP,
                                own.radixBits(),
                                own.blocksPerUnit(),
                                own.workItems(),
                                own.itemsPerWorkItem()),
                        new SortPolicy(Kernels.WORK_GROUP, 5, 2, 32, 4),
                        new SortPolicy(Kernels.WORK_GROUP, 5, 1, 32, 4, 0, BUCKETED_KEYS, CHUNK_KEYS));
    }

    private int run(List<ConformanceCase> cases, Progress progress) {
        int done = 0;
        for (ConformanceCase each : cases) {
            try {
                each.check(sorters.computeIfAbsent(each.policy(), policy -> Sorter.open(device, policy)));
            } catch (WrongResultException e) {
                failures.add(e.getMessage());
            } catch (RuntimeException | Error e) {
                failures.add(each + ": " + e.getClass().getSimpleName() + ": " + DriverFailure.reason(e));
            }
            done++;
            progress.accept(1);
            if (failures.size() == MAX_FAILURES) {
                return done;
            }
        }
        return done;
    }

    @Override
    public void close() {
        sorters.values().forEach(Sorter::close);
    }
}
