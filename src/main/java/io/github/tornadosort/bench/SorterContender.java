package io.github.tornadosort.bench;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.graph.ResidentSort;
import io.github.tornadosort.graph.ResidentSort.Companion;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;

/** This library on one device. A case's kernels are compiled anew, so that its first measurement tells what that costs. */
public final class SorterContender implements Contender {
    private static final SortOptions ASCENDING = SortOptions.ascending();

    private final SortDevice device;
    private final About about;
    private Request current;
    private Sorter sorter;
    private ResidentSort resident;
    private Column work;
    private int[] numbers;

    /** @param name what results call it */
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
        Companion companion =
                switch (request.operation()) {
                    case "sort" -> Companion.NOTHING;
                    case "pairs" -> Companion.VALUES;
                    case "argsort" -> Companion.PLACES;
                    default -> null;
                };
        if (companion == null) {
            return Reply.skipped("no operation '" + request.operation() + "'");
        }
        prepare(request, companion);
        Reply reply = Reply.measured();
        try (Arena arena = Arena.ofShared()) {
            Column keys = request.mapped(arena);
            String wrong = endToEnd(keys, companion, reply);
            if (wrong == null) {
                wrong = onDevice(keys, companion, reply);
            }
            if (wrong != null) {
                return Reply.failed(wrong);
            }
            copies(keys, companion, reply);
            if (request.perKernel()) {
                perKernel(keys, companion, reply);
            }
        }
        return reply;
    }

    private void prepare(Request request, Companion companion) {
        if (!request.sameCase(current)) {
            close();
            sorter = Sorter.open(device);
            resident = new ResidentSort(device, sorter.policy(), request.type(), companion, Math.max(1, request.n()));
            work = HostArray.of(request.type(), request.n());
            numbers = companion == Companion.NOTHING
                    ? new int[0]
                    : IntStream.range(0, request.n()).toArray();
            current = request;
        }
    }

    private String endToEnd(Column keys, Companion companion, Reply reply) {
        work.segment().copyFrom(keys.segment());
        int[] values = numbers.clone();
        long start = System.nanoTime();
        switch (companion) {
            case NOTHING -> sorter.sort(work, ASCENDING);
            case VALUES -> sorter.sort(work, Column.of(values), ASCENDING);
            case PLACES -> values = sorter.argsort(work, ASCENDING);
        }
        reply.nanos().put(Metric.END_TO_END, System.nanoTime() - start);
        return verify(keys, MemorySegment.ofArray(values), companion);
    }

    private String onDevice(Column keys, Companion companion, Reply reply) {
        load(keys, companion);
        long start = System.nanoTime();
        SortStats stats = resident.sort(ASCENDING);
        reply.nanos().put(Metric.RESIDENT, System.nanoTime() - start);
        reply.nanos().put(Metric.KERNEL, stats.kernelNanos());
        reply.counts().put(Metric.PASSES_ISSUED, (long) stats.passesIssued());
        reply.counts().put(Metric.PASSES_SKIPPED, (long) stats.passesSkipped());
        reply.counts().put(Metric.BYTES_MOVED, bytesMoved(keys, companion, stats.passesIssued()));
        reply.counts().put(Metric.DEVICE_BYTES, resident.deviceBytes());
        resident.fetchKeys(work);
        int[] values = numbers.clone();
        if (companion != Companion.NOTHING) {
            resident.fetchValues(MemorySegment.ofArray(values));
        }
        if (companion == Companion.PLACES) {
            work.segment().copyFrom(keys.segment());
        }
        return verify(keys, MemorySegment.ofArray(values), companion);
    }

    private void copies(Column keys, Companion companion, Reply reply) {
        work.segment().copyFrom(keys.segment());
        long start = System.nanoTime();
        load(work, companion);
        resident.fetchLoaded(work);
        reply.nanos().put(Metric.COPIES, System.nanoTime() - start);
    }

    private void perKernel(Column keys, Companion companion, Reply reply) {
        load(keys, companion);
        KernelTimes times = new KernelTimes();
        resident.sort(ASCENDING, times::add);
        reply.kernels().putAll(times.nanos());
    }

    private void load(Column keys, Companion companion) {
        resident.load(keys, companion == Companion.VALUES ? MemorySegment.ofArray(numbers) : null);
    }

    private String verify(Column keys, MemorySegment values, Companion companion) {
        return switch (companion) {
            case NOTHING -> Verification.sorted(keys, work);
            case VALUES -> Verification.pairs(keys, work, values);
            case PLACES -> Verification.places(keys, values);
        };
    }

    /** A survey reads the keys; a pass reads them twice and writes them once, and reads and writes what goes with them. */
    private static long bytesMoved(Column keys, Companion companion, int passes) {
        long keyBytes = Math.max(4, keys.type().bytes());
        long valueBytes = companion == Companion.NOTHING ? 0 : 4;
        long numbering = companion == Companion.PLACES ? 4 : 0;
        return keys.size() * (keyBytes + numbering + passes * (3 * keyBytes + 2 * valueBytes));
    }

    @Override
    public void close() {
        if (sorter != null) {
            sorter.close();
            resident.close();
            sorter = null;
            resident = null;
            current = null;
        }
    }
}
