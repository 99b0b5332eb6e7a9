package io.github.tornadosort.internal.plan;

import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.internal.kernel.GroupChunks;
import io.github.tornadosort.internal.plan.SortPlan.Loader;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Copies keys to the device in chunks, through three staging buffers. While the device copies a chunk from one buffer, other
 * threads of the host copy the next chunks from the caller's memory to the other buffers. TornadoVM can copy only whole arrays to
 * a device, so a kernel then copies the chunk from the staging buffer to its index among the keys.
 */
public final class ChunkedLoad {
    private static final int SLOTS = 3;
    /** Name of the graph for the last staging buffer. */
    static final String LAST = "Load" + (SLOTS - 1);

    /** Number of parts of a chunk. A part of a large chunk is so large that the JVM writes past the caches, which is faster. */
    private static final int PARTS = 8;

    private static final int WORK_ITEMS = 256;
    /** Minimum number of chunks. With fewer, little is copied at the same time. */
    private static final int MIN_CHUNKS = 4;

    private final int chunk;
    private final TornadoNativeArray[] slots = new TornadoNativeArray[SLOTS];
    private final IntArray[] parameters = new IntArray[SLOTS];
    private final PlanGraph[] graphs = new PlanGraph[SLOTS];

    /**
     * Allocates the staging buffers and builds a graph for each.
     *
     * @param all the graphs of the sort, to which these are added
     */
    ChunkedLoad(RadixGraphs all, DeviceArrays arrays) {
        this.chunk = all.policy.chunkKeys();
        for (int slot = 0; slot < SLOTS; slot++) {
            slots[slot] = arrays.words(all.shape.bytes(), chunk);
            parameters[slot] = arrays.parameters(GroupChunks.PARAMETERS);
            graphs[slot] = graph(all, slot);
        }
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
        PlanGraph graph = all.next("Load" + slot, List.of(task(all.shape, slots[slot], keys, parameters[slot])));
        if (slot > 0) {
            graph.graph().consumeFromDevice(all.name("Load" + (slot - 1)), keys);
        }
        graph.graph().transferToDevice(DataTransferMode.EVERY_EXECUTION, slots[slot], parameters[slot]);
        graph.addTasks().persistOnDevice(keys);
        return graph;
    }

    /** Returns the task that copies a chunk to its index among the keys. */
    @SuppressWarnings("unchecked")
    public static KernelTask task(PlanShape shape, TornadoNativeArray chunk, TornadoNativeArray keys, IntArray p) {
        KernelContext context = new KernelContext();
        return new KernelTask(
                "put",
                graph -> {
                    if (shape.bytes() == Long.BYTES) {
                        graph.task("put", UntypedKernel.of(GroupChunks::put64), context, chunk, keys, p);
                    } else {
                        graph.task("put", UntypedKernel.of(GroupChunks::put32), context, chunk, keys, p);
                    }
                },
                size -> Math.max(1, Math.ceilDiv(size.n(), WORK_ITEMS)),
                WORK_ITEMS);
    }

    /** Executes a graph of one task. */
    @FunctionalInterface
    interface Execution {
        /**
         * Executes the graph.
         *
         * @param n number of keys, which determines the grid of the task
         * @param p parameters of the kernel
         */
        void run(PlanGraph graph, int n, IntArray p);
    }

    /** Loads n keys. */
    void load(int n, Loader loader, Execution execution) {
        Filling filling = new Filling(n, loader);
        filling.loop.runDuring(() -> {
            try {
                for (int i = 0; i < filling.chunks; i++) {
                    filling.await(i);
                    send(i, n, execution);
                    filling.sent = i + 1;
                }
            } finally {
                filling.sent = filling.chunks;
            }
        });
    }

    private void send(int i, int n, Execution execution) {
        IntArray p = parameters[i % SLOTS];
        int count = Math.min(chunk, n - i * chunk);
        p.set(GroupChunks.FIRST, i * chunk);
        p.set(GroupChunks.COUNT, count);
        execution.run(graphs[i % SLOTS], count, p);
    }

    /** A loop that copies all keys to the staging buffers, chunk by chunk. */
    private final class Filling {
        private final int n;
        private final int chunks;
        private final Loader loader;
        private final Loop loop;
        /** Number of parts of each chunk that are not yet in their staging buffer. */
        private final AtomicIntegerArray left;
        /** Number of chunks that are on the device. */
        private volatile int sent;

        private Filling(int n, Loader loader) {
            this.n = n;
            // The survey follows a graph that has loaded keys, even if there are none.
            this.chunks = Math.max(1, Math.ceilDiv(n, chunk));
            this.loader = loader;
            this.left = new AtomicIntegerArray(chunks);
            for (int i = 0; i < chunks; i++) {
                left.set(i, PARTS);
            }
            this.loop =
                    Loop.besideDevice(chunks * PARTS, (part, thread) -> fill(part / PARTS, part % PARTS), loader.source());
        }

        /** Fills a part of a staging buffer when its previous chunk is on the device. */
        private void fill(int i, int part) {
            while (i >= sent + SLOTS) {
                if (!loader.workMeanwhile()) {
                    Loop.idle();
                }
            }
            int first = i * chunk;
            int count = Math.min(chunk, n - first);
            int begin = (int) ParallelRanges.start(count, PARTS, part);
            int end = (int) ParallelRanges.start(count, PARTS, part + 1);
            loader.load(first + begin, first + end, slots[i % SLOTS], begin);
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
}
