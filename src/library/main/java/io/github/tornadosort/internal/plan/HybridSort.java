package io.github.tornadosort.internal.plan;

import io.github.tornadosort.internal.kernel.GroupBuckets64;
import io.github.tornadosort.internal.kernel.GroupSample64;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.kernel.SurveyWords;
import io.github.tornadosort.internal.policy.Algorithm;
import io.github.tornadosort.internal.policy.Execution;
import io.github.tornadosort.internal.policy.SortPolicy;
import io.github.tornadosort.internal.policy.SortPolicy.Kernels;
import java.util.ArrayList;
import java.util.List;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * The hybrid radix sort of work-group kernels (Stehle and Jacobsen 2017): keys are sorted by their highest two to four digits,
 * and the buckets of these digits are then sorted by the other bits in local memory. This saves passes if every bucket fits in
 * a tile. A sample of the keys, taken on the device before the survey, says whether it is worth an attempt; see
 * {@link GroupSample64}. The survey's counts of a digit then say whether values occur too often, which a sample cannot show.
 * The kernel that finds the buckets knows for sure.
 *
 * @param policy the policy of the kernels
 * @param result index in the survey's words of the sample's result
 * @param bytes the number of bytes of a key and its value
 */
record HybridSort(SortPolicy policy, int result, int bytes) {
    /** Number of words of the sample's result, see {@link GroupSample64}. */
    static final int RESULT_WORDS = GroupSample64.RESULT_WORDS;
    /** Number of standard deviations from the mean size that no bucket of uniform keys reaches. */
    private static final int SURELY = 7;
    /** Number of standard deviations that the largest of many buckets rarely exceeds. */
    private static final int LARGEST = 5;
    /** Number of bits, below those of the buckets, by which the keys of a bucket are sorted before networks sort them. */
    private static final int NEXT_BITS = 10;
    /** Number of these bits that do not vary from which on too many keys tie in the others for networks. */
    private static final int CONSTANT_BITS = 2;
    /** How often a value occurs from which on too many keys tie for networks. */
    private static final double MANY_REPETITIONS = 2;
    /** How much larger than the mean bucket of a sampled key the largest may be: as in a normal distribution. */
    private static final double UNEVEN = 1.5;
    /** Number of bits by which the keys of a bucket with repeated values are sorted at a time, see {@link GroupBuckets64}. */
    private static final int ROUND_BITS = 18;
    /** Such a round takes as long as a pass over keys and values of this many bytes (H100, 2^24 keys: 0.45 ms). */
    private static final int ROUND_BYTES = 12;
    /** Number of digits that a sample's words hold. */
    private static final int MOST_DIGITS = 4;
    /** Probability that a sample of keys whose largest buckets just fit has a longer run than allowed. */
    private static final double RARE = 0.01;

    /** Returns whether keys of a shape are sorted in buckets if there are many of them. Keys of 32 bits take few passes. */
    static boolean suits(PlanShape shape, SortPolicy policy, int capacity) {
        return policy.kernels() == Kernels.WORK_GROUP
                && shape.bytes() == Long.BYTES
                && shape.algorithm() == Algorithm.RADIX
                && shape.digitBits() == Execution.BY_POLICY
                && isMany(policy, capacity);
    }

    /** Returns whether there may be enough keys for a sample and two digits. */
    private static boolean isMany(SortPolicy policy, long capacity) {
        return policy.bucketedKeys() > 0 && capacity >= Math.max(policy.bucketedKeys(), GroupSample64.KEYS);
    }

    /** Returns the work-items of a group that sorts buckets: some more than for a pass, because buckets differ in size. */
    static int workItems(SortPolicy policy) {
        return policy.workItems() + 32;
    }

    /** Returns the maximum number of keys of a bucket. */
    static int tile(SortPolicy policy) {
        return workItems(policy) * GroupBuckets64.ITEMS;
    }

    /** Returns the maximum number of work-groups for n keys: each has a span of more than half a tile. */
    static int maxGroups(int n, SortPolicy policy) {
        return Math.ceilDiv(n, tile(policy) / 2);
    }

    /** Sets the parameters of the sample. Few keys are not sampled. */
    void askForSample(int n, WordOrder order, IntArray p) {
        boolean wanted = isMany(policy, n) && compares(order.bits());
        p.set(PassParameters.SAMPLE_JITTER, Math.max(Integer.highestOneBit(n / GroupSample64.KEYS), 1) - 1);
        p.set(PassParameters.SAMPLE_TIES, wanted ? mostTies(n) : -1);
        p.set(PassParameters.SAMPLE_RUN, wanted ? longestRun(n) : 1);
    }

    /** Returns whether the survey has counted no digit, since the sample is in order. */
    boolean isUncounted(IntArray words) {
        return words.get(result + 2) != 0;
    }

    /** Returns whether the kernels can compare keys by these bits, which must be neighbours. */
    private static boolean compares(long bits) {
        return (bits & (bits + Long.lowestOneBit(bits))) == 0;
    }

    /**
     * Returns the number of ties up to which buckets of two to four digits are attempted: as many as uniform keys surely have,
     * about 1.5 times as many as expected, if buckets of 1.5 times the mean size fit; or as many as are expected if the mean
     * bucket takes half a tile. The largest buckets of a normal distribution, for example, have 1.4 times the mean size.
     */
    private int mostTies(int n) {
        int uniform = policy.radix() * policy.radix();
        int ties = n * 1.5 <= fitting() * uniform ? surelyTies(uniform) : 0;
        return Math.max(ties, (int) expectedTies(2.0 * n / tile(policy)));
    }

    /** Returns the number of ties that a sample of uniform keys, which has keys of this number of buckets, rarely exceeds. */
    private static int surelyTies(int buckets) {
        return (int) (expectedTies(buckets) + 3 * Math.sqrt(expectedTies(buckets)));
    }

    /** Returns the expected number of ties in a sample of uniform keys, which has keys of this number of buckets. */
    private static double expectedTies(double buckets) {
        return GroupSample64.KEYS - buckets * (1 - Math.exp(-GroupSample64.KEYS / buckets));
    }

    /** Returns the mean size of buckets of which surely all fit in a tile. */
    private double fitting() {
        return tile(policy) - SURELY * Math.sqrt(tile(policy));
    }

    /** Returns the length that a run of ties in a sample of such keys rarely exceeds. */
    private int longestRun(int n) {
        double buckets = (double) n / tile(policy);
        double mean = GroupSample64.KEYS / buckets;
        double probability = Math.exp(-mean);
        double longer = 1 - probability;
        int run = 0;
        while (buckets * longer > RARE && run < GroupSample64.KEYS - 1) {
            run++;
            probability *= mean / run;
            longer -= probability;
        }
        return Math.max(run, 1);
    }

    /**
     * Returns the digits to sort by before the buckets are sorted; none if the keys are better sorted digit by digit. If values
     * occur so often that buckets may be too large, wider or more digits are tried. If a higher bit varies than in the sample,
     * more digits make up for the bits that rarely vary.
     *
     * @param n number of keys
     * @param words the words of the survey and the sample
     * @param lowest the number of keys of each value of the lowest of the sample's digits
     * @param varying the bits to sort by
     * @param passes number of passes of a sort digit by digit
     */
    Buckets buckets(int n, IntArray words, int[] lowest, long varying, int passes) {
        int end = Long.SIZE - Long.numberOfLeadingZeros(varying);
        int bits = words.get(result);
        Counts counts = counts(lowest);
        if (counts.unexplained() > tile(policy)) {
            return Buckets.NONE;
        }
        double repetitions = counts.repetitions();
        boolean fit = fit(n, bits, repetitions)
                && (repetitions < MANY_REPETITIONS || fit(UNEVEN * sampledMean(n, words), repetitions));
        while (!fit && bits < MOST_DIGITS * policy.radixBits()) {
            bits = (bits / policy.radixBits() + 1) * policy.radixBits();
            fit = fit(n, bits, repetitions);
        }
        int all = bits + Math.max(end - 1 - words.get(result + 1), 0);
        int saved = passes - digits(all);
        int rounds = Math.ceilDiv(Math.max(end - all - Long.numberOfTrailingZeros(varying), 0), ROUND_BITS);
        boolean worthIt = repetitions >= MANY_REPETITIONS ? saved * bytes > rounds * ROUND_BYTES : saved > 1;
        if (!worthIt || !fit) {
            return Buckets.NONE;
        }
        List<DigitWindow> digits = highest(all, end);
        int shift = digits.getFirst().shift();
        long next = (1L << shift) - (1L << Math.max(shift - NEXT_BITS, 0));
        return new Buckets(
                digits, repetitions >= MANY_REPETITIONS || Long.bitCount(next & ~varying) >= CONSTANT_BITS);
    }

    /**
     * How keys are sorted in buckets.
     *
     * @param digits the digits to sort by before, least significant first
     * @param ties whether values repeat, or some of the next bits do not vary
     */
    record Buckets(List<DigitWindow> digits, boolean ties) {
        /** Keys are not sorted in buckets. */
        static final Buckets NONE = new Buckets(List.of(), false);
    }

    /**
     * Returns the mean size of a key's bucket, from the number of ties of the sample: two of its keys tie if one is in the
     * other's bucket. Where keys crowd it is larger than the number of keys divided by that of the buckets.
     */
    private double sampledMean(int n, IntArray words) {
        return 2.0 * words.get(result + 3) / GroupSample64.KEYS * n / GroupSample64.KEYS;
    }

    /** Returns whether the buckets of these bits probably fit in a tile, although each value occurs several times. */
    private boolean fit(int n, int bits, double repetitions) {
        return fit(n / Math.pow(2, bits), repetitions);
    }

    private boolean fit(double mean, double repetitions) {
        return mean + LARGEST * Math.sqrt(mean * repetitions) <= tile(policy);
    }

    /**
     * What the survey's counts of a digit say.
     *
     * @param repetitions how often each value of the keys occurs on average, if values are random: the variance of the counts,
     *     in multiples of their mean, without the largest. It is about 1 for uniform keys, and r if each value occurs r times.
     *     Keys that prefer some values of the digit have a larger variance.
     * @param unexplained the number of keys by which the largest exceeds what the others let expect: they may all be equal, and
     *     too rare for a sample
     */
    private record Counts(double repetitions, double unexplained) {}

    private static Counts counts(int[] lowest) {
        int others = lowest.length - 1;
        double sum = 0;
        double squares = 0;
        double most = 0;
        for (double keys : lowest) {
            sum += keys;
            squares += keys * keys;
            most = Math.max(most, keys);
        }
        double mean = (sum - most) / others;
        double variance = Math.max(squares - most * most - others * mean * mean, 0) / (others - 1);
        return new Counts(variance / mean, most - mean - LARGEST * Math.sqrt(variance));
    }

    /** Returns the number of digits of this number of bits. */
    private int digits(int bits) {
        return Math.ceilDiv(bits, policy.radixBits());
    }

    /** Returns the digits of the highest bits below a bit; the lower ones are the narrower. */
    private List<DigitWindow> highest(int bits, int end) {
        List<DigitWindow> windows = new ArrayList<>();
        int digits = digits(bits);
        for (int digit = 0; digit < digits; digit++) {
            int begin = bits * digit / digits;
            windows.add(new DigitWindow(end - bits + begin, bits * (digit + 1) / digits - begin));
        }
        return windows;
    }

    /** Returns the sample's digits, which the survey has counted unless {@link #isUncounted}; none if it promises nothing. */
    List<DigitWindow> sampled(IntArray words) {
        int bits = words.get(result);
        return bits == 0 ? List.of() : highest(bits, words.get(result + 1) + 1);
    }

    /** Sets the parameters of the kernels that sort buckets. */
    void setBuckets(int n, Buckets buckets, long varying, IntArray p) {
        p.set(PassParameters.BUCKET_SHIFT, buckets.digits().getFirst().shift());
        p.set(PassParameters.LOWEST, Long.numberOfTrailingZeros(varying));
        p.set(PassParameters.BUCKET_TIES, buckets.ties() ? 1 : 0);
        p.set(PassParameters.BUCKET_SPAN, span(n, buckets.digits().stream().mapToInt(DigitWindow::bits).sum()));
    }

    /**
     * Returns the number of keys among which a work-group's buckets begin: as many buckets of the mean size as surely fit in a
     * tile.
     */
    private int span(int n, int bits) {
        int tile = tile(policy);
        double mean = n / Math.pow(2, bits);
        long keys = Math.round(Math.max(1, Math.floor(fitting() / mean)) * mean);
        return Math.clamp(keys, tile / 2 + 1, tile);
    }

    /** Returns whether a bucket was too large. */
    static boolean overflowed(IntArray words, int blocks) {
        int any = 0;
        for (int block = 0; block < blocks; block++) {
            any |= words.get(block * SurveyWords.COUNT + SurveyWords.OVERFLOW);
        }
        return any != 0;
    }
}
