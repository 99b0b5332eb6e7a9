package io.github.tornadosort.internal.plan;

import io.github.tornadosort.internal.kernel.GroupPassKeys32;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.kernel.SurveyWords;
import io.github.tornadosort.internal.policy.SortPolicy;
import io.github.tornadosort.internal.policy.SortPolicy.Kernels;
import java.util.stream.Stream;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * The arrays of a radix sort. There are two buffers of keys and two of values, because a pass moves them from one buffer to the
 * other.
 *
 * @param given the array that holds the keys before and after the sort: the first buffer, or an array owned by the caller
 *     with narrower keys, which are widened into the first buffer
 * @param keys the buffers of keys, {@link IntArray} or {@link LongArray} depending on the shape
 * @param values the buffers of values; one element each if the shape has none
 * @param counts {@code blocks * radix} counters; for work-group kernels, the number of keys of each digit of each window
 * @param state the words of look-back, {@code radix} for each tile; one element for block kernels
 * @param words results of the survey
 * @param p parameters of the kernels, see {@link PassParameters}
 * @param bounds the bounds of the keys of each work-group that sorts buckets; null if none does
 * @param maxBlocks number of blocks for which {@code counts} and {@code words} have room
 */
public record RadixBuffers(
        TornadoNativeArray given,
        TornadoNativeArray[] keys,
        IntArray[] values,
        IntArray counts,
        LongArray state,
        IntArray words,
        IntArray p,
        IntArray bounds,
        int maxBlocks) {

    /** Keys of a block of a survey are a multiple of this, so that all its work-items count in batches. */
    private static final int SURVEYED = 2048;

    /** Allocates buffers for up to {@code capacity} keys. */
    public static RadixBuffers allocate(
            DeviceArrays arrays, PlanShape shape, SortPolicy policy, int maxBlocks, int capacity) {
        IntArray values = shape.withValues() ? arrays.ints(capacity) : null;
        return around(arrays, arrays.words(shape.bytes(), capacity), values, shape, policy, maxBlocks, true);
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
        int capacity = keys.getSize();
        boolean suited = bucketed && !narrow && HybridSort.suits(shape, policy, capacity);
        LongArray state = arrays.longs(
                policy.kernels() == Kernels.WORK_GROUP
                        ? Math.max(1, Math.ceilDiv(capacity, tile(policy))) * GroupPassKeys32.RADIX
                        : 1);
        // No word is one of look-back before the first pass, whatever an earlier plan has left in this memory.
        state.init(0);
        return new RadixBuffers(
                keys,
                bothKeys,
                bothValues,
                arrays.ints(counters(policy, maxBlocks)),
                state,
                arrays.ints(words(policy, maxBlocks)),
                arrays.parameters(PassParameters.WORDS),
                suited ? arrays.ints(HybridSort.maxGroups(capacity, policy) + 1) : null,
                maxBlocks);
    }

    /** Returns the bucket sort of these buffers, or null if they have no arrays for it. */
    HybridSort hybridSort(SortPolicy policy) {
        int bytes = keys[0].getElementSize() + (values[0].getSize() > 1 ? Integer.BYTES : 0);
        return bounds == null ? null : new HybridSort(policy, maxBlocks * SurveyWords.COUNT, bytes);
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
        boolean groups = policy.kernels() == Kernels.WORK_GROUP;
        int unit = groups ? SURVEYED : policy.tile();
        int units = Math.max(1, Math.ceilDiv(n, unit));
        int unitsPerBlock = Math.ceilDiv(units, Math.min(maxBlocks, units));
        // The number of blocks is compiled into block kernels.
        int blocks = all || !groups ? maxBlocks : Math.ceilDiv(units, unitsPerBlock);
        p.set(PassParameters.ALWAYS_ZERO, 0);
        p.set(PassParameters.N, n);
        p.set(PassParameters.BLOCKS, blocks);
        p.set(PassParameters.SPAN, unitsPerBlock * unit);
        return blocks;
    }

    /** Returns the number of tiles of a pass of work-group kernels over n keys: at least one. */
    int tiles(int n, SortPolicy policy) {
        return Math.max(1, Math.ceilDiv(n, tile(policy)));
    }

    /** Returns the number of keys of a tile of a pass of work-group kernels. */
    private static int tile(SortPolicy policy) {
        return policy.workItems() * GroupPassKeys32.ITEMS;
    }

    /** Returns how many bytes per key the words of look-back take at most, if there are more than a few keys. */
    static int stateBytesPerKey(SortPolicy policy) {
        return policy.kernels() == Kernels.WORK_GROUP
                ? Math.ceilDiv(GroupPassKeys32.RADIX * Long.BYTES, tile(policy))
                : 0;
    }

    /** Returns the total bytes of all arrays: the device memory of a plan that uses them. */
    long bytes() {
        return Stream.concat(
                Stream.of(given, keys[0], keys[1], values[0], values[1], counts, state, words, p), Stream.ofNullable(bounds))
                .distinct()
                .mapToLong(TornadoNativeArray::getNumBytesOfSegmentWithHeader)
                .sum();
    }

    /**
     * Returns the maximum number of keys of one sort. All indices must be ints. A kernel may compute indices up to one tile, or
     * the work-items of a group, beyond the last key, and the last blocks, of whole tiles each, may begin beyond all keys.
     * Tiles may be twice as large as the policy's.
     */
    static long maxKeys(SortPolicy policy, int maxBlocks) {
        return Integer.MAX_VALUE - (1L + maxBlocks) * 2 * Math.max(policy.tile(), RadixTasks.WORK_ITEMS);
    }

    /** Returns the bytes of the arrays that do not grow with the number of keys. */
    static long fixedBytes(SortPolicy policy, int maxBlocks) {
        // The last tile has all words of look-back, however few keys it has; loops over blocks have a stand-in.
        long lastTile = policy.kernels() == Kernels.WORK_GROUP ? GroupPassKeys32.RADIX : 1;
        return (long) Integer.BYTES * (counters(policy, maxBlocks) + words(policy, maxBlocks) + PassParameters.WORDS)
                + Long.BYTES * lastTile;
    }

    private static int counters(SortPolicy policy, int maxBlocks) {
        return policy.kernels() == Kernels.WORK_GROUP
                ? (PassParameters.MOST_WINDOWS + 1) * GroupPassKeys32.RADIX
                : maxBlocks * policy.radix();
    }

    private static int words(SortPolicy policy, int maxBlocks) {
        return policy.kernels() == Kernels.WORK_GROUP
                ? maxBlocks * SurveyWords.COUNT + HybridSort.RESULT_WORDS
                : maxBlocks * SurveyWords.COUNT;
    }
}
