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
    /** Sampled keys per bucket: enough that few buckets become much larger than planned, and cheap to sort. */
    static final int SAMPLES_PER_BUCKET = 16;
    /** Samples. Keys are uneven if more than this number of samples are in a sixteenth of the range: expected are four. */
    static final int CLOSE = 13;

<#if !rows>
    private static final long LOW = 0xffffffffL;
    /**
     * The golden ratio's fraction, times 2^32. Its multiples are spread evenly, and have no period: samples at one distance would all be the
     * least keys of their pieces if the keys consist of as many sorted pieces (Knuth, volume 3, section 6.4, theorem S).
     */
    private static final long GOLDEN = 0x9e3779b9L;

</#if>

    private Sample${W}() {}

    /** Returns random keys, sorted: one key of each of as many stretches of equal length, so that no stretch is left out. */
    static ${key}[] of(${Words} keys, int buckets, Crew crew) {
        int n = keys.size();
        ${key}[] sample = HostMemory.${key}s(SAMPLES_PER_BUCKET * buckets);
        crew.loop(Math.ceilDiv(sample.length, HostPolicy.FOR_JDK), (part, thread) -> {
            SplittableRandom random = new SplittableRandom((long) n + part);
            double step = (double) n / sample.length;
            int end = Math.min(sample.length, (part + 1) * HostPolicy.FOR_JDK);
            for (int i = part * HostPolicy.FOR_JDK; i < end; i++) {
                sample[i] = keys.at(Math.min(n - 1, (int) ((i + random.nextDouble()) * step)));
            }
        });
        Arrays.sort(sample);
        return sample;
    }

<#if !rows>
    /** Returns the index of the i-th sample of n keys: a multiple of the golden ratio. */
    static int spread(int i, int n) {
        return (int) ((i * GOLDEN & LOW) * n >>> Integer.SIZE);
    }

    /**
     * Returns whether many keys of the sample are close together, but not all: leaves of equal width would be too unequal. The JDK's vector
     * code sorts uneven ints faster than leaves; longs must be so uneven that they are distributed several times.
     */
    static boolean isUneven(${key}[] sample) {
        ${key} range = sample[HostPolicy.STEPS - 1 - HostPolicy.TRIM] - sample[HostPolicy.TRIM];
        boolean uneven = false;
        for (int i = HostPolicy.TRIM; i + CLOSE < HostPolicy.STEPS - HostPolicy.TRIM; i++) {
            ${key} width = sample[i + CLOSE] - sample[i];
            uneven |= width >= 0 && width < range >>> ${W / 32} * LocalSort${W}.RANGE_PART_LOG;
        }
        return uneven;
    }

    /** Returns whether half of the keys, or more, are values that repeat, as far as a small sample shows. */
    static boolean repeats(Words${W} keys) {
        ${key}[] sample = new ${key}[HostPolicy.FOR_JDK];
        for (int i = 0; i < sample.length; i++) {
            sample[i] = keys.at(spread(i, keys.size()));
        }
        Arrays.sort(sample);
        return repeats(sample);
    }

    /** Returns whether half of a sorted sample, or more, are values that repeat. */
    static boolean repeats(${key}[] sample) {
        return 2 * once(sample) <= sample.length;
    }

    /** Returns the number of values in a sorted sample. */
    static int values(${key}[] sample) {
        int values = 0;
        for (int begin = 0; begin < sample.length; begin = end(sample, begin)) {
            values++;
        }
        return values;
    }

    /** Returns the number of values that are in a sorted sample only once. */
    static int once(${key}[] sample) {
        int once = 0;
        for (int begin = 0, end; begin < sample.length; begin = end) {
            end = end(sample, begin);
            once += end - begin == 1 ? 1 : 0;
        }
        return once;
    }
</#if>

    /**
     * Returns splitters: bucket b holds keys above {@code split[b - 1]}, up to {@code split[b]}. Values that are in the sample as often as a
     * bucket has keys there get buckets of their own.
     *
     * @param sample sorted keys
     */
    static ${key}[] splitters(${key}[] sample) {
        ${key}[] split = new ${key}[2 * sample.length];
        int found = 0;
        int weight = 0;
        for (int begin = 0, end; begin < sample.length; begin = end) {
            end = end(sample, begin);
            ${key} value = sample[begin];
            weight += end - begin;
            if (end - begin >= SAMPLES_PER_BUCKET && value > ${Key}.MIN_VALUE && (found == 0 || split[found - 1] < value - 1)) {
                split[found++] = value - 1;
            }
            if (weight >= SAMPLES_PER_BUCKET) {
                split[found++] = value;
                weight = 0;
            }
        }
        return Arrays.copyOf(split, found);
    }

    /** Returns the end of the samples that are equal to the one at an index. */
    static int end(${key}[] sample, int begin) {
        int end = begin + 1;
        while (end < sample.length && sample[end] == sample[begin]) {
            end++;
        }
        return end;
    }
}
