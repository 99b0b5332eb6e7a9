package io.github.tornadosort.bench;

import io.github.tornadosort.Algorithm;
import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Records;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.TopK;
import io.github.tornadosort.internal.policy.SortPolicies;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * This library on one device. The kernels are compiled for each case, so that the first measurement includes compilation. The
 * algorithms of a case keep their compiled kernels, so that later measurements do not.
 */
public final class SorterContender implements Contender {
    private static final Pattern OPERATIONS =
            Pattern.compile("sort|pairs|pairs64|argsort|(argsort-)?records(-[0-9]+)?|top-[0-9]+");

    private final SortDevice device;
    private final About about;
    private Request current;
    private SortOptions ascending;
    private SortOptions timed;
    private Sorter sorter;
    private ResidentSort resident;
    private ProfiledSort profiled;
    private Column work;
    private int[] numbers;

    /** @param name its name in results */
    public SorterContender(SortDevice device, String name) {
        this.device = device;
        this.about = new About(
                name,
                true,
                "tornado-sort, " + device.backend() + " backend",
                device.name().strip(),
                CopyBandwidth.measure(device),
                null);
    }

    @Override
    public About about() {
        return about;
    }

    @Override
    public Reply measure(Request request) {
        if (!OPERATIONS.matcher(operation(request)).matches()) {
            return Reply.skipped("unsupported operation '" + request.operation() + "'");
        }
        ascending = options(request).build();
        timed = options(request).timed().build();
        Request one = new Request(operation(request), request.type(), request.n(), request.keys(), request.measures());
        if (!one.sameCase(current)) {
            close();
            open(one);
        }
        if (isDefaultAlgorithm(request) && resident == null) {
            openOnDevice(request);
        }
        try (Arena arena = Arena.ofShared()) {
            Column keys = request.mapped(arena);
            return measure(request, keys);
        }
    }

    /** Returns the operation of a request without the algorithm. */
    private static String operation(Request request) {
        int separator = request.operation().indexOf(AlgorithmContender.SEPARATOR);
        return separator < 0 ? request.operation() : request.operation().substring(0, separator);
    }

    private static SortOptions.Builder options(Request request) {
        String operation = operation(request);
        return operation.equals(request.operation())
                ? SortOptions.builder()
                : SortOptions.builder().algorithm(request.operation().substring(operation.length() + 1));
    }

    /** Returns whether the request is for the default algorithm, the only one that sort stages support. */
    private static boolean isDefaultAlgorithm(Request request) {
        return operation(request).equals(request.operation());
    }

    /** @param request a request without an algorithm; all algorithms share a sorter, which keeps a plan for each */
    private void open(Request request) {
        String operation = request.operation();
        sorter = Sorter.open(device, SortPolicies.forDevice(device));
        work = HostArray.of(
                request.type(),
                Math.multiplyExact(
                        request.n(), BenchCase.elementBytes(operation, request.type()) / request.type().bytes()));
        numbers = IntStream.range(0, operation.equals("pairs") ? request.n() : 0).toArray();
        current = request;
    }

    private void openOnDevice(Request request) {
        Set<Measure> measures = request.measures();
        boolean fits = isSort(request) && request.type().bytes() >= Integer.BYTES && request.n() > 0;
        if (fits && (measures.contains(Measure.RESIDENT) || measures.contains(Measure.COPIES))) {
            boolean pairs = operation(request).equals("pairs");
            resident = new ResidentSort(device, sorter.policy(), request.type(), pairs, request.n());
        }
    }

    /** Returns whether the request is to sort keys, or keys with values of 32 bits. */
    private static boolean isSort(Request request) {
        return operation(request).equals("sort") || operation(request).equals("pairs");
    }

    private Reply measure(Request request, Column keys) {
        Reply reply = Reply.measured();
        Set<Measure> measures = request.measures();
        List<Supplier<String>> steps = new ArrayList<>();
        if (measures.contains(Measure.END_TO_END)) {
            steps.add(() -> endToEnd(operation(request), keys, reply));
        }
        if (measures.contains(Measure.WARM) && operation(request).equals("sort")) {
            steps.add(() -> warm(keys, reply));
        }
        if (measures.contains(Measure.KERNEL)) {
            steps.add(() -> kernel(operation(request), keys, reply));
        }
        if (measures.contains(Measure.VERIFIED) && operation(request).equals("sort")) {
            steps.add(() -> sort(keys, options(request).verify().build(), reply));
            steps.add(() -> sort(keys, options(request).verify().timed().build(), reply));
        }
        if (resident != null && isDefaultAlgorithm(request)) {
            steps.add(() -> onDevice(keys, measures, reply));
        }
        if (measures.contains(Measure.KERNELS) && isSort(request) && request.n() > 0) {
            if (profiled == null) {
                profiled = new ProfiledSort(device, sorter.policy());
            }
            reply.kernels().putAll(profiled.kernelNanos(keys, numbers, timed));
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
    private String endToEnd(String operation, Column keys, Reply reply) {
        return switch (operation.replaceFirst("-[0-9]+$", "")) {
            case "sort" -> sort(keys, ascending, reply);
            case "pairs" -> pairs(keys, ascending, reply);
            case "pairs64" -> pairs64(keys, reply);
            case "argsort" -> argsort(keys, reply);
            case "records" -> records(keys, RecordShape.of(operation), reply);
            case "argsort-records" -> recordOrder(keys, RecordShape.of(operation), reply);
            default -> top(keys, Integer.parseInt(operation.substring("top-".length())), reply);
        };
    }

    /** Measures kernel time in a separate sort, because device timing has a cost. */
    private String kernel(String operation, Column keys, Reply reply) {
        return switch (operation) {
            case "sort" -> sort(keys, timed, reply);
            case "pairs" -> pairs(keys, timed, reply);
            default -> null;
        };
    }

    private String sort(Column keys, SortOptions options, Reply reply) {
        work.segment().copyFrom(keys.segment());
        long start = System.nanoTime();
        SortStats stats = sorter.sort(work, options);
        describe(keys, stats, 0, options, System.nanoTime() - start, reply);
        return stats.mismatches() > 0
                ? "the device sorted incorrectly, and the sort was repeated on the JVM"
                : Verification.sorted(keys, work);
    }

    private String warm(Column keys, Reply reply) {
        work.segment().copyFrom(keys.segment());
        sorter.sort(work, ascending);
        work.segment().copyFrom(keys.segment());
        long start = System.nanoTime();
        sorter.sort(work, ascending);
        reply.nanos().put(Metric.WARM, System.nanoTime() - start);
        return Verification.sorted(keys, work);
    }

    private String pairs(Column keys, SortOptions options, Reply reply) {
        work.segment().copyFrom(keys.segment());
        int[] values = numbers.clone();
        long start = System.nanoTime();
        SortStats stats = sorter.sort(work, Column.of(values), options);
        describe(keys, stats, Integer.BYTES, options, System.nanoTime() - start, reply);
        return Verification.pairs(keys, work, MemorySegment.ofArray(values));
    }

    private void describe(
            Column keys, SortStats stats, int valueBytes, SortOptions options, long wallNanos, Reply reply) {
        if (options.timed()) {
            reply.nanos().put(options.verified() ? Metric.VERIFIED_KERNEL : Metric.KERNEL, stats.kernelNanos());
        } else {
            reply.nanos().put(options.verified() ? Metric.VERIFIED : Metric.END_TO_END, wallNanos);
        }
        reply.counts().put(Metric.PASSES_ISSUED, (long) stats.passesIssued());
        reply.counts().put(Metric.PASSES_SKIPPED, (long) stats.passesSkipped());
        if (ascending.algorithm() != Algorithm.AUTO && ascending.algorithm() != Algorithm.RADIX) {
            return;
        }
        // The statistics do not tell whether the last pass was a sort of buckets. The survey of block kernels does not count.
        KernelModel model = KernelModel.of(keys.type(), valueBytes, stats.passesIssued());
        boolean uncounted = sorter.policy().kernels() != Kernels.WORK_GROUP && stats.passesIssued() > 0;
        long perKey = model.digitByDigit() + (uncounted ? model.key() : 0);
        reply.counts().put(Metric.BYTES_MOVED, keys.size() * perKey);
        if (resident == null) {
            reply.counts().put(Metric.DEVICE_BYTES, deviceBytes(keys, valueBytes));
        }
    }

    /** Returns the bytes of the arrays of the sorter's plan on the device. */
    private long deviceBytes(Column keys, int valueBytes) {
        return (valueBytes == 0
                ? sorter.scratchBytes(keys.size(), keys.type())
                : sorter.scratchBytes(keys.size(), keys.type(), KeyType.INT32)).device();
    }

    private String pairs64(Column keys, Reply reply) {
        work.segment().copyFrom(keys.segment());
        long[] values = LongStream.range(0, keys.size()).toArray();
        long start = System.nanoTime();
        sorter.sort(work, Column.of(values), ascending);
        reply.nanos().put(Metric.END_TO_END, System.nanoTime() - start);
        int[] indices = LongStream.of(values).mapToInt(Math::toIntExact).toArray();
        return Verification.pairs(keys, work, MemorySegment.ofArray(indices));
    }

    private String records(Column bytes, RecordShape shape, Reply reply) {
        work.segment().copyFrom(bytes.segment());
        Records records = new Records(work.segment(), shape.bytes(), 0, shape.keyBytes());
        long start = System.nanoTime();
        sorter.sort(records, ascending);
        reply.nanos().put(Metric.END_TO_END, System.nanoTime() - start);
        return Verification.records(bytes.segment(), work.segment(), shape.bytes(), shape.keyBytes());
    }

    private String recordOrder(Column bytes, RecordShape shape, Reply reply) {
        work.segment().copyFrom(bytes.segment());
        Records records = new Records(work.segment(), shape.bytes(), 0, shape.keyBytes());
        long start = System.nanoTime();
        int[] indices = sorter.argsort(records, ascending);
        reply.nanos().put(Metric.END_TO_END, System.nanoTime() - start);
        return Verification.recordIndices(
                bytes.segment(), MemorySegment.ofArray(indices), shape.bytes(), shape.keyBytes());
    }

    private String top(Column keys, int k, Reply reply) {
        work.segment().copyFrom(keys.segment());
        long start = System.nanoTime();
        TopK top = sorter.topK(work, k, ascending);
        reply.nanos().put(Metric.END_TO_END, System.nanoTime() - start);
        return Verification.first(keys, top.keys(), MemorySegment.ofArray(top.indices()));
    }

    private String argsort(Column keys, Reply reply) {
        work.segment().copyFrom(keys.segment());
        long start = System.nanoTime();
        int[] indices = sorter.argsort(work, ascending);
        reply.nanos().put(Metric.END_TO_END, System.nanoTime() - start);
        return Verification.indices(keys, MemorySegment.ofArray(indices));
    }

    /** Measures with the data on the device. Describes what is wrong with the result, or returns null. */
    private String onDevice(Column keys, Set<Measure> measures, Reply reply) {
        MemorySegment values = MemorySegment.ofArray(numbers.clone());
        String wrong = measures.contains(Measure.RESIDENT) ? resident(keys, values, reply) : null;
        if (measures.contains(Measure.COPIES)) {
            work.segment().copyFrom(keys.segment());
            long start = System.nanoTime();
            resident.load(work, values);
            resident.fetchUnsorted(work);
            reply.nanos().put(Metric.COPIES, System.nanoTime() - start);
        }
        reply.counts().put(Metric.DEVICE_BYTES, resident.deviceBytes());
        return wrong;
    }

    private String resident(Column keys, MemorySegment values, Reply reply) {
        resident.load(keys, values);
        resident.warmUp();
        resident.reload(keys, values);
        long start = System.nanoTime();
        resident.sort(ascending);
        reply.nanos().put(Metric.RESIDENT, System.nanoTime() - start);
        resident.fetch(work, values);
        return numbers.length == 0 ? Verification.sorted(keys, work) : Verification.pairs(keys, work, values);
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
        if (profiled != null) {
            profiled.close();
            profiled = null;
        }
        // The host buffers of closed plans are freed when they are collected, which should happen before the next case.
        System.gc();
    }
}
