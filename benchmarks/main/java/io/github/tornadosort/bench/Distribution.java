package io.github.tornadosort.bench;

import static io.github.tornadosort.cli.options.Distribution.atPoint;
import static io.github.tornadosort.cli.options.Distribution.word;
import static io.github.tornadosort.files.internal.io.KeyBits.ofWord;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.KeyBits;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.LongStream;

/**
 * The distribution of the keys of a data set. The same seed gives the same keys on every machine: a key depends on the seed,
 * its index and the number of keys alone, and StrictMath computes real numbers.
 */
final class Distribution {
    /** Number of keys that a thread generates at a time. */
    static final int BLOCK = 1 << 16;

    private static final long FIRST_MILLI = 1_763_337_600_000L;
    private static final long DAY_MILLIS = 86_400_000;

    /** Returns the bits of a key, as {@link KeyBits} defines them, of n keys. */
    private interface Keys {
        long key(KeyType type, long seed, long index, long n);
    }

    private final Keys keys;

    private Distribution(Keys keys) {
        this.keys = keys;
    }

    /**
     * Returns the distribution of a specification: a name, and up to two numbers after colons.
     *
     * @throws IllegalArgumentException if it does not exist
     */
    static Distribution of(String specification) {
        String[] parts = (specification + ":0:0").split(":");
        int a = Integer.parseInt(parts[1]);
        int b = Integer.parseInt(parts[2]);
        return new Distribution(switch (parts[0]) {
            // All integers of the type are equally likely; floats are uniform in [-1, 1).
            case "uniform" -> (type, seed, i, _) -> atPoint(type, word(seed, i));
            case "sorted" -> Distribution::sorted;
            case "reversed" -> (type, seed, i, n) -> sorted(type, seed, n - 1 - i, n);
            // As in consecutive frames of an animation: each run of A sorted keys is rotated.
            case "nearly-sorted" -> (type, seed, i, n) -> {
                long begin = i - i % a;
                long size = Math.min(a, n - begin);
                return sorted(type, seed, begin + (i - begin + upTo(size, word(~seed, begin))) % size, n);
            };
            // Only the bits from A to B - 1 vary, or all others.
            case "banded" -> (type, seed, i, _) -> mixed(type, seed, i, bits(a, b));
            case "hole" -> (type, seed, i, _) -> mixed(type, seed, i, ~bits(a, b));
            // The AND of A random words (Thearling and Smith 1992): two have 0.811 bits of entropy a bit, three 0.544.
            case "entropy" -> (type, seed, i, _) -> {
                long word = -1;
                for (int j = 0; j < a; j++) {
                    word &= word(seed, i * a + j);
                }
                return ofWord(type, word);
            };
            case "normal" -> continuous(Distribution::normal, 0x1p56);
            case "exponential" -> continuous((u, _) -> -StrictMath.log(u), 0x1p56);
            // Half of the range would be one integer with the scale of the others.
            case "reciprocal" -> continuous((u, _) -> 1 / u, 0x1p46);
            case "distinct" -> (type, seed, i, _) -> atPoint(type, word(~seed, upTo(a, word(seed, i))));
            // A keys by Zipf's law: the k-th is about 1/k times as frequent as the first.
            case "zipf" -> (type, seed, i, _) -> {
                long choice = (long) StrictMath.pow(a + 1.0, fraction(word(seed, i))) - 1;
                return atPoint(type, word(~seed, choice));
            };
            // Sorted keys, of which A percent are replaced by random ones.
            case "exchanged" -> (type, seed, i, n) -> upTo(100, word(~seed, i)) < a
                    ? atPoint(type, word(seed, i))
                    : sorted(type, seed, i, n);
            // Sorted keys, and A percent random ones after them.
            case "new-tail" -> (type, seed, i, n) -> {
                long tail = n - n * a / 100;
                return i >= tail ? atPoint(type, word(seed, i)) : sorted(type, seed, i, tail);
            };
            // A sorted runs.
            case "runs" -> (type, seed, i, n) -> {
                long run = i * a / n;
                long begin = Math.ceilDiv(run * n, a);
                return sorted(type, word(seed, run), i - begin, Math.ceilDiv((run + 1) * n, a) - begin);
            };
            // Uniform keys, of which A percent are replaced by one value.
            case "heavy" -> (type, seed, i, _) -> atPoint(
                    type, upTo(100, word(~seed, i + 1)) < a ? word(~seed, 0) : word(seed, i));
            // The milliseconds of a day.
            case "timestamps" -> (type, seed, i, _) -> ofWord(type, FIRST_MILLI + upTo(DAY_MILLIS, word(seed, i)));
            // As IPv4 addresses in A networks: keys with half to three quarters of their bits in common.
            case "clusters" -> (type, seed, i, _) -> {
                long network = word(~seed, upTo(a, word(~seed, i + a)));
                int hostBits = type.bits() / 4 + (int) Long.remainderUnsigned(network, type.bits() / 4 + 1);
                long hosts = bits(0, hostBits);
                return ofWord(type, network >>> 64 - type.bits() & ~hosts | word(seed, i) & hosts);
            };
            default -> throw new IllegalArgumentException("unknown distribution '" + specification + "'");
        });
    }

    /** Fills a column with the data set of a seed. */
    void fill(Column column, long seed) {
        KeyType type = column.type();
        long n = column.size();
        // A single block is not worth a parallel stream: benchmarks fill many small columns.
        LongStream blocks = LongStream.range(0, Math.ceilDiv(n, BLOCK));
        (n > BLOCK ? blocks.parallel() : blocks).forEach(block -> {
            for (long i = block * BLOCK; i < Math.min(n, (block + 1) * BLOCK); i++) {
                KeyBits.set(column.segment(), type, i, keys.key(type, seed, i, n));
            }
        });
    }

    /** Returns a number in [0, limit) for a random word. */
    private static long upTo(long limit, long word) {
        return Math.unsignedMultiplyHigh(limit, word);
    }

    /** Returns a number in [0, 1) for a random word. */
    private static double fraction(long word) {
        return (word >>> 11) * 0x1p-53;
    }

    /** Returns one of n random keys in ascending order: one in each of n equal parts of the type's range. */
    private static long sorted(KeyType type, long seed, long index, long n) {
        return inPart(type, index, n, word(seed, index));
    }

    /** Returns a random key in one of several equal parts of the type's range. */
    private static long inPart(KeyType type, long part, long parts, long word) {
        long width = parts == 1 ? -1L : Long.divideUnsigned(-1L, parts);
        return atPoint(type, part * width + upTo(width, word));
    }

    private static long bits(int low, int high) {
        return -1L >>> 64 - (high - low) << low;
    }

    /** Returns a key in which some bits vary; the others are the same in all keys. */
    private static long mixed(KeyType type, long seed, long index, long varying) {
        return ofWord(type, word(~seed, 0) & ~varying | word(seed, index) & varying);
    }

    /** Returns a real number as a float, or as the given integer. */
    private static long number(KeyType type, double number, long integer) {
        return switch (type) {
            case FLOAT32 -> ofWord(type, Float.floatToRawIntBits((float) number));
            case FLOAT64 -> Double.doubleToRawLongBits(number);
            default -> integer;
        };
    }

    /** The Box-Muller transform (1958). */
    private static double normal(double u, double other) {
        return StrictMath.sqrt(-2 * StrictMath.log(u)) * StrictMath.cos(2 * StrictMath.PI * other);
    }

    /** Real numbers made of two uniform ones from (0, 1], with all bits of their mantissas. Integers are scaled. */
    private static Keys continuous(DoubleBinaryOperator real, double scale) {
        return (type, seed, i, _) -> {
            double number = real.applyAsDouble(
                    fraction(word(seed, 2 * i)) + 0x1p-53, fraction(word(seed, 2 * i + 1)) + 0x1p-53);
            // Java's conversion saturates.
            return number(type, number, atPoint(type, (long) (number * scale) ^ Long.MIN_VALUE));
        };
    }
}
