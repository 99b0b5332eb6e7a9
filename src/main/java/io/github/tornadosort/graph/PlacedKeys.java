package io.github.tornadosort.graph;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.graph.RadixGraphs.Order;
import io.github.tornadosort.host.Copy;
import io.github.tornadosort.host.Cores;
import io.github.tornadosort.host.Gather;
import io.github.tornadosort.host.HostSurvey;
import io.github.tornadosort.host.Layouts;
import io.github.tornadosort.host.OrderedKeys;
import io.github.tornadosort.host.OrderedKeys.Reader;
import io.github.tornadosort.host.Scratch;
import io.github.tornadosort.host.Ties;
import java.lang.foreign.MemorySegment;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * The places of 64-bit keys, each sorted in one word below the upper ones of the key's varying bits: the way of threads
 * that walk blocks on their own, for the reason that {@link PackedPairs} gives. So many bits are taken that hardly any keys
 * tie in them, unless they lie in clusters; those that do are sorted by the rest of their bits. Half of the passes are
 * saved besides.
 */
final class PlacedKeys implements Pairs {
    /** Bits beyond those that number the keys: of so many more values than keys, one key in 2^8 finds a second one there. */
    private static final int SPARE_BITS = 8;

    private final Scratch scratch;
    private final int n;
    private final boolean moved;
    private MemorySegment places;
    private SortStats stats;

    /**
     * @param radixBits most bits of a pass
     * @param scratch where the places are put
     */
    PlacedKeys(PlanCache plans, Column column, SortOptions options, int radixBits, Scratch scratch) {
        this.scratch = scratch;
        this.n = Math.toIntExact(column.size());
        OrderedKeys keys = new OrderedKeys(column, options);
        HostSurvey survey = HostSurvey.of(keys, column.segment());
        this.moved = !survey.sorted();
        if (!moved) {
            this.stats = new SortStats(n, 0, plans.passes(options.bitMask(column.type())), 0, 0, 0, 0);
            return;
        }
        int placeBits = Integer.SIZE - Integer.numberOfLeadingZeros(n - 1);
        int varying = Long.bitCount(survey.varying());
        int passes = Math.ceilDiv(placeBits + SPARE_BITS, radixBits);
        int upper = Math.min(varying, Math.min(passes * radixBits, Long.SIZE - placeBits));
        int lower = varying - upper;
        DeviceSort sort = new DeviceSort(
                plans,
                PlanShape.of(KeyType.UINT64, PlanShape.Payload.NONE),
                n,
                new Order(0, -1L << placeBits, options.timed()),
                plan -> loadWords(keys, survey.varying(), lower, placeBits, (LongArray) plan.keys(), column.segment()));
        // Not moved: the places are in order already, but ties among them are not.
        LongArray words = (LongArray) sort.keys();
        this.places = scratch.bytes((long) Integer.BYTES * n);
        long placeMask = (1L << placeBits) - 1;
        Cores.ranges(n, (begin, end) -> {
            for (int i = (int) begin; i < end; i++) {
                places.set(Layouts.INT, 4L * i, (int) (words.get(i) & placeMask));
            }
        });
        this.stats = sort.stats();
        if (lower > 0) {
            Ties ties = Ties.of(n, i -> words.get(i) >>> placeBits, Ties.EVERY_PLACE);
            breakTies(plans, ties, keys, survey.varying(), lower, options.timed());
        }
    }

    /** Writes each key's upper varying bits above its place. */
    private static void loadWords(
            OrderedKeys keys, long varying, int lower, int placeBits, LongArray words, MemorySegment touched) {
        Cores.ranges(keys.size(), (begin, end) -> {
            Reader reader = keys.reader();
            long[] tile = new long[Reader.TILE];
            for (long at = begin; at < end; at += Reader.TILE) {
                int count = (int) Math.min(Reader.TILE, end - at);
                reader.read(at, count, tile);
                for (int i = 0; i < count; i++) {
                    int place = (int) at + i;
                    words.set(place, Long.compress(unsigned(tile[i]), varying) >>> lower << placeBits | place);
                }
            }
        }, touched);
    }

    /** The device orders words as unsigned numbers. */
    private static long unsigned(long ordered) {
        return ordered ^ OrderedKeys.SMALLEST;
    }

    /** Sorts the places of each tie by the keys' lower bits. */
    private void breakTies(PlanCache plans, Ties ties, OrderedKeys keys, long varying, int lower, boolean timed) {
        int[] tied = new int[ties.size()];
        long[] rest = new long[ties.size()];
        Cores.ranges(tied.length, (begin, end) -> {
            for (int i = (int) begin; i < end; i++) {
                tied[i] = places.get(Layouts.INT, 4L * ties.places()[i]);
                long bits = Long.compress(unsigned(keys.at(tied[i])), varying);
                rest[i] = (long) ties.numbers()[i] << lower | bits & ((1L << lower) - 1);
            }
        });
        SortOptions options = new SortOptions(false, 0, SortOptions.ALL_BITS, timed);
        Pairs sorted = new TwoStreams(
                plans, Column.of(rest).unsigned(), MemorySegment.ofArray(tied.clone()), options);
        this.stats = stats.plus(sorted.stats());
        if (!sorted.moved()) {
            return;
        }
        sorted.storeValues(MemorySegment.ofArray(tied));
        Cores.ranges(tied.length, (begin, end) -> {
            for (int i = (int) begin; i < end; i++) {
                places.set(Layouts.INT, 4L * ties.places()[i], tied[i]);
            }
        });
    }

    @Override
    public boolean moved() {
        return moved;
    }

    @Override
    public void storeKeys(Column to) {
        MemorySegment ordered = scratch.bytes(to.segment().byteSize());
        Gather.rows(to.segment(), places, ordered, to.type().bytes());
        Copy.bytes(ordered, to.segment());
    }

    @Override
    public void storeValues(MemorySegment to) {
        Copy.bytes(places, to);
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
