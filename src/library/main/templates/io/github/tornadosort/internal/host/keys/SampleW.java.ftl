<#-- for rows too -->
<#assign Words = rows?then("Rows", "Words" + W)>
package io.github.tornadosort.internal.host.${rows?then("rows", "keys")};

import io.github.tornadosort.internal.threads.Crew;
import io.github.tornadosort.internal.memory.HostMemory;
import java.util.Arrays;
import java.util.SplittableRandom;

/** A random sample of the keys. It shows where buckets begin and which values are frequent. */
final class Sample${W} {
    /** Sampled keys per bucket: enough that few buckets become much larger than planned, and cheap to sort. */
    static final int PER_BUCKET = 16;
    /** Sampled keys per part of the loop: their cache misses take about as long as to hand out one part. */
    private static final int PER_PART = 256;

    private Sample${W}() {}

    /** Returns random keys, sorted: one key of each of as many stretches of equal length, so that no stretch is left out. */
    static ${key}[] of(${Words} keys, int first, int n, int buckets, Crew crew) {
        ${key}[] sample = HostMemory.${key}s(PER_BUCKET * buckets);
        crew.loop(Math.ceilDiv(sample.length, PER_PART), (part, thread) -> {
            SplittableRandom random = new SplittableRandom((long) n + part);
            double step = (double) n / sample.length;
            int end = Math.min(sample.length, (part + 1) * PER_PART);
            for (int i = part * PER_PART; i < end; i++) {
                sample[i] = keys.at(first + Math.min(n - 1, (int) ((i + random.nextDouble()) * step)));
            }
        });
        Arrays.sort(sample);
        return sample;
    }
}
