package io.github.tornadosort.cli.doctor;

import io.github.tornadosort.Algorithm;
import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.cli.data.Distribution;
import io.github.tornadosort.conformance.KeyData;
import io.github.tornadosort.conformance.Operation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/**
 * One case of a conformance run: an operation on given keys, compared with the JDK.
 *
 * @param policy the kernels
 * @param algorithm the algorithm of a device
 * @param distribution a specification of {@link Distribution}, or one of {@link #BITS} and {@link #SPECIALS}
 */
record ConformanceCase(
        SortPolicy policy,
        Algorithm algorithm,
        Operation operation,
        KeyType type,
        boolean descending,
        String distribution,
        int n,
        long seed) {
    /** Random bits; floats include NaNs with different bits. */
    private static final String BITS = "bits";
    /** NaNs, zeros, infinities and numbers at both ends of the range. For integers, random bits. */
    private static final String SPECIALS = "specials";

    private static final List<String> DISTRIBUTIONS = List.of(
            BITS, SPECIALS, "uniform", "entropy:4", "sorted", "reversed", "nearly-sorted:16", "constant", "few-distinct",
            "staggered:16", "bucket-sorted:8", "duplicates:8", "banded:3:7", "gaussian");
    /** Greater than any number of cases, so that the cases with successive indices differ in every respect. */
    private static final long STRIDE = 1_000_000_007;
    /** More than one work-group sorts, but few enough for the slowest algorithm. */
    private static final int KEYS_OF_ALGORITHMS = 2500;

    /**
     * Returns cases from the product of all policies, operations, types, directions, distributions and sizes. Any number of cases
     * covers each of these evenly; the same arguments result in the same cases. Cases that need the same compiled kernels follow
     * each other: a sorter keeps few kernels, and compiling them takes longer than the cases that use them.
     */
    static List<ConformanceCase> some(int count, List<SortPolicy> policies, List<KeyType> types, int maxKeys, long seed) {
        return LongStream.range(0, count)
                .mapToObj(i -> of(i * STRIDE + seed, policies, types, maxKeys, seed + i))
                .sorted(Comparator.<ConformanceCase>comparingInt(each -> policies.indexOf(each.policy))
                        .thenComparing(ConformanceCase::type)
                        .thenComparing(ConformanceCase::operation))
                .toList();
    }

    private static ConformanceCase of(
            long index, List<SortPolicy> policies, List<KeyType> types, int maxKeys, long seed) {
        Digits digits = new Digits(index);
        KeyType type = digits.next(types);
        Operation operation = digits.next(List.of(Operation.values()));
        boolean descending = digits.next(List.of(false, true));
        String distribution = digits.next(DISTRIBUTIONS);
        SortPolicy policy = digits.next(policies);
        int n = Math.min(digits.next(sizes(policy)), maxKeys);
        return new ConformanceCase(policy, Algorithm.AUTO, operation, type, descending, distribution, n, seed);
    }

    /** Returns cases of all named algorithms: keys alone in one width, with values in the other, because compilation dominates. */
    static List<ConformanceCase> ofAlgorithms(SortPolicy policy, List<KeyType> types, long seed) {
        List<ConformanceCase> cases = new ArrayList<>();
        for (Algorithm algorithm : EnumSet.complementOf(EnumSet.of(Algorithm.AUTO, Algorithm.RADIX))) {
            cases.add(new ConformanceCase(
                    policy, algorithm, Operation.SORT, KeyType.FLOAT32, true, "uniform", KEYS_OF_ALGORITHMS, seed));
            if (types.contains(KeyType.INT64)) {
                cases.add(new ConformanceCase(
                        policy, algorithm, Operation.SORT_WITH_INT32, KeyType.INT64, false, "entropy:4",
                        KEYS_OF_ALGORITHMS, seed));
            }
        }
        return cases;
    }

    /** Takes an index apart into choices. */
    private static final class Digits {
        private long rest;

        private Digits(long index) {
            this.rest = index;
        }

        private <T> T next(List<T> choices) {
            T choice = choices.get((int) (rest % choices.size()));
            rest /= choices.size();
            return choice;
        }
    }

    /** Returns numbers of keys at the edges of tiles, work-groups and loops. */
    private static List<Integer> sizes(SortPolicy policy) {
        int tile = policy.tile() > 1 ? policy.tile() : 1024;
        return List.of(0, 1, 2, 31, 33, 255, 257, tile - 1, tile, tile + 1, 2 * tile - 1, 2 * tile + 77);
    }

    /** Runs the operation. Throws an exception if the result is wrong, or if the device cannot run it. */
    void check(Sorter sorter) {
        SortOptions.Builder options = SortOptions.builder().algorithm(algorithm);
        operation.check(sorter, keys(), (descending ? options.descending() : options).build(), toString());
    }

    private Column keys() {
        if (distribution.equals(SPECIALS) && type.isFloat()) {
            return KeyData.specials(type, n, seed);
        }
        if (distribution.equals(BITS) || distribution.equals(SPECIALS)) {
            return KeyData.random(type, n, seed);
        }
        Distribution keys = Distribution.of(distribution);
        if (keys.objection(type) != null) {
            return KeyData.random(type, n, seed);
        }
        Column column = KeyData.ofZeros(type, n);
        keys.fill(column, seed);
        return column;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT, "%s of %d %s %s keys by %s, %s, seed %d, %s kernels with %d-bit digits and tiles of %d",
                operation.name().toLowerCase(Locale.ROOT).replace('_', ' '), n, distribution, type.label(),
                algorithm.label(), descending ? "descending" : "ascending", seed, policy.kernels(), policy.radixBits(),
                policy.tile());
    }
}
