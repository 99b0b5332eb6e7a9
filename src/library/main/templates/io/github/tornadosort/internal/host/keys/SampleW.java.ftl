<#-- for rows too -->
<#assign Words = rows?then("Rows", "Words" + W)>
package io.github.tornadosort.internal.host.${rows?then("rows", "keys")};

import io.github.tornadosort.internal.host.HostPolicy;
import io.github.tornadosort.internal.threads.Crew;
import io.github.tornadosort.internal.memory.HostMemory;
import java.util.Arrays;
import java.util.SplittableRandom;

/** A random sample of the keys. It shows where buckets begin and which values are frequent. */
final class Sample${W} {

    private Sample${W}() {}

    /** Returns random keys, sorted: one key of each of as many stretches of equal length, so that no stretch is left out. */
    static ${key}[] of(${Words} keys, int first, int n, int buckets, Crew crew) {
        ${key}[] sample = HostMemory.${key}s(HostPolicy.SAMPLES_PER_BUCKET * buckets);
        crew.loop(Math.ceilDiv(sample.length, HostPolicy.SAMPLES_PER_PART), (part, thread) -> {
            SplittableRandom random = new SplittableRandom((long) n + part);
            double step = (double) n / sample.length;
            int end = Math.min(sample.length, (part + 1) * HostPolicy.SAMPLES_PER_PART);
            for (int i = part * HostPolicy.SAMPLES_PER_PART; i < end; i++) {
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
            return of(keys, 0, keys.size(), HostPolicy.SAMPLES / HostPolicy.SAMPLES_PER_BUCKET, alone);
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
        return 2 * repeating >= sample.length && values <= HostPolicy.MAX_REPEATED;
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
            if (end - begin >= frequent || weight >= HostPolicy.SAMPLES_PER_BUCKET) {
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
