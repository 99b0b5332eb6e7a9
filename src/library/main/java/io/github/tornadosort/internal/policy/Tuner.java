package io.github.tornadosort.internal.policy;

import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Searches for a better policy than the present one. Tries all digit widths, then different numbers of blocks, then different tiles,
 * each with the best policy so far. A new policy must be faster by more than the noise of measurements.
 */
public final class Tuner {
    private static final int LEAST_DIGIT_BITS = 4;
    private static final List<Integer> BLOCKS_PER_UNIT = List.of(1, 2, 4, 8);
    /**
     * The largest tile has 4096 keys. A larger tile needs more than 48 KiB of local memory, which is all that many GPUs have.
     */
    private static final List<Integer> WORK_ITEMS = List.of(64, 128, 256);

    private static final List<Integer> ITEMS = List.of(4, 8, 16);

    /** The smallest gain that is not treated as noise. */
    private static final double GAIN = 0.02;

    /** Measures sorts. */
    public interface Timer {
        /**
         * Returns the nanoseconds per key of a sort of 32-bit keys. The result is greater than 0, and infinite if the device cannot
         * run the policy.
         */
        double nanosPerKey(SortPolicy policy);
    }

    /** A policy, and its time per key. */
    public record Trial(SortPolicy policy, double nanosPerKey) {}

    /**
     * The result of tuning.
     *
     * @param trials the policies that were tried, by the component of the policy that was varied
     * @param present the policy before tuning
     * @param best the fastest policy
     */
    public record Tuning(Map<String, List<Trial>> trials, Trial present, Trial best) {}

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
     * @throws IllegalStateException if the device cannot run the present policy
     */
    public static Tuning tune(SortPolicy present, Timer timer) {
        return new Tuner(present, timer).tune();
    }

    /** {@return the largest number of measurements that tuning takes} */
    public static int mostMeasurements(SortPolicy present) {
        return (int) (2 + digitBits(present).count() + BLOCKS_PER_UNIT.size() + tiles(present).count());
    }

    /** {@return all policies that tuning can choose when it starts from the present policy} */
    public static Stream<SortPolicy> choices(SortPolicy present) {
        Stream<SortPolicy> blocks = IntStream.rangeClosed(1, mostDigitBits(present))
                .mapToObj(present::withRadixBits)
                .flatMap(Tuner::blocks);
        return present.kernels() == Kernels.WORK_GROUP ? blocks.flatMap(Tuner::tiles) : blocks;
    }

    private Tuning tune() {
        trial(present); // Warms up: the first measurement in a JVM is cold.
        Trial now = trial(present);
        if (Double.isInfinite(now.nanosPerKey())) {
            throw new IllegalStateException("the device cannot sort with " + present);
        }
        Trial best = choose("radixBits", now, digitBits(present).mapToObj(present::withRadixBits));
        best = choose("blocksPerUnit", best, blocks(best.policy()));
        if (best.policy().kernels() == Kernels.WORK_GROUP) {
            best = choose("workItems", best, tiles(best.policy()));
        }
        return new Tuning(trials, now, best);
    }

    /** {@return the best of the best trial so far and of other policies that differ from it in one component} */
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
        return new Trial(policy, timer.nanosPerKey(policy));
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
                        p.kernels(), p.radixBits(), blocks, p.workItems(), p.itemsPerWorkItem(), p.mergedKeys(),
                        p.bucketedKeys(),
                        p.chunkKeys()));
    }

    private static Stream<SortPolicy> tiles(SortPolicy p) {
        if (p.kernels() != Kernels.WORK_GROUP) {
            return Stream.empty();
        }
        return WORK_ITEMS.stream()
                .flatMap(workItems -> ITEMS.stream()
                        .map(items -> new SortPolicy(
                                p.kernels(), p.radixBits(), p.blocksPerUnit(), workItems, items, p.mergedKeys(),
                                p.bucketedKeys(),
                                p.chunkKeys())));
    }
}
