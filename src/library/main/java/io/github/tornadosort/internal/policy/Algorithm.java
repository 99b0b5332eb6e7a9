package io.github.tornadosort.internal.policy;

import io.github.tornadosort.internal.laboratory.Laboratory;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The sorting algorithms of the device. Each of them sorts keys of every type, with or without values, in either direction. All are
 * stable: those that are not stable by nature compare the indices of equal keys.
 *
 * <p>The library has {@link #RADIX}. The others are in the artifact {@code tornado-sort-laboratory}, which programs that name one of
 * them add to their class path.
 */
public enum Algorithm {
    /** Least significant digit first, digits of several bits, one launch per digit (Adinets and Merrill 2022). */
    RADIX,
    /** Most significant digit first; small buckets are then sorted by themselves (Stehle and Jacobsen 2017). */
    RADIX_MSD,
    /** One bit per pass: flags, a scan over all keys, a scatter (Programming Massively Parallel Processors, Figure 13.4). */
    RADIX_SPLIT,
    /** Four bits per pass in three kernels: counts of blocks, a scan of the counts, a scatter (Merrill and Grimshaw 2011). */
    RADIX_SCAN,
    /** Tiles sorted by a digit in one-bit splits, then written digit by digit (Satish, Harris and Garland 2009). */
    RADIX_LOCAL,
    /** Two bits per pass by four-way counts; the order is checked before each pass (Ha, Krüger and Silva 2009). */
    RADIX_FOUR_WAY,
    /** Recursively divides the keys into buckets between the splitters of a random sample (Leischner, Osipov and Sanders 2010). */
    SAMPLE,
    /** Sorts tiles and merges them in pairs along the merge path (Green, McColl and Bader 2012). */
    MERGE,
    /** Batcher's bitonic network (1968). */
    BITONIC,
    /** Batcher's odd-even merge network (1968). */
    ODD_EVEN_MERGE;

    /** Returns the name of the algorithm, for example {@code radix-four-way}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns whether the algorithm sorts by digits whose width can be chosen. */
    public boolean hasDigits() {
        return this == RADIX || this == RADIX_LOCAL;
    }

    /** Returns whether the algorithm is a sorting network, which is not stable by nature. */
    public boolean isNetwork() {
        return this == BITONIC || this == ODD_EVEN_MERGE;
    }

    /**
     * Returns the algorithm with this name.
     *
     * @param name as {@link #label} returns it, or {@code hybrid}, the name of {@link #RADIX_MSD} in its paper
     * @throws IllegalArgumentException if there is no such algorithm: the message lists all names; or if its artifact is not on the
     *     class path: the message names the artifact
     */
    public static Algorithm named(String name) {
        String label = name.equals("hybrid") ? RADIX_MSD.label() : name;
        Algorithm named = Arrays.stream(values())
                .filter(algorithm -> algorithm.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no algorithm '" + name + "': there are "
                        + Arrays.stream(values()).map(Algorithm::label).collect(Collectors.joining(", "))));
        if (named != RADIX) {
            Laboratory.require(label);
        }
        return named;
    }
}
