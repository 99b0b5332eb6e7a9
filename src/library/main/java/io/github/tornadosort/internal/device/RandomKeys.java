package io.github.tornadosort.internal.device;

import io.github.tornadosort.internal.plan.ArrayWords;
import io.github.tornadosort.internal.plan.SortPlan;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Loads pseudo-random keys into a plan, which need no memory elsewhere.
 *
 * @param mask the bits in which keys differ; all others are 0
 */
record RandomKeys(long mask) implements SortPlan.Loader {
    @Override
    public void load(int first, int end, TornadoNativeArray to, int at) {
        SplittableRandom random = new SplittableRandom(first);
        for (int i = first; i < end; i++) {
            ArrayWords.set(to, at + i - first, random.nextLong() & mask);
        }
    }

    @Override
    public MemorySegment source() {
        return MemorySegment.NULL;
    }
}
