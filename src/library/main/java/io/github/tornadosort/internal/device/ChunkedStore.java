package io.github.tornadosort.internal.device;

import io.github.tornadosort.Column;
import io.github.tornadosort.internal.host.Copy;
import io.github.tornadosort.internal.host.Loop;
import io.github.tornadosort.internal.host.ParallelRanges;
import io.github.tornadosort.internal.plan.RadixGraphs.Outcome;
import io.github.tornadosort.internal.plan.SortPlan;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Overwrites unsorted keys with sorted ones, whole or chunk by chunk. Other threads store keys in the caller's memory. They are
 * woken while the first chunk is copied from the device, and then store chunks while the next ones are copied. The first chunk is
 * not stored before the copy of the unsorted keys is complete, unless it is also the last.
 */
final class ChunkedStore implements Runnable {
    /** Number of parts of a chunk. A part of a large chunk is large enough to be copied fast. */
    private static final int PARTS = 8;

    private final SortPlan plan;
    private final Outcome outcome;
    private final Column keys;
    private final KeptKeys kept;
    private final int n;
    private final int chunk;
    private final int parts;
    private KeyCodec codec;
    /** Number of sorted keys on the host. */
    private volatile int fetched;
    private volatile boolean failed;

    /** @param kept the copy of the unsorted keys; null to fetch all keys before the first one is stored */
    ChunkedStore(SortPlan plan, Outcome outcome, Column keys, KeptKeys kept) {
        this.plan = plan;
        this.outcome = outcome;
        this.keys = keys;
        this.kept = kept;
        this.n = (int) keys.size();
        this.chunk = kept == null ? n : plan.chunk(outcome);
        this.parts = kept == null ? Copy.parts(keys.segment().byteSize()) : PARTS * Math.ceilDiv(n, chunk);
    }

    @Override
    public void run() {
        Loop storing = Loop.besideDevice(
                parts,
                (part, thread) -> store((int) ParallelRanges.start(n, parts, part),
                        (int) ParallelRanges.start(n, parts, part + 1)),
                keys.segment());
        try {
            storing.runDuring(this::fetchAll);
        } catch (RuntimeException | Error e) {
            if (kept != null || fetched < n) {
                throw e;
            }
            Loop.store(codec.store());
        }
    }

    private void fetchAll() {
        try {
            while (fetched < n) {
                int end = fetched + Math.min(chunk, n - fetched);
                TornadoNativeArray sorted = fetch(end);
                codec = codec == null ? new KeyCodec(keys, sorted) : codec;
                fetched = end;
            }
            if (kept != null) {
                kept.close();
            }
        } catch (RuntimeException | Error e) {
            failed = true;
            throw e;
        }
    }

    private TornadoNativeArray fetch(int end) {
        return kept == null ? plan.sortedKeys(outcome, n) : plan.sortedKeys(outcome, fetched, end);
    }

    /** Stores a part when it is on the host. */
    private void store(int begin, int end) {
        while (!failed && (fetched < end || (kept != null && !kept.isComplete()))) {
            Loop.idle();
        }
        if (!failed) {
            codec.store(begin, begin, end);
        }
    }
}
