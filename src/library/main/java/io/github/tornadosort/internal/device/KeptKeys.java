package io.github.tornadosort.internal.device;

import io.github.tornadosort.Column;
import io.github.tornadosort.internal.host.Loop;
import io.github.tornadosort.internal.host.ParallelRanges;
import io.github.tornadosort.internal.plan.SortPlan;
import java.lang.foreign.MemorySegment;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * A copy of unsorted keys. Threads that load the keys make it while they wait for the device, and other threads complete it while
 * the device sorts. The keys are restored from it if the device fails while sorted keys overwrite them.
 */
final class KeptKeys implements AutoCloseable {
    /** Bytes of a part of the copy. The JVM writes past the caches from 2.5 MiB on, which is faster for memory that is not read soon. */
    private static final long PART_BYTES = 3 << 20;

    private final Column keys;
    private Loop copying;
    private Loop restoring;
    private boolean closed = true;

    KeptKeys(Column keys) {
        this.keys = keys;
    }

    /** Loads the keys into a plan, and starts to copy them if results of the plan are stored in chunks. */
    void load(SortPlan plan) {
        int n = Math.toIntExact(keys.size());
        TornadoNativeArray kept = plan.kept();
        if (kept == null) {
            plan.load(n, new ColumnLoader(keys));
            return;
        }
        KeyCodec codec = new KeyCodec(keys, kept);
        int parts = (int) Math.ceilDiv(keys.segment().byteSize(), PART_BYTES);
        restoring = codec.store();
        copying = new Loop(
                parts,
                (part, thread) -> {
                    long begin = ParallelRanges.start(n, parts, part);
                    codec.load(begin, ParallelRanges.start(n, parts, part + 1), begin);
                },
                keys.segment());
        plan.load(n, new CopyingLoader(new ColumnLoader(keys), copying));
        copying.start();
        closed = false;
    }

    /** Loads keys, and makes the copy meanwhile. */
    private record CopyingLoader(ColumnLoader loader, Loop copying) implements SortPlan.Loader {
        @Override
        public void load(int first, int end, TornadoNativeArray to, int at) {
            loader.load(first, end, to, at);
        }

        @Override
        public MemorySegment source() {
            return loader.source();
        }

        @Override
        public boolean workMeanwhile() {
            return copying.help(Integer.MAX_VALUE);
        }
    }

    /** Returns whether the copy is complete. The keys must not be overwritten before. */
    boolean isComplete() {
        return copying.isComplete();
    }

    /** Overwrites the keys. If that fails after the copy was complete, restores them. */
    void restoreIfFails(Runnable overwriting) {
        try {
            overwriting.run();
        } catch (RuntimeException | Error e) {
            if (isComplete()) {
                Loop.store(restoring);
            }
            throw e;
        }
    }

    /** Waits until the copy is complete, or until no thread copies keys any more. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            copying.finish();
        }
    }
}
