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
 * This library on a device of this JVM: its sorts, by the usual or a given algorithm, and its stages. Kernels are compiled when
 * the operation, the type or the number of keys differs from that of the case before.
 */
final class DeviceContender implements Contender {
    /** The name in a suite that stands for all backends of the SDK; a contender has the name of its backend. */
    static final String BACKENDS = "backends";
    /** The beginning of a contender's name that an algorithm follows, as in {@code device:merge}. */
    static final String ALGORITHM = "device:";

    private final SortDevice device;
    private final String algorithm;
    private final About about;
    private BenchCase current;
    private Sorter sorter;
    private Column work;
    private Column expected;
    private int[] numbers;
    private int[] expectedNumbers;
    private StageJob job;

    DeviceContender(String name, SortDevice device) {
        this.device = device;
        this.algorithm = name.startsWith(ALGORITHM) ? name.substring(ALGORITHM.length()) : null;
        String what =
                "tornado-sort, " + device.backend() + " backend" + (algorithm == null ? "" : ", algorithm " + algorithm);
        this.about = new About(name, true, what, device.name().strip());
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

    private Sorter open(boolean isTimed) {
        Sorter.Builder builder = Sorter.builder().device(device).onDevice();
        if (algorithm != null) {
            builder.algorithm(algorithm);
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
        try (Arena arena = Arena.ofShared()) {
            Column keys = request.mapped(arena);
            if (current == null || !current.isLike(one)) {
                close();
                if (isStage) {
                    job = new StageJob(one.operation(), one.n(), device);
                } else {
                    sorter = open(request.measure().equals(Reply.KERNEL));
                    work = Column.allocate(one.type(), one.n());
                    expected = Column.allocate(one.type(), one.n());
                    numbers = IntStream.range(0, pairs ? one.n() : 0).toArray();
                }
            }
            if (!one.equals(current)) {
                current = one;
                expect(keys);
            }
            return isStage ? job.measure() : sort(keys, request.measure());
        }
    }

    /** Computes the right results of a case. The suites of the host compare the host's sort with that of the JDK. */
    private void expect(Column keys) {
        if (job != null) {
            job.load(keys.toIntArray());
            return;
        }
        expected.segment().copyFrom(keys.segment());
        expectedNumbers = numbers.clone();
        try (Sorter host = Sorter.builder().onHost().open()) {
            sort(host, expected, expectedNumbers);
        }
    }

    private Reply sort(Column keys, String measure) {
        work.segment().copyFrom(keys.segment());
        int[] values = numbers.clone();
        long start = System.nanoTime();
        SortStats stats = sort(sorter, work, values);
        long wallNanos = System.nanoTime() - start;
        if (stats.reason() == SortStats.Reason.DEVICE_WRONG) {
            return Reply.failed("the device sorted incorrectly, and the sort was repeated on the JVM");
        }
        return work.segment().mismatch(expected.segment()) < 0 && Arrays.equals(values, expectedNumbers)
                ? Reply.measured(measure.equals(Reply.KERNEL) ? stats.kernelNanos() : wallNanos)
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
        }
        job = null;
        sorter = null;
        work = null;
        expected = null;
        current = null;
        // The host buffers of closed plans are freed when they are collected, which should happen before the next case.
        System.gc();
    }
}
