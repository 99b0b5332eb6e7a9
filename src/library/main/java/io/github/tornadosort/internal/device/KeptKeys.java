package io.github.tornadosort.internal.device;

import io.github.tornadosort.Column;
import io.github.tornadosort.internal.plan.SortPlan;
import io.github.tornadosort.internal.threads.Loop;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicIntegerArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * A copy of unsorted keys, from which they are restored if the device fails while sorted keys overwrite them. Threads that load the
 * keys make the copy while they wait for the device, and other threads continue it while the device sorts. Parts that are not copied
 * when sorted keys arrive are copied on demand, each before it is overwritten. The keys of the last chunk are never copied: when
 * they are overwritten, all sorted keys are on the host.
 */
final class KeptKeys implements AutoCloseable {
    /** Number of parts of a chunk. A part of a large chunk is so large that the JVM writes past the caches, which is faster. */
    private static final int PARTS = 8;

    private static final int COPYING = 1;
    private static final int COPIED = 2;

    private final Column keys;
    private final int n;
    private int partKeys;
    private KeyCodec codec;
    /** The state of each part but those of the last chunk: 0, {@link #COPYING} or {@link #COPIED}. */
    private AtomicIntegerArray states;

    private Loop copying;
    private Loop restoring;
    /** Whether the loop begins no further part. */
    private volatile boolean ended;
    private boolean closed = true;

    KeptKeys(Column keys) {
        this.keys = keys;
        this.n = Math.toIntExact(keys.size());
    }

    /** Loads the keys into a plan, and starts to copy them if results of the plan are stored in chunks. */
    void load(SortPlan plan) {
        TornadoNativeArray kept = plan.kept();
        if (kept == null) {
            plan.load(n, new ColumnLoader(keys));
            return;
        }
        codec = new KeyCodec(keys, kept);
        partKeys = Math.ceilDiv(plan.chunk(), PARTS);
        int lastChunk = n == 0 ? 0 : (n - 1) / plan.chunk() * plan.chunk();
        states = new AtomicIntegerArray(lastChunk / partKeys);
        copying = Loop.besideDevice(
                states.length(),
                (part, thread) -> {
                    if (!ended) {
                        keep(part);
                    }
                },
                keys.segment());
        restoring = new Loop(states.length(), (part, thread) -> restore(part), keys.segment());
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

    /** Returns the number of keys of a part. The last part may have fewer. */
    int partKeys() {
        return partKeys;
    }

    /** Copies a part, or waits until another thread has copied it. Does nothing if the part belongs to the last chunk. */
    void keep(int part) {
        while (part < states.length() && states.get(part) != COPIED) {
            if (states.compareAndSet(part, 0, COPYING)) {
                copy(part);
            } else {
                Loop.idle();
            }
        }
    }

    private void copy(int part) {
        int state = 0;
        try {
            int begin = part * partKeys;
            codec.load(begin, begin + partKeys, begin);
            state = COPIED;
        } finally {
            states.set(part, state);
        }
    }

    /** Overwrites all parts that were copied with their unsorted keys. Allocates nothing. */
    void restore() {
        Loop.store(restoring);
    }

    private void restore(int part) {
        if (states.get(part) == COPIED) {
            int begin = part * partKeys;
            codec.store(begin, begin, begin + partKeys);
        }
    }

    /** Ends the copy that other threads make, and waits for the parts that they have begun. {@link #keep} still copies parts. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            ended = true;
            copying.finish();
        }
    }
}
