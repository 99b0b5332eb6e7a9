package io.github.tornadosort.cli.data;

/**
 * Random 64-bit words by number rather than one after the other, so that any part of a data set can be made on its own.
 * Word {@code i} is what {@code new SplittableRandom(seed)} would return on its call {@code i + 1} of {@code nextLong}:
 * SplitMix64 (Steele, Lea and Flood 2014).
 */
final class RandomWords {
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private RandomWords() {}

    static long word(long seed, long number) {
        long z = seed + GOLDEN_GAMMA * (number + 1);
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
