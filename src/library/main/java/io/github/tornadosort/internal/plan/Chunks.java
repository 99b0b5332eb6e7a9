package io.github.tornadosort.internal.plan;

import io.github.tornadosort.Column;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.policy.SortPolicy;
import io.github.tornadosort.internal.policy.SortPolicy.Kernels;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Copies many keys to a device and back in chunks, while other threads copy further chunks between the caller's memory and the
 * buffers that the device reads and writes. (H200, CUDA, 2^28 ints: 72 ms instead of 80.)
 *
 * <p>Chunks are loaded through three staging buffers. TornadoVM can copy only whole arrays to a device, so a kernel then copies
 * a chunk from its staging buffer to its index among the keys. Sorted keys overwrite unsorted ones before the last chunk is
 * known to arrive. So each thread that loads keys also copies them to memory from which they are restored if the device fails.
 */
final class Chunks {
    private static final int SLOTS = 3;
    /** Name of the graph for the last staging buffer. */
    static final String LAST = "Load" + (SLOTS - 1);

    /** Number of parts of a chunk. A part of a large chunk is so large that the JVM writes past the caches, which is faster. */
    private static final int PARTS = 8;

    /** Minimum number of chunks. With fewer, little is copied at the same time. */
    private static final int MIN_CHUNKS = 4;

    private final int chunk;
    private final TornadoNativeArray[] slots = new TornadoNativeArray[SLOTS];
    private final IntArray[] parameters = new IntArray[SLOTS];
    private final PlanGraph[] graphs = new PlanGraph[SLOTS];
    /** The first buffer, and the parameters of the sort. */
    private final TornadoNativeArray sorted;
    private final IntArray p;
    /** The keys before the sort, except those of the last chunk; null if results are not stored in chunks. */
    private final TornadoNativeArray unsorted;

    /**
     * Allocates the staging buffers and builds a graph for each.
     *
     * @param all the graphs of the sort, to which these are added
     */
    Chunks(RadixGraphs all, DeviceArrays arrays) {
        this.chunk = all.policy.chunkKeys();
        for (int slot = 0; slot < SLOTS; slot++) {
            slots[slot] = arrays.words(all.shape.bytes(), chunk);
            parameters[slot] = arrays.parameters(PassParameters.WORDS);
            graphs[slot] = graph(all, slot);
        }
        this.sorted = all.buffers.keys()[0];
        this.p = all.buffers.p();
        // The host's array of the second buffer is free until results are fetched from that.
        this.unsorted = all.shape.withValues() ? null : arrays.hostCopyOf(all.buffers.keys()[1]);
    }

    /** Returns whether a plan for up to {@code capacity} keys loads them in chunks. */
    static boolean applies(SortPolicy policy, long capacity) {
        return policy.kernels() == Kernels.WORK_GROUP
                && policy.chunkKeys() > 0
                && capacity >= (long) MIN_CHUNKS * policy.chunkKeys();
    }

    /** Returns the bytes of the staging buffers. */
    static long bytes(SortPolicy policy, PlanShape shape) {
        return (long) SLOTS * policy.chunkKeys() * shape.bytes();
    }

    private PlanGraph graph(RadixGraphs all, int slot) {
        TornadoNativeArray keys = all.buffers.keys()[0];
        PlanGraph graph = all.next("Load" + slot, List.of(RadixTasks.move("put", slots[slot], keys, parameters[slot])));
        if (slot > 0) {
            graph.graph().consumeFromDevice(all.name("Load" + (slot - 1)), keys);
        }
        graph.graph().transferToDevice(DataTransferMode.EVERY_EXECUTION, slots[slot], parameters[slot]);
        graph.addTasks().persistOnDevice(keys);
        return graph;
    }

    /** Copies all keys to the device. */
    void load(Column keys, TornadoExecutionPlan plan, GridScheduler grids, Checkpoint checkpoint) {
        Loading loading = new Loading(keys);
        loading.loop.runDuring(() -> {
            try {
                for (int i = 0; i < loading.chunks; i++) {
                    loading.await(i);
                    IntArray chunkOf = parameters[i % SLOTS];
                    chunkOf.set(PassParameters.FIRST, i * chunk);
                    chunkOf.set(PassParameters.N, loading.count(i));
                    PlanGraph graph = graphs[i % SLOTS];
                    graph.setGrids(grids, new KernelTask.Size(loading.count(i), 1));
                    new GraphRunner(plan, checkpoint, chunkOf, false, false).execute(graph.index());
                    loading.sent = i + 1;
                }
            } finally {
                loading.sent = loading.chunks;
            }
        });
    }

    /** A loop that copies all keys to the staging buffers, chunk by chunk. */
    private final class Loading {
        private final int n;
        private final int chunks;
        private final KeyCodec[] codecs = new KeyCodec[SLOTS];
        private final KeyCodec kept;
        private final Loop loop;
        /** Number of parts of each chunk that are not yet in their staging buffer. */
        private final AtomicIntegerArray left;
        /** Number of chunks that are on the device. */
        private volatile int sent;

        private Loading(Column keys) {
            this.n = (int) keys.size();
            // The survey follows a graph that has loaded keys, even if there are none.
            this.chunks = Math.max(1, Math.ceilDiv(n, chunk));
            for (int slot = 0; slot < SLOTS; slot++) {
                codecs[slot] = new KeyCodec(keys, slots[slot]);
            }
            this.kept = unsorted == null ? null : new KeyCodec(keys, unsorted);
            this.left = new AtomicIntegerArray(chunks);
            for (int i = 0; i < chunks; i++) {
                left.set(i, PARTS);
            }
            this.loop =
                    Loop.besideDevice(chunks * PARTS, (part, thread) -> load(part / PARTS, part % PARTS), keys.segment());
        }

        private int count(int i) {
            return Math.min(chunk, n - i * chunk);
        }

        /** Fills a part of a staging buffer when its previous chunk is on the device. */
        private void load(int i, int part) {
            while (i >= sent + SLOTS) {
                Loop.idle();
            }
            int begin = (int) ParallelRanges.start(count(i), PARTS, part);
            int end = (int) ParallelRanges.start(count(i), PARTS, part + 1);
            int first = i * chunk;
            codecs[i % SLOTS].load(first + begin, first + end, begin);
            if (kept != null && i < chunks - 1) {
                kept.load(first + begin, first + end, first + begin);
            }
            left.decrementAndGet(i);
        }

        /** Waits until a chunk is in its staging buffer; the calling thread copies parts of it meanwhile. */
        private void await(int i) {
            while (left.get(i) > 0 && !loop.hasFailed()) {
                if (!loop.help((i + 1) * PARTS)) {
                    Loop.idle();
                }
            }
        }
    }

    /** Returns whether sorted keys can be stored in chunks. Those of the second buffer overwrite the unsorted ones' copy. */
    boolean store(Outcome outcome) {
        return unsorted != null && outcome.buffer() == 0;
    }

    /**
     * Overwrites the keys that were loaded with the sorted ones. If the device fails, restores them. If only storing fails,
     * stores all sorted keys again.
     */
    void store(Column keys, Outcome outcome, Checkpoint checkpoint) {
        Storing storing = new Storing(keys);
        Loop restoring = storing.restoring();
        try {
            storing.loop.runDuring(() -> {
                try {
                    while (storing.fetched < storing.n) {
                        int end = storing.fetched + Math.min(chunk, storing.n - storing.fetched);
                        GraphRunner.fetch(outcome.last(), sorted, storing.fetched, end, checkpoint, p);
                        storing.fetched = end;
                    }
                } catch (RuntimeException | Error e) {
                    storing.failed = true;
                    throw e;
                }
            });
        } catch (RuntimeException | Error e) {
            if (storing.fetched < storing.n) {
                Loop.store(restoring);
                throw e;
            }
            Loop.store(storing.codec.store());
        }
    }

    /** A loop that overwrites the keys with the sorted ones, part by part, while these arrive. */
    private final class Storing {
        private final Column keys;
        private final KeyCodec codec;
        private final int n;
        private final int partKeys;
        private final Loop loop;
        /** Number of sorted keys on the host. */
        private volatile int fetched;
        private volatile boolean failed;

        private Storing(Column keys) {
            this.keys = keys;
            this.codec = new KeyCodec(keys, sorted);
            this.n = (int) keys.size();
            this.partKeys = Math.ceilDiv(chunk, PARTS);
            this.loop = Loop.besideDevice(Math.ceilDiv(n, partKeys), (part, thread) -> store(part), keys.segment());
        }

        /** Stores a part when it is on the host. */
        private void store(int part) {
            int begin = part * partKeys;
            int end = begin + Math.min(partKeys, n - begin);
            while (!failed && fetched < end) {
                Loop.idle();
            }
            if (!failed) {
                codec.store(begin, begin, end);
            }
        }

        /** Returns a loop that restores all keys but those of the last chunk, which are overwritten when all have arrived. */
        private Loop restoring() {
            int last = (n - 1) / chunk * chunk;
            return new KeyCodec(keys.range(0, last), unsorted).store();
        }
    }
}
