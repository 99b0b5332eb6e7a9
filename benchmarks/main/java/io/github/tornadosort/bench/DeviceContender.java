package io.github.tornadosort.bench;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.Sorter;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * This library on a device of this JVM: its sorts, by the usual or a given algorithm, and its stages. The kernels are compiled for each
 * case, so that the first measurement includes compilation.
 */
final class DeviceContender implements Contender {
    /** The name in a suite that stands for all backends of the SDK; a contender has the name of its backend. */
    static final String BACKENDS = "backends";
    /** The beginning of a contender's name that an algorithm follows, as in {@code device:merge} or {@code device:radix:4}. */
    static final String ALGORITHM = "device:";

    private final SortDevice device;
    private final String algorithm;
    private final About about;
    private BenchCase current;
    private Sorter sorter;
    private Sorter host;
    private Column work;
    private int[] numbers;
    private StageJob job;

    DeviceContender(String name, SortDevice device) {
        this.device = device;
        this.algorithm = name.startsWith(ALGORITHM) ? name.substring(ALGORITHM.length()) : null;
        String what =
                "tornado-sort, " + device.backend() + " backend" + (algorithm == null ? "" : ", algorithm " + algorithm);
        this.about = new About(name, true, what, device.name().strip(), null);
    }

    /** Returns a contender of an algorithm, or one for the first device of each backend. */
    static List<Contender> all(String name) {
        if (!name.equals(BACKENDS)) {
            return List.of(new DeviceContender(name, SortDevice.preferred()));
        }
        Map<String, Contender> byBackend = new LinkedHashMap<>();
        SortDevice.all().forEach(one -> byBackend.computeIfAbsent(one.backend(), each -> new DeviceContender(each, one)));
        return List.copyOf(byBackend.values());
    }

    /** The algorithm may have a digit width, as in {@code radix:4}. */
    private Sorter open(boolean isTimed) {
        Sorter.Builder builder = Sorter.builder().device(device).onDevice();
        if (algorithm != null) {
            String[] parts = algorithm.split(":");
            builder.algorithm(parts[0]);
            if (parts.length > 1) {
                builder.digitBits(Integer.parseInt(parts[1]));
            }
        }
        return (isTimed ? builder.timed() : builder).open();
    }

    @Override
    public About about() {
        return about;
    }

    @Override
    public Reply measure(Request request) {
        BenchCase one = request.one();
        boolean isStage = StageJob.has(one.operation());
        boolean pairs = one.operation().equals("pairs");
        if (!isStage && !pairs && !one.operation().equals("sort")) {
            return Reply.skipped("has no " + one.operation());
        }
        if (current == null || !current.isLike(one)) {
            close();
            current = one;
            if (isStage) {
                job = new StageJob(one.operation(), one.n(), device);
            } else {
                sorter = open(request.measure().equals(Reply.KERNEL));
                host = Sorter.builder().onHost().open();
                work = Column.allocate(one.type(), one.n());
                numbers = IntStream.range(0, pairs ? one.n() : 0).toArray();
            }
        }
        Column keys = Column.allocate(one.type(), one.n());
        try (Arena arena = Arena.ofShared()) {
            keys.segment().copyFrom(request.mapped(arena).segment());
        }
        return isStage ? job.measure(keys.toIntArray()) : sort(keys, request.measure());
    }

    private Reply sort(Column expected, String measure) {
        work.segment().copyFrom(expected.segment());
        int[] values = numbers.clone();
        long start = System.nanoTime();
        SortStats stats = sort(sorter, work, values);
        long wallNanos = System.nanoTime() - start;
        int[] expectedValues = numbers.clone();
        sort(host, expected, expectedValues);
        if (stats.reason() == SortStats.Reason.DEVICE_WRONG) {
            return Reply.failed("the device sorted incorrectly, and the sort was repeated on the JVM");
        }
        // The suites of the host compare the host's sort with that of the JDK.
        return work.segment().mismatch(expected.segment()) < 0 && Arrays.equals(values, expectedValues)
                ? Reply.measured(measure, measure.equals(Reply.KERNEL) ? stats.kernelNanos() : wallNanos)
                : Reply.failed("the result differs from that of a sort on the host");
    }

    private static SortStats sort(Sorter by, Column keys, int[] values) {
        return values.length == 0 ? by.sort(keys) : by.sort(keys, Column.of(values));
    }

    @Override
    public void close() {
        if (job != null) {
            job.close();
        }
        if (sorter != null) {
            sorter.close();
            host.close();
        }
        job = null;
        sorter = null;
        current = null;
        // The host buffers of closed plans are freed when they are collected, which should happen before the next case.
        System.gc();
    }
}
