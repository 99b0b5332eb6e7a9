package io.github.tornadosort;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The sorting algorithms of the literature that there are. All sort keys of every type, with values or without, up or down,
 * and all are stable, those that are not by nature too: they break ties by the keys' places.
 */
public enum Algorithm {
    /** Whatever the device's policy has for that many keys of that width. */
    AUTO,
    /** Least significant digit first, digits of several bits (Merrill and Grimshaw 2011). */
    RADIX,
    /** Most significant digit first, then small buckets by themselves (Stehle and Jacobsen 2017). */
    RADIX_MSD,
    /** One bit a pass: flags, a scan over all keys, a scatter (Programming Massively Parallel Processors, Figure 13.4). */
    RADIX_SPLIT,
    /** Tiles sorted by a digit in one-bit splits, then written digit by digit (Satish, Harris and Garland 2009). */
    RADIX_LOCAL,
    /** Two bits a pass by four-way counts, with a check of the order before each (Ha, Krüger and Silva 2009). */
    RADIX_FOUR_WAY,
    /** Buckets between the splitters of a random sample, again and again (Leischner, Osipov and Sanders 2010). */
    SAMPLE,
    /** Sorted tiles, merged two by two along the merge path (Green, McColl and Bader 2012). */
    MERGE,
    /** Batcher's bitonic network (1968). */
    BITONIC,
    /** Batcher's odd-even merge network (1968). */
    ODD_EVEN_MERGE,
    /** Neighbours only: for teaching, and some thousand keys. */
    TRANSPOSITION;

    /** {@return the name as the command line has it, such as {@code radix-four-way}} */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** {@return whether it sorts by digits, of a width that can be chosen} */
    public boolean hasDigits() {
        return this == RADIX || this == RADIX_LOCAL;
    }

    /** {@return whether it is a sorting network, which does not keep equal keys in order by itself} */
    public boolean isNetwork() {
        return this == BITONIC || this == ODD_EVEN_MERGE || this == TRANSPOSITION;
    }

    /**
     * {@return the algorithm with this label}
     *
     * @param label as {@link #label} has it; {@code hybrid} is {@link #RADIX_MSD}, as its paper calls it
     * @throws IllegalArgumentException if there is none; the message lists those there are
     */
    public static Algorithm of(String label) {
        String name = label.equals("hybrid") ? RADIX_MSD.label() : label;
        return Arrays.stream(values())
                .filter(algorithm -> algorithm.label().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no algorithm '" + label + "': there are "
                        + Arrays.stream(values()).map(Algorithm::label).collect(Collectors.joining(", "))));
    }
}
