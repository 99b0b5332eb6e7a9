package io.github.tornadosort.internal.device;

import io.github.tornadosort.internal.plan.SortPlan;
import java.lang.foreign.MemorySegment;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** Loads pseudo-random keys into a plan, which need no memory elsewhere. */
final class RandomKeys implements SortPlan.Loader {
    private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

    @Override
    public void load(int first, int end, TornadoNativeArray to, int at) {
        for (int i = first; i < end; i++) {
            long key = key(i);
            if (to instanceof LongArray longs) {
                longs.set(at + i - first, key);
            } else {
                ((IntArray) to).set(at + i - first, (int) (key >>> 32));
            }
        }
    }

    /** The mixing function of SplitMix64 (Steele, Lea and Flood 2014), with Stafford's constants. */
    private static long key(int i) {
        long z = (i + 1) * GOLDEN_RATIO;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }

    @Override
    public MemorySegment source() {
        return MemorySegment.NULL;
    }
}
