package io.github.tornadosort.internal.device;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.internal.host.Copy;
import io.github.tornadosort.internal.host.Gather;
import io.github.tornadosort.internal.host.HostMemory;
import io.github.tornadosort.internal.host.HostSurvey;
import io.github.tornadosort.internal.host.Layouts;
import io.github.tornadosort.internal.host.Loop;
import io.github.tornadosort.internal.host.OrderedKeys;
import io.github.tornadosort.internal.host.OrderedKeys.Reader;
import io.github.tornadosort.internal.host.ParallelRanges;
import io.github.tornadosort.internal.host.Scratch;
import io.github.tornadosort.internal.host.Ties;
import io.github.tornadosort.internal.plan.PlanCache;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.RadixGraphs.Order;
import java.lang.foreign.MemorySegment;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * The places of 64-bit keys, each sorted in one word below the upper ones of the key's varying bits: the way of threads
 * that walk blocks on their own, for the reason that {@link PackedPairs} gives. So many bits are taken that hardly any keys
 * tie in them, unless they lie in clusters, and half of the passes are saved; keys that do tie are sorted in the same way
 * by the number of their tie and the rest of their bits. 2^22 int64 keys with long values take 250 ms of processor time on
 * the JVM backend, instead of 550.
 */
final class IndexedPairs implements Pairs {
    static final PlanShape SHAPE = PlanShape.of(KeyType.UINT64, Payload.NONE);

    private final PlanCache plans;
    private final PlanShape shape;
    private final int radixBits;
    private final Scratch scratch;
    private final int n;
    private final SortOptions asked;
    private final MemorySegment places;
    private SortStats stats;

    /**
     * @param radixBits most bits of a pass
     * @param scratch where the places are put
     */
    IndexedPairs(PlanCache plans, Column keys, SortOptions options, int radixBits, Scratch scratch) {
        this.plans = plans;
        this.shape = SHAPE.sortedBy(options);
        this.radixBits = radixBits;
        this.scratch = scratch;
        this.n = Math.toIntExact(keys.size());
        this.asked = options;
        this.stats = SortStats.idle(0);
        this.places = order(keys, options);
        int passesOfAll = plans.passes(options.bitMask(keys.type()));
        // Ties were counted as keys of their own, and their passes may be more than were saved.
        this.stats = stats.toBuilder()
                .keys(n)
                .passes(stats.passesIssued(), passesOfAll)
                .chunks(Math.min(stats.chunks(), 1))
                .build();
    }

    /** The places of the keys in sorted order; null if they are sorted. */
    private MemorySegment order(Column column, SortOptions options) {
        OrderedKeys keys = new OrderedKeys(column, options);
        HostSurvey survey = HostSurvey.of(keys, column.segment());
        if (survey.sorted()) {
            return null;
        }
        int count = (int) keys.size();
        int placeBits = Integer.SIZE - Integer.numberOfLeadingZeros(count - 1);
        int passes = KeysOnlySort.passes(count, radixBits);
        int varying = Long.bitCount(survey.varying());
        int upper = Math.min(varying, Math.min(passes * radixBits, Long.SIZE - placeBits));
        int lower = varying - upper;
        // Many ties find room where all keys were: only few have a small plan of their own.
        int capacity = count <= PlanCache.SMALLEST ? count : n;
        // Places are in order where upper bits are equal.
        Order byUpperBits = Order.by(0, -1L << placeBits, (1L << placeBits) - 1, asked);
        DeviceSort sort = new DeviceSort(plans, shape, capacity, count, byUpperBits,
                plan -> loadWords(keys, survey.varying(), lower, placeBits, (LongArray) plan.keys(), column.segment()));
        LongArray words = (LongArray) sort.keys();
        stats = stats.plus(sort.stats());

        MemorySegment order = scratch.bytes((long) Integer.BYTES * count);
        int placeMask = (int) ((1L << placeBits) - 1);
        ParallelRanges.ranges(count, (begin, end) -> {
            for (int i = (int) begin; i < end; i++) {
                order.set(Layouts.INT, 4L * i, (int) words.get(i) & placeMask);
            }
        });
        if (lower > 0) {
            Ties ties = Ties.of(count, i -> words.get(i) >>> placeBits, Ties.EVERY_PLACE);
            breakTies(ties, order, keys, survey.varying(), lower);
        }
        return order;
    }

    /** Writes each key's upper varying bits above its place. */
    private static void loadWords(
            OrderedKeys keys, long varying, int lower, int placeBits, LongArray words, MemorySegment touched) {
        ParallelRanges.ranges(
                keys.size(),
                (begin, end) -> {
                    Reader reader = keys.reader();
                    long[] tile = new long[Reader.TILE];
                    for (long at = begin; at < end; at += Reader.TILE) {
                        int count = (int) Math.min(Reader.TILE, end - at);
                        reader.read(at, count, tile);
                        for (int i = 0; i < count; i++) {
                            int place = (int) at + i;
                            long bits = Long.compress(unsigned(tile[i]), varying);
                            words.set(place, bits >>> lower << placeBits | place);
                        }
                    }
                },
                touched);
    }

    /** The device orders words as unsigned numbers. */
    private static long unsigned(long ordered) {
        return ordered ^ OrderedKeys.SMALLEST;
    }

    /** Sorts the places of each tie by the keys' lower bits. */
    private void breakTies(Ties ties, MemorySegment order, OrderedKeys keys, long varying, int lower) {
        int[] places = HostMemory.ints(ties.size());
        long[] rest = HostMemory.longs(ties.size());
        for (int i = 0; i < rest.length; i++) {
            places[i] = order.get(Layouts.INT, 4L * ties.places()[i]);
            long bits = Long.compress(unsigned(keys.at(places[i])), varying);
            rest[i] = (long) ties.numbers()[i] << lower | bits & ((1L << lower) - 1);
        }
        MemorySegment restOrder = order(Column.of(rest).unsigned(), SortOptions.ascending());
        if (restOrder == null) {
            return;
        }
        for (int i = 0; i < rest.length; i++) {
            order.set(Layouts.INT, 4L * ties.places()[i], places[restOrder.get(Layouts.INT, 4L * i)]);
        }
    }

    @Override
    public boolean moved() {
        return places != null;
    }

    @Override
    public Loop storeKeys(Column to) {
        return Gather.inPlace(to.segment(), places, to.type().bytes(), scratch);
    }

    @Override
    public Loop storeValues(MemorySegment to) {
        return Copy.loop(places, to);
    }

    @Override
    public MemorySegment values(Scratch unused, long all) {
        return places;
    }

    @Override
    public SortStats stats() {
        return stats;
    }
}
