package io.github.tornadosort.files.internal.sort;

/**
 * A 128-bit hash of a multiset: two sums of mixed keys, which do not depend on the order of the keys. Equal multisets always
 * have equal sums; different multisets have equal sums with a probability of about 2^-128.
 */
public final class HashedMultiset implements KeyMultiset {
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
                : "its keys differ from those expected (compared by a hash; with more memory, the message would name a key)";
    }

    @Override
    public String assurance() {
        return "compared by a 128-bit hash because the keys do not fit in memory";
    }

    @Override
    public KeyMultiset empty() {
        return new HashedMultiset();
    }
}
