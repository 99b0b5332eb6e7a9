package io.github.tornadosort.bench.data;

/**
 * Random 64-bit words that are computed from their index, so that any part of a data set can be generated independently. Word
 * {@code i} is the result of call {@code i + 1} of {@code nextLong} of {@code new SplittableRandom(seed)}: SplitMix64 (Steele,
 * Lea and Flood 2014).
 */
final class RandomWords {
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private RandomWords() {}

    static long word(long seed, long index) {
        long z = seed + GOLDEN_GAMMA * (index + 1);
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
