<#include "phases/stage.ftl">
<#include "phases/operators.ftl">
package io.github.tornadosort.internal.kernel;

import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.DoubleArray;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/**
 * Prefix sums and running extremes for CPUs, and for devices on which groups cannot wait: reduce, then scan, as parallel loops
 * over blocks. The parameters are those of {@link GroupPrefix} for two launches.
 */
public final class BlockPrefix {
    private BlockPrefix() {}
<#list operators as o>

    /** Combines the elements of each block. */
    public static void reduce${o.name}(${o.array} in, ${o.array} results, ${operator}, ${loopScalars}) {
<@block/>
            ${o.type} result = ${o.none};
            for (int i = begin; i < end; i++) {
                result = ${op("result", load("in.get(i)"))};
            }
            results.set(b, result);
        }
    }

    /** Scans each block, after the results of those before it. */
    public static void scan${o.name}(
            ${o.array} in, ${o.array} out, ${o.array} results, ${operator}, int inclusive, ${loopScalars}) {
<@block/>
            ${o.type} result = ${o.none};
            for (int k = 0; k < b; k++) {
                result = ${op("result", "results.get(k)")};
            }
            for (int i = begin; i < end; i++) {
                ${o.type} next = ${op("result", load("in.get(i)"))};
                ${o.type} stored = inclusive != 0 ? next : result;
                out.set(i, ${store("stored")});
                result = next;
            }
        }
    }
</#list>
}
