package io.github.tornadosort.internal.plan;

import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.internal.kernel.GroupMerge;
import io.github.tornadosort.internal.kernel.GroupRadix32;
import io.github.tornadosort.internal.kernel.GroupRadixKeys32;
import io.github.tornadosort.internal.kernel.GroupRadixPairs32;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.kernel.SurveyWords;
import java.util.stream.Stream;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * The arrays of a radix sort. There are two buffers of keys and two of values, because a pass moves them from one buffer to the
 * other. The other arrays, except {@code given} and {@code tiles}, do not grow with the number of keys.
 *
 * @param given the array that holds the keys before and after the sort: the first buffer, or an array owned by the caller
 *     with narrower keys, which are widened into the first buffer
 * @param keys the buffers of keys, {@link IntArray} or {@link LongArray} depending on the shape
 * @param values the buffers of values; one element each if the shape has none
 * @param counts {@code blocks * radix} counters
 * @param totals number of keys per digit value; used by work-group kernels only
 * @param words results of the survey
 * @param p parameters of the kernels, see {@link PassParameters}
 * @param tiles the arrays of a merge sort, or null if there is none
 * @param bounds the bounds of the keys of each work-group that sorts buckets; null if none does
 * @param maxBlocks number of blocks for which {@code counts} and {@code words} have room
 * @param tileFactor how many tiles of the policy are a tile of a pass: two for many keys of 32 bits, alone
 *     ({@link GroupRadixKeys32}) or with values ({@link GroupRadixPairs32})
 */
public record RadixBuffers(
        TornadoNativeArray given,
        TornadoNativeArray[] keys,
        IntArray[] values,
        IntArray counts,
        IntArray totals,
        IntArray words,
        IntArray p,
        Tiles tiles,
        IntArray bounds,
        int maxBlocks,
        int tileFactor) {

    /** Bytes of a cache line of a GPU. Devices align their buffers to lines, and keys follow the header of an array. */
    private static final int CACHE_LINE = 128;

    /**
     * The arrays of {@link GroupMerge}.
     *
     * @param words one word per key, rounded up to whole tiles
     * @param keys room for the maximum number of keys to merge
     * @param values room for as many values; one element if the shape has none
     */
    public record Tiles(LongArray words, IntArray keys, IntArray values) {}

    /** Allocates buffers for up to {@code capacity} keys. */
    public static RadixBuffers allocate(
            DeviceArrays arrays, PlanShape shape, SortPolicy policy, int maxBlocks, int capacity) {
        TornadoNativeArray[] keys = {arrays.words(shape.bytes(), capacity), arrays.words(shape.bytes(), capacity)};
        int valuesCapacity = shape.withValues() ? capacity : 1;
        IntArray[] values = {arrays.ints(valuesCapacity), arrays.ints(valuesCapacity)};
        boolean bucketed =
                HybridSort.suits(shape, policy, capacity) || HybridSort.suitsOneDigit(shape, policy, capacity);
        return of(arrays, shape, keys[0], keys, values, policy, maxBlocks, bucketed, 0);
    }

    /**
     * Allocates the buffers around existing arrays. These become the first buffer if the keys are as wide as the shape's.
     *
     * @param values the array of values, or null if the shape has none
     * @param bucketed whether keys may be sorted in buckets
     */
    static RadixBuffers around(
            DeviceArrays arrays,
            TornadoNativeArray keys,
            IntArray values,
            PlanShape shape,
            SortPolicy policy,
            int maxBlocks,
            boolean bucketed) {
        boolean narrow = keys.getElementSize() < shape.bytes();
        TornadoNativeArray[] bothKeys = {
            narrow ? arrays.words(shape.bytes(), keys.getSize()) : keys, arrays.words(shape.bytes(), keys.getSize())
        };
        IntArray[] bothValues = shape.withValues()
                ? new IntArray[] {values, arrays.ints(keys.getSize())}
                : new IntArray[] {arrays.ints(1), arrays.ints(1)};
        boolean suited = bucketed && !narrow && HybridSort.suits(shape, policy, keys.getSize());
        return of(
                arrays, shape, keys, bothKeys, bothValues, policy, maxBlocks, suited, merged(keys, policy));
    }

    /** Returns the maximum number of keys that a sort around an array merges; 0 if it merges none. */
    private static int merged(TornadoNativeArray keys, SortPolicy policy) {
        boolean merges = policy.kernels() == Kernels.WORK_GROUP && keys.getElementSize() == Integer.BYTES;
        return merges ? Math.min(keys.getSize(), policy.mergedKeys()) : 0;
    }

    /** Returns the bytes of the tiles of a sort around an array. */
    static long tileBytes(TornadoNativeArray keys, PlanShape shape, SortPolicy policy) {
        int merged = merged(keys, policy);
        long words = (long) Math.ceilDiv(merged, GroupMerge.TILE) * GroupMerge.TILE;
        return words * Long.BYTES + (long) merged * Integer.BYTES * (shape.withValues() ? 2 : 1);
    }

    /** @param merged the maximum number of 32-bit keys to merge; 0 if there are none */
    private static RadixBuffers of(
            DeviceArrays arrays,
            PlanShape shape,
            TornadoNativeArray given,
            TornadoNativeArray[] keys,
            IntArray[] values,
            SortPolicy policy,
            int maxBlocks,
            boolean bucketed,
            int merged) {
        int radix = countersPerBlock(policy);
        Tiles tiles = merged == 0
                ? null
                : new Tiles(
                        arrays.longs(Math.ceilDiv(merged, GroupMerge.TILE) * GroupMerge.TILE),
                        arrays.ints(merged),
                        arrays.ints(shape.withValues() ? merged : 1));
        return new RadixBuffers(
                given,
                keys,
                values,
                arrays.ints(maxBlocks * radix),
                arrays.ints(radix),
                arrays.ints(words(policy, maxBlocks)),
                arrays.parameters(PassParameters.WORDS),
                tiles,
                bucketed ? arrays.ints(HybridSort.maxGroups(keys[0].getSize(), policy) + 1) : null,
                maxBlocks,
                bucketed ? tileFactor(arrays, shape, policy, keys[0].getSize()) : 1);
    }

    /**
     * Returns the number of tiles of the policy in a tile of a pass.
     */
    private static int tileFactor(DeviceArrays arrays, PlanShape shape, SortPolicy policy, int capacity) {
        boolean manyInts = shape.bytes() == Integer.BYTES && HybridSort.isMany(policy, capacity);
        boolean inSmallTiles = arrays.backend().sortsInSmallTiles() && !shape.withValues();
        return manyInts && policy.itemsPerWorkItem() == 16 && !inSmallTiles ? 2 : 1;
    }

    /** Returns the maximum number of keys that can be sorted by merging; 0 if none. */
    int merged() {
        return tiles == null ? 0 : tiles.keys().getSize();
    }

    /** Returns whether the keys must be widened before they are sorted. */
    boolean narrow() {
        return given != keys[0];
    }

    /**
     * Splits n keys into blocks of whole tiles, and sets the parameters of the kernels accordingly.
     *
     * @param all whether to use the maximum number of blocks, even for few keys; the last blocks may then be empty
     * @return the number of blocks
     */
    public int cut(int n, SortPolicy policy, boolean all) {
        int tile = policy.tile() * tileFactor;
        int lead = policy.kernels() == Kernels.WORK_GROUP ? lead() : 0;
        int tiles = Math.max(1, Math.ceilDiv(n + lead, tile));
        int tilesPerBlock = Math.ceilDiv(tiles, Math.min(maxBlocks, tiles));
        // The number of blocks is compiled into block kernels.
        boolean fixed = all || policy.kernels() == Kernels.BLOCK;
        int blocks = fixed ? maxBlocks : Math.ceilDiv(tiles, tilesPerBlock);
        p.set(PassParameters.ALWAYS_ZERO, 0);
        p.set(PassParameters.N, n);
        p.set(PassParameters.BLOCKS, blocks);
        p.set(PassParameters.SPAN, tilesPerBlock * tile);
        p.set(PassParameters.LEAD, lead);
        return blocks;
    }

    /**
     * Returns the number of keys by which all blocks are shifted to the left, so that they begin at cache lines. A header
     * precedes the keys, so the first key is not at the start of a line.
     */
    private int lead() {
        int keysPerLine = CACHE_LINE / keys[0].getElementSize();
        return (int) (TornadoNativeArray.ARRAY_HEADER / keys[0].getElementSize()) % keysPerLine;
    }

    /** Returns the total bytes of all arrays: the device memory of a plan that uses them. */
    long bytes() {
        Stream<TornadoNativeArray> tileArrays =
                tiles == null ? Stream.of() : Stream.of(tiles.words(), tiles.keys(), tiles.values());
        Stream<TornadoNativeArray> others = Stream.concat(tileArrays, Stream.ofNullable(bounds));
        return Stream.concat(
                Stream.of(given, keys[0], keys[1], values[0], values[1], counts, totals, words, p), others)
                .distinct()
                .mapToLong(TornadoNativeArray::getNumBytesOfSegmentWithHeader)
                .sum();
    }

    /**
     * Returns the maximum number of keys of one sort. All indices must be ints. A kernel may compute indices up to one tile
     * beyond the last key, and the last blocks, of whole tiles each, may begin beyond all keys. Tiles may be twice as large as
     * the policy's.
     */
    static long maxKeys(SortPolicy policy, int maxBlocks) {
        return Integer.MAX_VALUE - (1L + maxBlocks) * 2 * policy.tile();
    }

    /** Returns the bytes of the arrays that do not grow with the number of keys. */
    static long fixedBytes(SortPolicy policy, int maxBlocks) {
        long radix = countersPerBlock(policy);
        return Integer.BYTES * (maxBlocks * radix + radix + words(policy, maxBlocks) + PassParameters.WORDS);
    }

    /** Returns the number of counters per block. */
    private static int countersPerBlock(SortPolicy policy) {
        return policy.kernels() == Kernels.WORK_GROUP ? GroupRadix32.RADIX : policy.radix();
    }

    private static int words(SortPolicy policy, int maxBlocks) {
        return policy.kernels() == Kernels.WORK_GROUP
                ? maxBlocks * SurveyWords.COUNT + HybridSort.RESULT_WORDS
                : maxBlocks * SurveyWords.COUNT;
    }
}
