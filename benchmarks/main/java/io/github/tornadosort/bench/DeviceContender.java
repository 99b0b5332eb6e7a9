package io.github.tornadosort.bench;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.internal.policy.SortPolicies;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
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
    private ResidentSort resident;
    private Column work;
    private int[] numbers;

    DeviceContender(String name, SortDevice device) {
        this.device = device;
        this.algorithm = name.equals(NAME) ? null : name.substring(NAME.length() + 1);
        String what =
                "tornado-sort, " + device.backend() + " backend" + (algorithm == null ? "" : ", algorithm " + algorithm);
        this.about = new About(name, true, what, device.name().strip(), null);
    }

    @Override
    public About about() {
        return about;
    }

    private SortOptions.Builder options() {
        SortOptions.Builder options = SortOptions.builder().onDevice();
        return algorithm == null ? options : options.algorithm(algorithm);
    }

    @Override
    public Reply measure(Request request) {
        if (!request.operation().equals("sort") && !request.operation().equals("pairs")) {
            return Reply.skipped("has no " + request.operation());
        }
        if (!request.equals(current)) {
            close();
            open(request);
        }
        try (Arena arena = Arena.ofShared()) {
            return measure(request.measures(), request.mapped(arena));
        }
    }

    private void open(Request request) {
        sorter = Sorter.open(device, SortPolicies.forDevice(device));
        work = array(request.type().bytes(), request);
        boolean pairs = request.operation().equals("pairs");
        numbers = IntStream.range(0, pairs ? request.n() : 0).toArray();
        current = request;
        // Sort stages have no other algorithm, and no narrow keys.
        if (request.measures().contains(Metric.RESIDENT) && algorithm == null && request.type().bytes() >= Integer.BYTES) {
            resident = new ResidentSort(device, sorter.policy(), request.type(), pairs, request.n());
        }
    }

    /** Returns a column over a new Java array, as a program would use for its keys. */
    private static Column array(int bytes, Request request) {
        return new Column(
                switch (bytes) {
                    case 1 -> MemorySegment.ofArray(new byte[request.n()]);
                    case 2 -> MemorySegment.ofArray(new short[request.n()]);
                    case 4 -> MemorySegment.ofArray(new int[request.n()]);
                    default -> MemorySegment.ofArray(new long[request.n()]);
                },
                request.type());
    }

    private Reply measure(List<String> measures, Column keys) {
        Reply reply = Reply.measured();
        List<Supplier<String>> steps = new ArrayList<>();
        if (measures.contains(Metric.END_TO_END)) {
            steps.add(() -> sort(keys, options().build(), reply));
        }
        // Device timing has a cost, so kernel time is that of a sort of its own.
        if (measures.contains(Metric.KERNEL)) {
            steps.add(() -> sort(keys, options().timed().build(), reply));
        }
        if (resident != null) {
            steps.add(() -> onDevice(keys, reply));
        }
        for (Supplier<String> step : steps) {
            String wrong = step.get();
            if (wrong != null) {
                return Reply.failed(wrong);
            }
        }
        return reply;
    }

    /** Measures a sort from host to host. Describes what is wrong with the result, or returns null. */
    private String sort(Column keys, SortOptions options, Reply reply) {
        work.segment().copyFrom(keys.segment());
        int[] values = numbers.clone();
        long start = System.nanoTime();
        SortStats stats =
                values.length == 0 ? sorter.sort(work, options) : sorter.sort(work, Column.of(values), options);
        long wallNanos = System.nanoTime() - start;
        if (options.timed()) {
            reply.nanos().put(Metric.KERNEL, stats.kernelNanos());
        } else {
            reply.nanos().put(Metric.END_TO_END, wallNanos);
        }
        return stats.mismatches() > 0
                ? "the device sorted incorrectly, and the sort was repeated on the JVM"
                : verify(keys, MemorySegment.ofArray(values));
    }

    /** Measures with the data on the device. Describes what is wrong with the result, or returns null. */
    private String onDevice(Column keys, Reply reply) {
        MemorySegment values = MemorySegment.ofArray(numbers.clone());
        resident.load(keys, values);
        long start = System.nanoTime();
        resident.sort();
        reply.nanos().put(Metric.RESIDENT, System.nanoTime() - start);
        resident.fetch(work, values);
        return verify(keys, values);
    }

    private String verify(Column keys, MemorySegment values) {
        return values.byteSize() == 0 ? Verification.sorted(keys, work) : Verification.pairs(keys, work, values);
    }

    @Override
    public void close() {
        if (sorter != null) {
            sorter.close();
            sorter = null;
            current = null;
        }
        if (resident != null) {
            resident.close();
            resident = null;
        }
        // The host buffers of closed plans are freed when they are collected, which should happen before the next case.
        System.gc();
    }
}
