package io.github.tornadosort.cli.doctor;

import io.github.tornadosort.Column;
import io.github.tornadosort.Diagnostics;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.SortStats.Reason;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.cli.options.DeviceOptions;
import io.github.tornadosort.cli.options.Distribution;
import io.github.tornadosort.internal.driver.DriverFailure;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** Sorts keys of every type on a device, alone and with values, and with every algorithm, and compares the results with the host's. */
final class DeviceCheck {
    private static final String ADVICE =
            "Do not sort on this device, or not with this algorithm: select another with --device or --backend, update its driver,"
                    + " and report this line as a bug.";
    /** The edges of a tile, and more keys than the policies sort in one piece. */
    private static final List<Integer> SIZES = List.of(255, 4097, 200_000);
    /** Few enough for the slowest algorithm. */
    private static final int KEYS_OF_ALGORITHMS = 2500;
    /** The checked device runs each work-item by itself. */
    private static final int KEYS_OF_CHECKED = 300;
    /** A device that cannot sort at all fails every time. */
    private static final int MOST_FINDINGS = 3;

    private final SortDevice device;
    private final String name;
    private final List<Finding> findings = new ArrayList<>();
    private int sorts;

    private DeviceCheck(SortDevice device) {
        this.device = device;
        this.name = "device " + DeviceOptions.describe(device);
    }

    /** Returns what is wrong, or that nothing is. */
    static List<Finding> of(SortDevice device) {
        return new DeviceCheck(device).findings();
    }

    private List<Finding> findings() {
        try (Sorter host = Sorter.builder().onHost().open()) {
            try (Sorter sorter = Sorter.builder().device(device).onDevice().open()) {
                for (KeyType type : KeyType.values()) {
                    SIZES.forEach(n -> check(sorter, host, type, n, Order.ASCENDING, "", n == 4097));
                }
            }
            for (String algorithm : Diagnostics.algorithms()) {
                try (Sorter sorter = Sorter.builder().device(device).algorithm(algorithm).open()) {
                    check(sorter, host, KeyType.FLOAT32, KEYS_OF_ALGORITHMS, Order.DESCENDING, " by " + algorithm, false);
                }
            }
        }
        return findings.isEmpty() ? List.of(Finding.ok(name + ": " + sorts + " sorts, all correct")) : findings;
    }

    private void check(
            Sorter sorter, Sorter host, KeyType type, int keys, Order order, String how, boolean withValues) {
        if (findings.size() == MOST_FINDINGS) {
            return;
        }
        int n = device.name().contains("checked") ? Math.min(keys, KEYS_OF_CHECKED) : keys;
        String what = n + " " + type.label() + " keys" + (withValues ? " with values" : "") + how;
        sorts++;
        try {
            Column sorted = sorted(sorter, type, n, order, withValues);
            Column expected = sorted(host, type, n, order, withValues);
            if (sorted.segment().mismatch(expected.segment()) >= 0) {
                findings.add(Finding.broken(name + " sorts incorrectly: " + what, ADVICE));
            }
        } catch (RuntimeException | Error e) {
            findings.add(Finding.broken(name + " cannot sort " + what + ": " + DriverFailure.reason(e), ADVICE));
        }
    }

    /** Returns sorted keys, or the values that were moved with them. */
    private static Column sorted(Sorter sorter, KeyType type, int n, Order order, boolean withValues) {
        Column keys = new Column(MemorySegment.ofArray(new byte[n * type.bytes()]), type);
        Distribution.UNIFORM.fill(keys, 1, 0, n);
        Column values = Column.of(new int[n]);
        Distribution.SORTED.fill(values, 1, 0, n);
        SortStats stats = withValues ? sorter.sort(keys, order, values) : sorter.sort(keys, order);
        if (stats.reason() != Reason.DEVICE && stats.reason() != Reason.HOST_REQUESTED) {
            throw new IllegalStateException("the host sorted instead: " + stats.why());
        }
        return withValues ? values : keys;
    }
}
