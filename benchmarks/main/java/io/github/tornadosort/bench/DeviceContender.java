package io.github.tornadosort.bench;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.Sorter;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;

/**
 * This library on the device of this JVM, by an algorithm. The kernels are compiled for each case, so that the first measurement
 * includes compilation.
 */
final class DeviceContender implements Contender {
    /** The name of the contender; a colon and an algorithm may follow, as in {@code device:merge} or {@code device:radix:4}. */
    static final String NAME = "device";

    private final SortDevice device;
    private final String algorithm;
    private final About about;
    private Request current;
    private Sorter sorter;
    private Sorter timed;
    private Column work;
    private int[] numbers;

    DeviceContender(String name, SortDevice device) {
        this.device = device;
        this.algorithm = name.equals(NAME) ? null : name.substring(NAME.length() + 1);
        String what =
                "tornado-sort, " + device.backend() + " backend" + (algorithm == null ? "" : ", algorithm " + algorithm);
        this.about = new About(name, true, what, device.name().strip(), null);
    }

    /** The algorithm may have a digit width, as in {@code radix:4}. */
    private Sorter.Builder builder() {
        Sorter.Builder builder = Sorter.builder().device(device).onDevice();
        if (algorithm != null) {
            String[] parts = algorithm.split(":");
            builder.algorithm(parts[0]);
            if (parts.length > 1) {
                builder.digitBits(Integer.parseInt(parts[1]));
            }
        }
        return builder;
    }

    @Override
    public About about() {
        return about;
    }

    @Override
    public Reply measure(Request request) {
        boolean pairs = request.operation().equals("pairs");
        if (!pairs && !request.operation().equals("sort")) {
            return Reply.skipped("has no " + request.operation());
        }
        if (!request.equals(current)) {
            close();
            sorter = builder().open();
            timed = builder().timed().open();
            work = new Column(Input.segment(Input.array(request.type(), request.n())), request.type());
            numbers = IntStream.range(0, pairs ? request.n() : 0).toArray();
            current = request;
        }
        Reply reply = Reply.measured();
        try (Arena arena = Arena.ofShared()) {
            for (String measure : request.measures()) {
                String wrong = sort(request.mapped(arena), measure, reply);
                if (wrong != null) {
                    return Reply.failed(wrong);
                }
            }
        }
        return reply;
    }

    /**
     * Measures a sort from host to host. Device timing has a cost, so kernel time is that of a sort of its own. Describes what is
     * wrong with the result, or returns null.
     */
    private String sort(Column keys, String measure, Reply reply) {
        boolean isKernel = measure.equals(Metric.KERNEL);
        Sorter used = isKernel ? timed : sorter;
        work.segment().copyFrom(keys.segment());
        int[] values = numbers.clone();
        long start = System.nanoTime();
        SortStats stats = values.length == 0 ? used.sort(work) : used.sort(work, Column.of(values));
        long wallNanos = System.nanoTime() - start;
        reply.nanos().put(measure, isKernel ? stats.kernelNanos() : wallNanos);
        if (stats.mismatches() > 0) {
            return "the device sorted incorrectly, and the sort was repeated on the JVM";
        }
        return values.length == 0
                ? Verification.sorted(keys, work)
                : Verification.pairs(keys, work, MemorySegment.ofArray(values));
    }

    @Override
    public void close() {
        if (sorter != null) {
            sorter.close();
            timed.close();
            sorter = null;
            current = null;
        }
        // The host buffers of closed plans are freed when they are collected, which should happen before the next case.
        System.gc();
    }
}
