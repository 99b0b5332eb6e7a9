package io.github.tornadosort.stage;

import io.github.tornadosort.internal.kernel.GroupRuns32;
import io.github.tornadosort.internal.kernel.GroupRuns64;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task14;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task16;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task17;
import uk.ac.manchester.tornado.api.types.arrays.DoubleArray;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * The kernels that combine the values of each run of equal keys.
 *
 * @param <K> an array of keys
 * @param <V> an array of values
 * @param reduce combines the values of each block
 * @param store stores the result of each run
 * @param scan stores the result so far of each value
 */
record RunKernels<K, V>(
        Task14<KernelContext, K, V, IntArray, V, Integer, Integer, Integer, IntArray, Integer, Integer, Integer, Integer,
                Integer> reduce,
        Task17<KernelContext, K, V, K, V, IntArray, V, IntArray, Integer, Integer, Integer, IntArray, Integer, Integer,
                Integer, Integer, Integer> store,
        Task16<KernelContext, K, V, V, IntArray, V, Integer, Integer, Integer, Integer, IntArray, Integer, Integer,
                Integer, Integer, Integer> scan) {

    /** @param sums whether values are added up, and not compared */
    static RunKernels<?, ?> of(TornadoNativeArray keys, TornadoNativeArray values, boolean sums) {
        return StageTasks.isWide(keys) ? ofLongs(values, sums) : ofInts(values, sums);
    }

    private static RunKernels<?, ?> ofInts(TornadoNativeArray values, boolean sums) {
        return switch (values) {
            case IntArray _ when sums ->
                new RunKernels<>(GroupRuns32::reduceIntSums, GroupRuns32::storeIntSums, GroupRuns32::scanIntSums);
            case LongArray _ when sums ->
                new RunKernels<>(GroupRuns32::reduceLongSums, GroupRuns32::storeLongSums, GroupRuns32::scanLongSums);
            case FloatArray _ when sums ->
                new RunKernels<>(GroupRuns32::reduceFloatSums, GroupRuns32::storeFloatSums, GroupRuns32::scanFloatSums);
            case DoubleArray _ when sums ->
                new RunKernels<>(GroupRuns32::reduceDoubleSums, GroupRuns32::storeDoubleSums, GroupRuns32::scanDoubleSums);
            case TornadoNativeArray _ when StageTasks.isWide(values) -> new RunKernels<>(
                    GroupRuns32::reduceExtremes64, GroupRuns32::storeExtremes64, GroupRuns32::scanExtremes64);
            default -> new RunKernels<>(
                    GroupRuns32::reduceExtremes32, GroupRuns32::storeExtremes32, GroupRuns32::scanExtremes32);
        };
    }

    private static RunKernels<?, ?> ofLongs(TornadoNativeArray values, boolean sums) {
        return switch (values) {
            case IntArray _ when sums ->
                new RunKernels<>(GroupRuns64::reduceIntSums, GroupRuns64::storeIntSums, GroupRuns64::scanIntSums);
            case LongArray _ when sums ->
                new RunKernels<>(GroupRuns64::reduceLongSums, GroupRuns64::storeLongSums, GroupRuns64::scanLongSums);
            case FloatArray _ when sums ->
                new RunKernels<>(GroupRuns64::reduceFloatSums, GroupRuns64::storeFloatSums, GroupRuns64::scanFloatSums);
            case DoubleArray _ when sums ->
                new RunKernels<>(GroupRuns64::reduceDoubleSums, GroupRuns64::storeDoubleSums, GroupRuns64::scanDoubleSums);
            case TornadoNativeArray _ when StageTasks.isWide(values) -> new RunKernels<>(
                    GroupRuns64::reduceExtremes64, GroupRuns64::storeExtremes64, GroupRuns64::scanExtremes64);
            default -> new RunKernels<>(
                    GroupRuns64::reduceExtremes32, GroupRuns64::storeExtremes32, GroupRuns64::scanExtremes32);
        };
    }
}
