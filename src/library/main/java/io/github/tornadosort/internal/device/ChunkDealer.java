package io.github.tornadosort.internal.device;

import io.github.tornadosort.SortOptions;
import io.github.tornadosort.internal.device.Chunks.Range;
import io.github.tornadosort.internal.policy.SortKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.slf4j.LoggerFactory;

/**
 * Sorts the chunks of one call on several devices at once. Each device has a thread, which takes the next chunk when the device has
 * sorted its last one. The lengths of the chunks are in proportion to the speeds of the devices, so that all devices end at about the
 * same time, with few chunks to merge. If a device fails, the others sort its chunks.
 */
final class ChunkDealer {

    /**
     * Speeds are rounded to eighths of that of the fastest device, so that devices of one model get chunks of the same length in each
     * call, for which they then have compiled plans. A device with less than a sixteenth of that speed gets no chunk.
     */
    private static final int SPEEDS = 8;

    private final Chunks chunks;
    private final SortOptions options;
    /** Ranges that no device has taken. */
    private final Deque<Range> ranges = new ArrayDeque<>();
    /** What devices have failed with, and the ranges that they have not sorted. */
    private final Map<ChunkSorter, Failure> failures = new ConcurrentHashMap<>();

    private volatile CancellationException cancelled;

    private record Failure(Throwable cause, Range unsorted) {}

    ChunkDealer(Chunks chunks, SortOptions options) {
        this.chunks = chunks;
        this.options = options;
    }

    /**
     * Sorts all chunks.
     *
     * @param devices at least one; the calling thread sorts on the first one
     * @throws CancellationException if the calling thread is interrupted
     */
    void sort(List<ChunkSorter> devices) {
        ranges.add(new Range(0, chunks.keys().size()));
        List<ChunkSorter> working = new ArrayList<>(devices);
        while (!ranges.isEmpty()) {
            sortOnThreads(working, shares(working));
            working.removeAll(failures.keySet());
            if (working.isEmpty()) {
                rethrow(failures.values().iterator().next().cause);
            }
            failures.values().forEach(failure -> giveBack(failure.unsorted));
            failures.clear();
        }
    }

    /** Throws a failure of a device. */
    static void rethrow(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) failure;
    }

    /** Returns a range that a device has not sorted. The device may have overwritten some of its keys. */
    private void giveBack(Range range) {
        if (range.size() > 0) {
            chunks.copy(range);
            ranges.add(range);
        }
    }

    /** Returns how many keys each device sorts at a time. */
    private long[] shares(List<ChunkSorter> devices) {
        SortKind kind = SortKind.of(chunks.keys().type(), chunks.haveValues());
        double fastest = devices.stream().mapToDouble(device -> device.nanosPerKey(kind)).min().orElseThrow();
        long[] speeds = devices.stream()
                .mapToLong(device -> Math.round(SPEEDS * fastest / device.nanosPerKey(kind)))
                .toArray();
        long sum = LongStream.of(speeds).sum();
        long n = ranges.stream().mapToLong(Range::size).sum();
        long[] shares = new long[speeds.length];
        for (int i = 0; i < shares.length; i++) {
            long all = Math.ceilDiv(n * speeds[i], sum);
            long most = devices.get(i).maxKeys(chunks.keys().type(), chunks.haveValues(), options);
            shares[i] = all == 0 ? 0 : Math.ceilDiv(all, Math.ceilDiv(all, most));
        }
        return shares;
    }

    /** Sorts until each range is sorted or was taken by a device that failed. */
    private void sortOnThreads(List<ChunkSorter> devices, long[] shares) {
        List<Thread> threads = new ArrayList<>();
        try {
            for (int i = 1; i < shares.length; i++) {
                ChunkSorter device = devices.get(i);
                long share = shares[i];
                if (share > 0) {
                    threads.add(Thread.ofPlatform()
                            .daemon()
                            .name("tornado-sort device " + device.sorter().device().id())
                            .start(() -> work(device, share)));
                }
            }
        } catch (OutOfMemoryError e) {
            LoggerFactory.getLogger(ChunkDealer.class)
                    .warn("Not all devices sort, since there is no memory for their threads: {}", e.getMessage());
        }
        // The first device sorts what is left for want of threads, even if it is slow.
        work(devices.getFirst(), threads.isEmpty() ? Math.max(1, chunks.keys().size()) : shares[0]);
        await(threads);
        if (cancelled != null) {
            throw cancelled;
        }
    }

    /** Waits until threads have ended. Interrupts them if the calling thread is interrupted. */
    private void await(List<Thread> threads) {
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                if (cancelled != null) {
                    threads.forEach(Thread::interrupt);
                }
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                    cancelled = new CancellationException("interrupted while sorting; the keys are unchanged");
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Logs that other devices sort the keys of a device. */
    static void warn(ChunkSorter device, Throwable failure) {
        LoggerFactory.getLogger(ChunkDealer.class).warn("Device {} failed; other devices sort its keys",
                device.sorter().device(), failure);
    }

    private void work(ChunkSorter device, long share) {
        Range range = next(share);
        while (range != null) {
            try {
                device.sort(chunks, range, options);
                range = next(share);
            } catch (CancellationException e) {
                cancelled = e;
                return;
            } catch (RuntimeException | Error e) {
                warn(device, e);
                failures.put(device, new Failure(e, chunks.rest(range)));
                return;
            }
        }
    }

    /** Takes up to {@code share} keys; returns null if there are none. */
    private synchronized Range next(long share) {
        Range range = cancelled != null || share == 0 ? null : ranges.poll();
        if (range != null && range.size() > share) {
            ranges.addFirst(new Range(range.first() + share, range.end()));
            return new Range(range.first(), range.first() + share);
        }
        return range;
    }
}
