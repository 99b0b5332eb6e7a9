package io.github.tornadosort;

import io.github.tornadosort.internal.laboratory.Laboratory;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The sorting algorithms. Each of them sorts keys of every type, with or without values, in either direction. All are stable:
 * those that are not stable by nature compare the indices of equal keys.
 *
 * <p>The library has {@link #AUTO} and {@link #RADIX}. The others are in the artifact {@code tornado-sort-laboratory}, which programs
 * that name one of them add to their class path.
 */
public enum Algorithm {
    /** {@link #RADIX}, but keys that are sorted already are only read. */
    AUTO,
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
    ODD_EVEN_MERGE,
    /** Odd-even transposition of neighbours; for teaching, and for a few thousand keys. */
    TRANSPOSITION;

    /** {@return the name that the command line uses, for example {@code radix-four-way}} */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** {@return whether the algorithm sorts by digits whose width can be chosen} */
    public boolean hasDigits() {
        return this == RADIX || this == RADIX_LOCAL;
    }

    /** {@return whether the algorithm is a sorting network, which is not stable by nature} */
    public boolean isNetwork() {
        return this == BITONIC || this == ODD_EVEN_MERGE || this == TRANSPOSITION;
    }

    /**
     * {@return the algorithm with this label}
     *
     * @param label as {@link #label} returns it, or {@code hybrid}, the name of {@link #RADIX_MSD} in its paper
     * @throws IllegalArgumentException if there is no such algorithm: the message lists all labels; or if its artifact is not on the
     *     class path: the message names the artifact
     */
    public static Algorithm named(String label) {
        String name = label.equals("hybrid") ? RADIX_MSD.label() : label;
        Algorithm named = Arrays.stream(values())
                .filter(algorithm -> algorithm.label().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no algorithm '" + label + "': there are "
                        + Arrays.stream(values()).map(Algorithm::label).collect(Collectors.joining(", "))));
        if (named != AUTO && named != RADIX) {
            Laboratory.require(name);
        }
        return named;
    }
}
