package io.github.tornadosort.internal.device;

import io.github.tornadosort.Column;
import io.github.tornadosort.internal.host.Loop;
import io.github.tornadosort.internal.plan.SortPlan;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * A copy of unsorted keys. Other threads make it while the device sorts. The keys are restored from it if the device fails while
 * sorted keys overwrite them.
 */
final class KeptKeys implements AutoCloseable {
    private final Column keys;
    private Loop copying;
    private Loop restoring;
    private boolean closed = true;

    KeptKeys(Column keys) {
        this.keys = keys;
    }

    /** Starts to copy the keys, if results of the plan are stored in chunks. */
    void start(SortPlan plan) {
        TornadoNativeArray kept = plan.kept();
        if (kept != null) {
            KeyCodec codec = new KeyCodec(keys, kept);
            restoring = codec.store();
            copying = codec.load();
            copying.start();
            closed = false;
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
