package io.github.tornadosort.internal.plan;

import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.internal.kernel.Checksum;
import io.github.tornadosort.internal.kernel.GroupMerge;
import io.github.tornadosort.internal.kernel.GroupRadix32;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.kernel.SurveyWords;
import java.util.stream.Stream;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * The arrays that a radix sort works in: keys and values twice, since a pass moves them from one buffer to the other, and
 * what does not grow with the keys.
 *
 * @param given where the keys are before the sort and shall be after it: the first buffer, or an array of another program's
 *     with narrower keys, which widen into the first buffer
 * @param keys the buffers of keys: {@link IntArray} or {@link LongArray} by the shape
 * @param values the buffers of values; one element each where the shape has none
 * @param counts {@code blocks * radix} counters
 * @param totals each digit's keys (work-group kernels only)
 * @param words what the survey found
 * @param checks what checks found: {@link Checksum}
 * @param p {@link PassParameters}
 * @param tiles what a sort by merging works in; null where there is none
 * @param mostBlocks blocks that {@code counts} and {@code words} have room for
 */
public record RadixBuffers(
        TornadoNativeArray given,
        TornadoNativeArray[] keys,
        IntArray[] values,
        IntArray counts,
        IntArray totals,
        IntArray words,
        LongArray checks,
        IntArray p,
        Tiles tiles,
        int mostBlocks) {

    /**
     * The arrays of {@link GroupMerge}.
     *
     * @param words as many as the keys' tiles have
     * @param keys as many as are merged at most
     * @param values as many, or one element where the shape has none
     */
    public record Tiles(LongArray words, IntArray keys, IntArray values) {}

    /** Buffers for up to {@code capacity} keys. */
    public static RadixBuffers allocate(
            DeviceArrays arrays, PlanShape shape, SortPolicy policy, int mostBlocks, int capacity) {
        TornadoNativeArray[] keys = {keys(arrays, shape, capacity), keys(arrays, shape, capacity)};
        int valuesCapacity = shape.withValues() ? capacity : 1;
        IntArray[] values = {arrays.ints(valuesCapacity), arrays.ints(valuesCapacity)};
        return of(arrays, keys[0], keys, values, policy, mostBlocks, mostBlocks);
    }

    /**
     * The same around arrays that are there already, as the first buffer if the keys are as wide as the shape's.
     *
     * @param values the array of values, or null where the shape has none
     */
    static RadixBuffers around(
            DeviceArrays arrays,
            TornadoNativeArray keys,
            IntArray values,
            PlanShape shape,
            SortPolicy policy,
            int mostBlocks) {
        boolean narrow = keys.getElementSize() < shape.bytes();
        TornadoNativeArray[] bothKeys = {
            narrow ? keys(arrays, shape, keys.getSize()) : keys, keys(arrays, shape, keys.getSize())
        };
        IntArray[] bothValues = shape.withValues()
                ? new IntArray[] {values, arrays.ints(keys.getSize())}
                : new IntArray[] {arrays.ints(1), arrays.ints(1)};
        RadixBuffers buffers = of(arrays, keys, bothKeys, bothValues, policy, mostBlocks, 0);
        boolean merges = policy.kernels() == Kernels.WORK_GROUP && keys.getElementSize() == Integer.BYTES;
        int merged = merges ? Math.min(keys.getSize(), policy.mergedKeys()) : 0;
        return merged > 0 ? buffers.withTiles(arrays, shape, merged) : buffers;
    }

    /** The same and what a sort by merging works in, for up to so many 32-bit keys. */
    public RadixBuffers withTiles(DeviceArrays arrays, PlanShape shape, int most) {
        Tiles room = new Tiles(
                arrays.longs(Math.ceilDiv(most, GroupMerge.TILE) * GroupMerge.TILE),
                arrays.ints(most),
                arrays.ints(shape.withValues() ? most : 1));
        return new RadixBuffers(given, keys, values, counts, totals, words, checks, p, room, mostBlocks);
    }

    private static RadixBuffers of(
            DeviceArrays arrays,
            TornadoNativeArray given,
            TornadoNativeArray[] keys,
            IntArray[] values,
            SortPolicy policy,
            int mostBlocks,
            int checkedBlocks) {
        int radix = counted(policy);
        return new RadixBuffers(
                given,
                keys,
                values,
                arrays.ints(mostBlocks * radix),
                arrays.ints(radix),
                arrays.ints(words(policy, mostBlocks)),
                arrays.longs(Math.max(1, checkedBlocks * Checksum.COUNT)),
                arrays.ints(PassParameters.WORDS),
                null,
                mostBlocks);
    }

    /** Keys that can be sorted by merging: all, some or none. */
    int merged() {
        return tiles == null ? 0 : tiles.keys().getSize();
    }

    /** Whether the keys have to be widened before they can be sorted. */
    boolean narrow() {
        return given != keys[0];
    }

    /**
     * Cuts n keys into blocks of whole tiles, and tells the kernels; returns the number of blocks.
     *
     * @param all whether there are as many blocks as can be, however few the keys: some at the end are empty then
     */
    public int cut(int n, SortPolicy policy, boolean all) {
        int tile = policy.tile();
        int tiles = Math.max(1, Math.ceilDiv(n, tile));
        int tilesPerBlock = Math.ceilDiv(tiles, Math.min(mostBlocks, tiles));
        // Block kernels have the number of blocks compiled in.
        boolean most = all || policy.kernels() == Kernels.BLOCK;
        int blocks = most ? mostBlocks : Math.ceilDiv(tiles, tilesPerBlock);
        p.set(PassParameters.ALWAYS_ZERO, 0);
        p.set(PassParameters.N, n);
        p.set(PassParameters.BLOCKS, blocks);
        p.set(PassParameters.SPAN, tilesPerBlock * tile);
        return blocks;
    }

    /** Bytes of all these arrays together: the device memory of a plan that works in them. */
    long bytes() {
        Stream<TornadoNativeArray> ofTiles =
                tiles == null ? Stream.of() : Stream.of(tiles.words(), tiles.keys(), tiles.values());
        return Stream.concat(
                Stream.of(given, keys[0], keys[1], values[0], values[1], counts, totals, words, checks, p), ofTiles)
                .distinct()
                .mapToLong(TornadoNativeArray::getNumBytesOfSegmentWithHeader)
                .sum();
    }

    /**
     * The most keys of one sort, all of whose indexes are ints: kernels go on from the last key by a tile before they see
     * that there is no other, and blocks at the end, of whole tiles each, may begin behind all keys.
     */
    static long mostKeys(SortPolicy policy, int mostBlocks) {
        return Integer.MAX_VALUE - (1L + mostBlocks) * policy.tile();
    }

    /** Bytes of what does not grow with the keys. */
    static long fixedBytes(SortPolicy policy, int mostBlocks) {
        long radix = counted(policy);
        return Integer.BYTES * (mostBlocks * radix + radix + words(policy, mostBlocks) + PassParameters.WORDS)
                + (long) Long.BYTES * mostBlocks * Checksum.COUNT;
    }

    /** Counters a block. */
    private static int counted(SortPolicy policy) {
        return policy.kernels() == Kernels.WORK_GROUP ? GroupRadix32.RADIX : policy.radix();
    }

    private static int words(SortPolicy policy, int mostBlocks) {
        return policy.kernels() == Kernels.WORK_GROUP
                ? mostBlocks * SurveyWords.COUNT
                : SurveyWords.ofBlocks(mostBlocks);
    }

    private static TornadoNativeArray keys(DeviceArrays arrays, PlanShape shape, int capacity) {
        // No conditional expression: the class file would name a common supertype that only one implementation has.
        if (shape.bytes() == 8) {
            return arrays.longs(capacity);
        }
        return arrays.ints(capacity);
    }
}
