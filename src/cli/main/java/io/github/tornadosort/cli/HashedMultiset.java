package io.github.tornadosort.cli;

/**
 * 128 bits that do not depend on the keys' order: two sums of a mixed key. Equal keys always give equal sums; different
 * ones give equal sums by chance once in 2^128.
 */
final class HashedMultiset implements KeyMultiset {
    private long low;
    private long high;

    @Override
    public void add(long bits) {
        long mixed = mix(bits + 0x9E3779B97F4A7C15L);
        low += mixed;
        high += mix(mixed ^ 0xD1B54A32D192ED03L);
    }

    /** The finalizer of SplitMix64 (Steele, Lea and Flood 2014). */
    private static long mix(long z) {
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }

    @Override
    public String difference(KeyMultiset expected) {
        HashedMultiset other = (HashedMultiset) expected;
        return low == other.low && high == other.high
                ? null
                : "holds other keys than expected (by a hash: memory for an exact comparison would name the key)";
    }

    @Override
    public String assurance() {
        return "by a 128-bit hash (not exact: for that the keys do not fit in memory) the keys";
    }

    @Override
    public KeyMultiset empty() {
        return new HashedMultiset();
    }
}
