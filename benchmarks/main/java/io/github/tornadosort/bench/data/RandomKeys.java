package io.github.tornadosort.bench.data;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.KeyBits;

/** Distributions of keys in random order. */
final class RandomKeys {
    /** All integers of the type are equally likely, and floats are uniform in [-1, 1). */
    static final Distribution UNIFORM = (type, seed, index, _) -> KeyBits.atPoint(type, RandomWords.word(seed, index));

    /** One random key, repeated n times. */
    static final Distribution CONSTANT = (type, seed, _, _) -> KeyBits.atPoint(type, RandomWords.word(seed, 0));

    private static final int FEW = 16;
    /** Sixteen random keys, each equally likely. */
    static final Distribution FEW_DISTINCT =
            (type, seed, index, _) -> KeyBits.atPoint(type,
                    RandomWords.word(~seed, RandomWords.word(seed, index) & FEW - 1));

    private static final double DEVIATION = 0x1p61;
    /**
     * Keys that are normally distributed around the middle of the type's range. The standard deviation is an eighth of the range;
     * keys outside the range are clamped. Uses the Box-Muller transform (1958), and StrictMath for the same keys on all machines.
     */
    static final Distribution GAUSSIAN = (type, seed, index, _) -> {
        double radiusPart = 1 - fraction(RandomWords.word(seed, 2 * index)); // in (0, 1]: its logarithm is finite
        double anglePart = fraction(RandomWords.word(seed, 2 * index + 1));
        double normal =
                StrictMath.sqrt(-2 * StrictMath.log(radiusPart)) * StrictMath.cos(2 * StrictMath.PI * anglePart);
        long fromMiddle = (long) (normal * DEVIATION); // Java's conversion saturates
        return KeyBits.atPoint(type, fromMiddle ^ Long.MIN_VALUE);
    };

    private static final long FIRST = 1_763_337_600_000L;
    private static final long DAY = 86_400_000;
    /** The milliseconds of a day. */
    static final Distribution TIMESTAMPS = (type, seed, index, _) -> KeyBits.ofWord(type,
            FIRST + Math.unsignedMultiplyHigh(DAY, RandomWords.word(seed, index)));

    private RandomKeys() {}

    /** Converts a random word to a number in [0, 1). */
    private static double fraction(long word) {
        return (word >>> 11) * 0x1p-53;
    }

    /**
     * Keys in which only bits low to high-1 vary. The other bits are random and the same in all keys.
     *
     * @param low the least significant bit that varies
     * @param high the most significant bit that varies, plus 1
     */
    static Distribution banded(int low, int high) {
        String name = "banded:" + low + ":" + high + ": ";
        Parts.require(
                low >= 0 && high > low && high <= 64, name + "expected 0 <= LO < HI <= the number of bits in a key");
        return new Distribution() {
            @Override
            public String objection(KeyType type) {
                return high <= type.bits() ? null : name + type.label() + " keys have " + type.bits() + " bits";
            }

            @Override
            public long key(KeyType type, long seed, long index, long n) {
                return mixed(type, seed, index, bits(low, high));
            }
        };
    }

    /**
     * Keys in which all bits vary but bits low to high-1, which are random and the same in all keys.
     *
     * @param low the least significant bit that does not vary
     * @param high the most significant bit that does not vary, plus 1
     */
    static Distribution hole(int low, int high) {
        Parts.require(
                low >= 0 && high > low && high <= 63,
                "hole:" + low + ":" + high + ": expected 0 <= LO < HI < the number of bits in a key");
        return (type, seed, index, _) -> mixed(type, seed, index, ~bits(low, high));
    }

    private static long bits(int low, int high) {
        return -1L >>> 64 - (high - low) << low;
    }

    /** Returns a key in which some bits vary. */
    private static long mixed(KeyType type, long seed, long index, long varying) {
        return KeyBits.ofWord(type, RandomWords.word(~seed, 0) & ~varying | RandomWords.word(seed, index) & varying);
    }

    /**
     * The bitwise AND of several random words (Thearling and Smith 1992). More words mean fewer ones in a key and less entropy:
     * one word is uniform, two have 0.811 bits of entropy per bit, three 0.544.
     *
     * @param words the number of words
     */
    static Distribution entropy(int words) {
        Parts.require(words >= 1 && words <= 64, "entropy:" + words + ": expected 1 <= K <= 64 words");
        return (type, seed, index, _) -> {
            long word = -1;
            for (int k = 0; k < words; k++) {
                word &= RandomWords.word(seed, index * words + k);
            }
            return KeyBits.ofWord(type, word);
        };
    }

    /**
     * A number of random keys, each equally likely.
     *
     * @param values the number of different keys; fewer if some of them are equal
     */
    static Distribution distinct(int values) {
        Parts.require(values >= 1, "distinct:" + values + ": expected D >= 1");
        return (type, seed, index, _) -> {
            long choice = Math.unsignedMultiplyHigh(values, RandomWords.word(seed, index));
            return KeyBits.atPoint(type, RandomWords.word(~seed, choice));
        };
    }

    /**
     * Random keys by Zipf's law: the k-th of them is about 1/k times as frequent as the first.
     *
     * @param values the number of different keys
     */
    static Distribution zipf(int values) {
        Parts.require(values >= 1, "zipf:" + values + ": expected D >= 1");
        return (type, seed, index, _) -> {
            long choice = (long) StrictMath.pow(values + 1.0, fraction(RandomWords.word(seed, index))) - 1;
            return KeyBits.atPoint(type, RandomWords.word(~seed, choice));
        };
    }

    /**
     * Uniform keys, some of which are replaced by one value.
     *
     * @param percent how many of 100 keys are replaced, on average
     */
    static Distribution heavy(int percent) {
        Parts.requirePercent("heavy", percent);
        return (type, seed, index, _) -> {
            boolean chosen = Parts.chosen(percent, RandomWords.word(~seed, index + 1));
            return KeyBits.atPoint(type, chosen ? RandomWords.word(~seed, 0) : RandomWords.word(seed, index));
        };
    }

    /**
     * Clusters like those of IPv4 addresses in networks: keys that have their upper bits in common. These are half of the bits in
     * some clusters, and up to three quarters of them in others.
     *
     * @param clusters the number of clusters
     */
    static Distribution clusters(int clusters) {
        Parts.require("clusters", clusters);
        return (type, seed, index, _) -> {
            long cluster = Math.unsignedMultiplyHigh(clusters, RandomWords.word(~seed, index + clusters));
            long network = RandomWords.word(~seed, cluster);
            int hostBits = type.bits() / 4 + (int) Long.remainderUnsigned(network, type.bits() / 4 + 1);
            long hosts = -1L >>> 64 - hostBits;
            return KeyBits.ofWord(type, network >>> 64 - type.bits() & ~hosts | RandomWords.word(seed, index) & hosts);
        };
    }
}
