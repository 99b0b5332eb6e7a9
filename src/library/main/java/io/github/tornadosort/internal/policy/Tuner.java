package io.github.tornadosort.internal.policy;

import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.internal.policy.CostModel.Sample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Looks for a better policy than the present one: first the digit width that the cost model proposes, then, with the best
 * so far, the number of blocks and the tile. What is new has to be faster by more than measurements vary.
 */
public final class Tuner {
    /** Keys that policies are compared by. */
    public static final int KEY_BITS = 32;

    private static final int LEAST_DIGIT_BITS = 4;
    private static final List<Integer> BLOCKS_PER_UNIT = List.of(1, 2, 4, 8);
    /** With the most items, a tile of 4096 keys: more need more local memory than the 48 KiB that many a GPU has. */
    private static final List<Integer> WORK_ITEMS = List.of(64, 128, 256);

    private static final List<Integer> ITEMS = List.of(4, 8, 16);

    /** A gain of less is taken for chance. */
    private static final double GAIN = 0.02;

    /** Takes the time of sorts. */
    public interface Timer {
        /** Nanoseconds a key for a sort of keys whose lowest bits vary, so many: more than 0; infinite if the device cannot do it. */
        double nanosPerKey(SortPolicy policy, int keyBits);
    }

    /** A policy, and what it takes for a key of {@link #KEY_BITS} bits. */
    public record Trial(SortPolicy policy, double nanosPerKey) {}

    /**
     * What was found.
     *
     * @param samples of each digit width, as many passes as have its full width
     * @param model fitted to the samples
     * @param trials by the field of the policy that was chosen by them
     */
    public record Tuning(
            List<Sample> samples, CostModel model, Map<String, List<Trial>> trials, Trial present, Trial best) {}

    private final SortPolicy present;
    private final Timer timer;
    private final Map<String, List<Trial>> trials = new LinkedHashMap<>();

    private Tuner(SortPolicy present, Timer timer) {
        this.present = present;
        this.timer = timer;
    }

    /**
     * Tunes a policy.
     *
     * @param keysPerBlock keys in a block of the present policy
     * @throws IllegalStateException if the present policy cannot be used
     */
    public static Tuning tune(SortPolicy present, double keysPerBlock, Timer timer) {
        return new Tuner(present, timer).tune(keysPerBlock);
    }

    /** The most calls of a timer that tuning takes. */
    public static int mostMeasurements(SortPolicy present) {
        return (int) (3 + digitBits(present).count() + BLOCKS_PER_UNIT.size() + tiles(present).count());
    }

    /** Every policy that tuning from the present one may choose, whatever the times. */
    public static Stream<SortPolicy> choices(SortPolicy present) {
        Stream<SortPolicy> blocks = IntStream.rangeClosed(1, mostDigitBits(present))
                .mapToObj(present::withRadixBits)
                .flatMap(Tuner::blocks);
        return present.kernels() == Kernels.WORK_GROUP ? blocks.flatMap(Tuner::tiles) : blocks;
    }

    private Tuning tune(double keysPerBlock) {
        trial(present); // what a JVM measures first, it measures cold
        List<Sample> samples = digitBits(present)
                .mapToObj(this::sample)
                .filter(sample -> Double.isFinite(sample.nanosPerKey()))
                .toList();
        Trial now = trial(present);
        if (samples.isEmpty() || Double.isInfinite(now.nanosPerKey())) {
            throw new IllegalStateException("the device cannot sort with " + present);
        }
        CostModel model = CostModel.fit(samples, keysPerBlock);
        int proposed = model.bestDigitBits(KEY_BITS, mostDigitBits(present));

        Trial best = choose("radixBits", now, Stream.of(present.withRadixBits(proposed)));
        best = choose("blocksPerUnit", best, blocks(best.policy()));
        if (best.policy().kernels() == Kernels.WORK_GROUP) {
            best = choose("workItems", best, tiles(best.policy()));
        }
        return new Tuning(samples, model, trials, now, best);
    }

    private Sample sample(int bits) {
        int keyBits = KEY_BITS / bits * bits;
        return new Sample(bits, keyBits, timer.nanosPerKey(present.withRadixBits(bits), keyBits));
    }

    /** The best of what was best so far and others that are like it but for one field. */
    private Trial choose(String field, Trial sofar, Stream<SortPolicy> others) {
        List<Trial> tried = new ArrayList<>(List.of(sofar));
        others.filter(policy -> !policy.equals(sofar.policy())).map(this::trial).forEach(tried::add);
        trials.put(field, tried);
        Trial best = sofar;
        for (Trial trial : tried) {
            if (trial.nanosPerKey() < Math.min(best.nanosPerKey(), (1 - GAIN) * sofar.nanosPerKey())) {
                best = trial;
            }
        }
        return best;
    }

    private Trial trial(SortPolicy policy) {
        return new Trial(policy, timer.nanosPerKey(policy, KEY_BITS));
    }

    private static IntStream digitBits(SortPolicy policy) {
        return IntStream.rangeClosed(LEAST_DIGIT_BITS, mostDigitBits(policy));
    }

    private static int mostDigitBits(SortPolicy policy) {
        return policy.kernels() == Kernels.WORK_GROUP ? 8 : 12;
    }

    private static Stream<SortPolicy> blocks(SortPolicy p) {
        return BLOCKS_PER_UNIT.stream()
                .map(blocks -> new SortPolicy(
                        p.kernels(), p.radixBits(), blocks, p.workItems(), p.itemsPerWorkItem(), p.mergedKeys()));
    }

    private static Stream<SortPolicy> tiles(SortPolicy p) {
        if (p.kernels() != Kernels.WORK_GROUP) {
            return Stream.empty();
        }
        return WORK_ITEMS.stream()
                .flatMap(workItems -> ITEMS.stream()
                        .map(items -> new SortPolicy(
                                p.kernels(), p.radixBits(), p.blocksPerUnit(), workItems, items, p.mergedKeys())));
    }
}
