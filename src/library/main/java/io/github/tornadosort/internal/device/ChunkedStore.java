package io.github.tornadosort.internal.device;

import io.github.tornadosort.Column;
import io.github.tornadosort.internal.host.Loop;
import io.github.tornadosort.internal.host.ParallelRanges;
import io.github.tornadosort.internal.plan.RadixGraphs.Outcome;
import io.github.tornadosort.internal.plan.SortPlan;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Overwrites unsorted keys with sorted ones chunk by chunk. While a chunk is copied from the device, other threads copy the
 * chunks before it to the caller's memory. They begin when the copy of the unsorted keys is complete.
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
    private KeyCodec codec;
    /** Number of sorted keys on the host. */
    private volatile int fetched;
    private volatile boolean failed;

    ChunkedStore(SortPlan plan, Outcome outcome, Column keys, KeptKeys kept, int chunk) {
        this.plan = plan;
        this.outcome = outcome;
        this.keys = keys;
        this.kept = kept;
        this.n = (int) keys.size();
        this.chunk = chunk;
    }

    @Override
    public void run() {
        codec = new KeyCodec(keys, fetch());
        int parts = PARTS * Math.ceilDiv(n, chunk);
        Loop storing = new Loop(
                parts,
                (part, thread) -> store((int) ParallelRanges.start(n, parts, part),
                        (int) ParallelRanges.start(n, parts, part + 1)),
                keys.segment());
        storing.runDuring(this::fetchRest);
    }

    private void fetchRest() {
        try {
            while (fetched < n) {
                fetch();
            }
            kept.close();
        } catch (RuntimeException | Error e) {
            failed = true;
            throw e;
        }
    }

    private TornadoNativeArray fetch() {
        int end = fetched + Math.min(chunk, n - fetched);
        TornadoNativeArray sorted = plan.sortedKeys(outcome, fetched, end);
        fetched = end;
        return sorted;
    }

    /** Stores a part when it is on the host. */
    private void store(int begin, int end) {
        while (!failed && (fetched < end || !kept.isComplete())) {
            Loop.idle();
        }
        if (!failed) {
            codec.store(begin, begin, end);
        }
    }
}
