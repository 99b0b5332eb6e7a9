package io.github.tornadosort.internal.device;

import io.github.tornadosort.Column;
import io.github.tornadosort.internal.plan.RadixGraphs.Outcome;
import io.github.tornadosort.internal.plan.SortPlan;
import io.github.tornadosort.internal.threads.Copy;
import io.github.tornadosort.internal.threads.Loop;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Overwrites unsorted keys with sorted ones, whole or chunk by chunk. Other threads store keys in the caller's memory. They are
 * woken while the first chunk is copied from the device, and then store chunks while the next ones are copied. A part that is stored
 * before all chunks have arrived is kept before it is overwritten.
 */
final class ChunkedStore {
    private final SortPlan plan;
    private final Outcome outcome;
    private final Column keys;
    private final KeptKeys kept;
    private final int n;
    private final int chunk;
    private final int partKeys;
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
        this.chunk = kept == null ? n : plan.chunk();
        this.partKeys = kept == null ? Math.ceilDiv(n, Copy.parts(keys.segment().byteSize())) : kept.partKeys();
    }

    /** Overwrites the keys. If the device fails, restores them. If only storing fails, stores all sorted keys again. */
    void run() {
        Loop storing = Loop.besideDevice(Math.ceilDiv(n, partKeys), (part, thread) -> store(part), keys.segment());
        try {
            storing.runDuring(this::fetchAll);
        } catch (RuntimeException | Error e) {
            if (fetched == n) {
                Loop.store(codec.store());
                return;
            }
            if (kept != null) {
                kept.restore();
            }
            throw e;
        }
    }

    private void fetchAll() {
        try {
            while (fetched < n) {
                int end = fetched + Math.min(chunk, n - fetched);
                TornadoNativeArray sorted = fetch(end);
                if (fetched == 0) {
                    codec = new KeyCodec(keys, sorted);
                    closeKept();
                }
                fetched = end;
            }
        } catch (RuntimeException | Error e) {
            failed = true;
            throw e;
        }
    }

    private TornadoNativeArray fetch(int end) {
        return kept == null ? plan.sortedKeys(outcome, n) : plan.sortedKeys(outcome, fetched, end);
    }

    /** Ends the copy of the unsorted keys. From now on, each part is kept by the thread that overwrites it. */
    private void closeKept() {
        if (kept != null) {
            kept.close();
        }
    }

    /** Stores a part when it is on the host. */
    private void store(int part) {
        int begin = part * partKeys;
        int end = begin + Math.min(partKeys, n - begin);
        if (kept != null && fetched < n) {
            kept.keep(part);
        }
        while (!failed && fetched < end) {
            Loop.idle();
        }
        if (!failed) {
            codec.store(begin, begin, end);
        }
    }
}
