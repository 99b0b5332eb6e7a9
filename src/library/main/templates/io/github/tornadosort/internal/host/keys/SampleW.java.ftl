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
<#if !rows>
    /** Sampled keys that tell whether few values repeat: they take about a microsecond. */
    private static final int FEW = 64;
    /** Values that repeat, at most, so that to find them in sorted keys takes little time. */
    private static final int MAX_REPEATED = 256;
</#if>

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

<#if !rows>
    /** Returns a few random keys, sorted. */
    static ${key}[] few(${Words} keys) {
        try (Crew alone = new Crew(1)) {
            return of(keys, 0, keys.size(), FEW / PER_BUCKET, alone);
        }
    }

    /** Returns whether half of a sorted sample, or more, repeats few values. */
    static boolean repeats(${key}[] sample) {
        int values = 0;
        int repeating = 0;
        for (int begin = 0, end; begin < sample.length; begin = end) {
            end = end(sample, begin);
            if (end - begin > 1) {
                values++;
                repeating += end - begin;
            }
        }
        return 2 * repeating >= sample.length && values <= MAX_REPEATED;
    }
</#if>

    /**
     * Returns splitters: bucket b holds keys above {@code split[b - 1]}, up to {@code split[b]}. Frequent values get buckets of their own.
     *
     * @param sample sorted keys
     * @param frequent the number of times that a frequent value is in the sample
     */
    static ${key}[] splitters(${key}[] sample, int frequent) {
        ${key}[] split = new ${key}[2 * sample.length];
        int found = 0;
        int weight = 0;
        for (int begin = 0, end; begin < sample.length; begin = end) {
            end = end(sample, begin);
            ${key} value = sample[begin];
            weight += end - begin;
            if (end - begin >= frequent && value > ${Key}.MIN_VALUE && (found == 0 || split[found - 1] < value - 1)) {
                split[found++] = value - 1;
            }
            if (end - begin >= frequent || weight >= PER_BUCKET) {
                split[found++] = value;
                weight = 0;
            }
        }
        return Arrays.copyOf(split, found);
    }

    /** Returns the end of the samples that are equal to the one at an index. */
    private static int end(${key}[] sample, int begin) {
        int end = begin + 1;
        while (end < sample.length && sample[end] == sample[begin]) {
            end++;
        }
        return end;
    }
}
