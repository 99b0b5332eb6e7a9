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
        return StageTasks.isWide(keys) ? of64(values, sums) : of32(values, sums);
    }
<#list [32, 64] as W>

    private static RunKernels<?, ?> of${W}(TornadoNativeArray values, boolean sums) {
        return switch (values) {
<#list ["Int", "Long", "Float", "Double"] as T>
            case ${T}Array _ when sums ->
                new RunKernels<>(GroupRuns${W}::reduce${T}Sums, GroupRuns${W}::store${T}Sums, GroupRuns${W}::scan${T}Sums);
</#list>
            case TornadoNativeArray _ when StageTasks.isWide(values) -> new RunKernels<>(
                    GroupRuns${W}::reduceExtremes64, GroupRuns${W}::storeExtremes64, GroupRuns${W}::scanExtremes64);
            default -> new RunKernels<>(
                    GroupRuns${W}::reduceExtremes32, GroupRuns${W}::storeExtremes32, GroupRuns${W}::scanExtremes32);
        };
    }
</#list>
}
