package io.github.tornadosort.internal.device;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.internal.host.Gather;
import io.github.tornadosort.internal.host.HostSurvey;
import io.github.tornadosort.internal.host.OrderedKeys;
import io.github.tornadosort.internal.host.OrderedKeys.Reader;
import io.github.tornadosort.internal.host.Ties;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.memory.Layouts;
import io.github.tornadosort.internal.memory.Scratch;
import io.github.tornadosort.internal.plan.PlanCache;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.RadixGraphs.Order;
import io.github.tornadosort.internal.threads.Copy;
import io.github.tornadosort.internal.threads.Loop;
import io.github.tornadosort.internal.threads.ParallelRanges;
import java.lang.foreign.MemorySegment;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * Sorts the indices of 64-bit keys with block kernels. Each index is packed into one 64-bit word, below the upper varying bits
 * of its key; {@link PackedPairs} says why one word is faster. The word holds enough bits that few keys tie, unless the keys
 * are clustered, and half of the passes are saved. Keys that tie are sorted in the same way by the index of their group and
 * their remaining bits. 2^22 int64 keys with long values take 250 ms of processor time on the JVM backend, instead of 550 ms.
 */
final class IndexedPairs implements Pairs {
    static final PlanShape SHAPE = PlanShape.of(KeyType.UINT64, Payload.NONE);

    private final PlanCache plans;
    private final PlanShape shape;
    private final int radixBits;
    private final Scratch scratch;
    private final int n;
    private final SortOptions requested;
    private final MemorySegment indices;
    private SortStats stats;

    /**
     * Sorts the indices.
     *
     * @param radixBits maximum number of bits per pass
     * @param scratch memory for the indices
     */
    IndexedPairs(PlanCache plans, Column keys, SortOptions options, int radixBits, Scratch scratch) {
        this.plans = plans;
        this.shape = SHAPE.sortedBy(options);
        this.radixBits = radixBits;
        this.scratch = scratch;
        this.n = Math.toIntExact(keys.size());
        this.requested = options;
        this.stats = SortStats.idle(0);
        this.indices = order(keys, options);
        int passesOfAll = plans.passes(options.bitMask(keys.type()));
        // The stats so far count ties as further keys, and the passes for ties may exceed those saved.
        this.stats = stats.toBuilder()
                .keys(n)
                .passes(stats.passesIssued(), passesOfAll)
                .chunks(Math.min(stats.chunks(), 1))
                .build();
    }

    /** Returns the indices of the keys in sorted order, or null if the keys are sorted already. */
    private MemorySegment order(Column column, SortOptions options) {
        OrderedKeys keys = new OrderedKeys(column, options);
        HostSurvey survey = HostSurvey.of(keys, column.segment());
        if (survey.sorted()) {
            return null;
        }
        int count = (int) keys.size();
        int indexBits = Integer.SIZE - Integer.numberOfLeadingZeros(count - 1);
        int passes = KeysOnlySort.passes(count, radixBits);
        int varying = Long.bitCount(survey.varying());
        int upper = Math.min(varying, Math.min(passes * radixBits, Long.SIZE - indexBits));
        int lower = varying - upper;
        // Many ties reuse the plan for all keys; only a few ties use a separate, small plan.
        int capacity = count <= PlanCache.MIN_CAPACITY ? count : n;
        // Where the upper bits are equal, the stable sort leaves the indices ascending.
        Order byUpperBits = Order.by(0, -1L << indexBits, (1L << indexBits) - 1, requested);
        DeviceSort sort = new DeviceSort(plans, shape, capacity, count, byUpperBits,
                plan -> loadWords(keys, survey.varying(), lower, indexBits, (LongArray) plan.keys(), column.segment()));
        LongArray words = (LongArray) sort.keys();
        stats = stats.plus(sort.stats());

        MemorySegment order = scratch.bytes((long) Integer.BYTES * count);
        int indexMask = (int) ((1L << indexBits) - 1);
        ParallelRanges.ranges(count, (begin, end) -> {
            for (int i = (int) begin; i < end; i++) {
                order.set(Layouts.INT, 4L * i, (int) words.get(i) & indexMask);
            }
        });
        if (lower > 0) {
            Ties ties = Ties.of(count, i -> words.get(i) >>> indexBits, Ties.IDENTITY);
            breakTies(ties, order, keys, survey.varying(), lower);
        }
        return order;
    }

    /** Writes words: the upper varying bits of each key above its index. */
    private static void loadWords(
            OrderedKeys keys, long varying, int lower, int indexBits, LongArray words, MemorySegment accessed) {
        ParallelRanges.ranges(
                keys.size(),
                (begin, end) -> {
                    Reader reader = keys.reader();
                    long[] tile = new long[Reader.TILE];
                    for (long at = begin; at < end; at += Reader.TILE) {
                        int count = (int) Math.min(Reader.TILE, end - at);
                        reader.read(at, count, tile);
                        for (int i = 0; i < count; i++) {
                            int index = (int) at + i;
                            long bits = Long.compress(unsigned(tile[i]), varying);
                            words.set(index, bits >>> lower << indexBits | index);
                        }
                    }
                },
                accessed);
    }

    /** Converts an ordered key to the unsigned number by which the device sorts. */
    private static long unsigned(long ordered) {
        return ordered ^ OrderedKeys.SMALLEST;
    }

    /** Sorts the indices within each group of ties by the lower bits of their keys. */
    private void breakTies(Ties ties, MemorySegment order, OrderedKeys keys, long varying, int lower) {
        int[] tied = HostMemory.ints(ties.size());
        long[] rest = HostMemory.longs(ties.size());
        for (int i = 0; i < rest.length; i++) {
            tied[i] = order.get(Layouts.INT, 4L * ties.indices()[i]);
            long bits = Long.compress(unsigned(keys.at(tied[i])), varying);
            rest[i] = (long) ties.groups()[i] << lower | bits & ((1L << lower) - 1);
        }
        MemorySegment restOrder = order(Column.of(rest).unsigned(), SortOptions.ascending());
        if (restOrder == null) {
            return;
        }
        for (int i = 0; i < rest.length; i++) {
            order.set(Layouts.INT, 4L * ties.indices()[i], tied[restOrder.get(Layouts.INT, 4L * i)]);
        }
    }

    @Override
    public boolean moved() {
        return indices != null;
    }

    @Override
    public Loop storeKeys(Column to) {
        return Gather.inPlace(to.segment(), indices, to.type().bytes(), scratch);
    }

    @Override
    public Loop storeValues(MemorySegment to) {
        return Copy.loop(indices, to);
    }

    @Override
    public MemorySegment values(Scratch unused, long all) {
        return indices;
    }

    @Override
    public SortStats stats() {
        return stats;
    }
}
