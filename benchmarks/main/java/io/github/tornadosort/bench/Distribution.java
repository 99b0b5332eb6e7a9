package io.github.tornadosort.bench;

import static io.github.tornadosort.cli.options.Distribution.atPoint;
import static io.github.tornadosort.files.internal.io.KeyBits.ofWord;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.KeyBits;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The distribution of the keys of a data set. The same seed gives the same keys on every machine: a key depends on the seed, its
 * index and the number of keys alone, and StrictMath computes real numbers. To add a distribution, add it to {@link #ALL}.
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

    /** Makes a distribution from its arguments. */
    private interface Maker {
        Keys of(int a, int b);
    }

    /** @param usage the name, and the names of the arguments, which {@link #check} limits */
    private record Kind(String usage, Maker maker) {
        String name() {
            return usage.split(":")[0];
        }

        List<String> arguments() {
            return Arrays.stream(usage.split(":")).skip(1).toList();
        }
    }

    private static final List<Kind> ALL = List.of(
            // All integers of the type are equally likely; floats are uniform in [-1, 1).
            new Kind("uniform", (_, _) -> (type, seed, i, _) -> atPoint(type, word(seed, i))),
            new Kind("sorted", (_, _) -> Distribution::sorted),
            new Kind("reversed", (_, _) -> (type, seed, i, n) -> sorted(type, seed, n - 1 - i, n)),
            // As in consecutive frames of an animation: each run of D sorted keys is rotated.
            new Kind("nearly-sorted:D", (d, _) -> (type, seed, i, n) -> {
                long begin = i - i % d;
                long size = Math.min(d, n - begin);
                return sorted(type, seed, begin + (i - begin + upTo(size, word(~seed, begin))) % size, n);
            }),
            // Normally distributed around the middle of the range; the deviation is an eighth of the range.
            new Kind("gaussian", (_, _) -> (type, seed, i, _) -> {
                double number = normal(1 - fraction(word(seed, 2 * i)), fraction(word(seed, 2 * i + 1)));
                return atPoint(type, (long) (number * 0x1p61) ^ Long.MIN_VALUE);
            }),
            // Only the bits from LO to HI - 1 vary.
            new Kind("banded:LO:HI", (low, high) -> (type, seed, i, _) -> mixed(type, seed, i, bits(low, high))),
            // The AND of K random words (Thearling and Smith 1992): two have 0.811 bits of entropy a bit, three 0.544.
            new Kind("entropy:K", (k, _) -> (type, seed, i, _) -> {
                long word = -1;
                for (int j = 0; j < k; j++) {
                    word &= word(seed, i * k + j);
                }
                return ofWord(type, word);
            }),
            new Kind("few-distinct", (_, _) -> (type, seed, i, _) -> atPoint(type, word(~seed, word(seed, i) & 15))),
            // The next three are those of Helman, Bader and JáJá 1998. Each of P blocks is uniform in another P-th of the range.
            new Kind("staggered:P", (parts, _) -> (type, seed, i, n) -> {
                long block = i * parts / n;
                long part = block < parts / 2 ? 2 * block + 1 : 2 * (block - parts / 2);
                return inPart(type, part, parts, word(seed, i));
            }),
            // Each of P blocks has P pieces: the j-th is uniform in the j-th part of the range.
            new Kind("bucket-sorted:P", (parts, _) -> (type, seed, i, n) -> {
                long block = i * parts / n;
                long begin = begin(block, n, parts);
                long piece = (i - begin) * parts / (begin(block + 1, n, parts) - begin);
                return inPart(type, piece, parts, word(seed, i));
            }),
            // Half of the P blocks are log2 n, a quarter log2 (n / 2), and so on; the last block is halved in the same way.
            new Kind("duplicates:P", (parts, _) -> (type, _, i, n) -> {
                long block = i * parts / n;
                long begin = begin(block, n, parts);
                long size = begin(block + 1, n, parts) - begin;
                boolean isLast = block == parts - 1;
                int halves = isLast ? halves(i - begin, size) : halves(block, parts);
                int value = Math.max(0, log2(isLast ? size : n) - halves);
                return number(type, value, value);
            }),
            new Kind("normal", (_, _) -> continuous(Distribution::normal, 0x1p56)),
            new Kind("exponential", (_, _) -> continuous((u, _) -> -StrictMath.log(u), 0x1p56)),
            // Half of the range would be one integer with the scale of the others.
            new Kind("reciprocal", (_, _) -> continuous((u, _) -> 1 / u, 0x1p46)),
            new Kind("distinct:D", (d, _) -> (type, seed, i, _) -> atPoint(type, word(~seed, upTo(d, word(seed, i))))),
            // D keys by Zipf's law: the k-th is about 1/k times as frequent as the first.
            new Kind("zipf:D", (d, _) -> (type, seed, i, _) -> {
                long choice = (long) StrictMath.pow(d + 1.0, fraction(word(seed, i))) - 1;
                return atPoint(type, word(~seed, choice));
            }),
            // All bits but those from LO to HI - 1 vary.
            new Kind("hole:LO:HI", (low, high) -> (type, seed, i, _) -> mixed(type, seed, i, ~bits(low, high))),
            // Sorted keys, some of which are replaced by random ones.
            new Kind("exchanged:PERCENT", (percent, _) -> (type, seed, i, n) -> upTo(100, word(~seed, i)) < percent
                    ? atPoint(type, word(seed, i))
                    : sorted(type, seed, i, n)),
            // Sorted keys, and random ones after them.
            new Kind("new-tail:PERCENT", (percent, _) -> (type, seed, i, n) -> {
                long tail = n - n * percent / 100;
                return i >= tail ? atPoint(type, word(seed, i)) : sorted(type, seed, i, tail);
            }),
            // P sorted runs.
            new Kind("runs:P", (parts, _) -> (type, seed, i, n) -> {
                long run = i * parts / n;
                long begin = begin(run, n, parts);
                return sorted(type, word(seed, run), i - begin, begin(run + 1, n, parts) - begin);
            }),
            // Uniform keys, some of which are replaced by one value.
            new Kind("heavy:PERCENT", (percent, _) -> (type, seed, i, _) -> atPoint(
                    type, upTo(100, word(~seed, i + 1)) < percent ? word(~seed, 0) : word(seed, i))),
            // The milliseconds of a day.
            new Kind("timestamps",
                    (_, _) -> (type, seed, i, _) -> ofWord(type, FIRST_MILLI + upTo(DAY_MILLIS, word(seed, i)))),
            // As IPv4 addresses in C networks: keys with half to three quarters of their bits in common.
            new Kind("clusters:C", (clusters, _) -> (type, seed, i, _) -> {
                long network = word(~seed, upTo(clusters, word(~seed, i + clusters)));
                int hostBits = type.bits() / 4 + (int) Long.remainderUnsigned(network, type.bits() / 4 + 1);
                long hosts = bits(0, hostBits);
                return ofWord(type, network >>> 64 - type.bits() & ~hosts | word(seed, i) & hosts);
            }));

    private final String specification;
    private final Keys keys;
    /** The number of bits that keys need. */
    private final int bits;

    private Distribution(String specification, Keys keys, int bits) {
        this.specification = specification;
        this.keys = keys;
        this.bits = bits;
    }

    /**
     * Returns the distribution of a specification such as {@code banded:8:20}.
     *
     * @throws IllegalArgumentException if it does not exist; the message lists all distributions
     */
    public static Distribution of(String specification) {
        String[] parts = specification.split(":", -1);
        Kind kind = ALL.stream()
                .filter(one -> one.name().equals(parts[0]) && one.arguments().size() == parts.length - 1)
                .findFirst()
                .orElseThrow(() -> unknown(specification));
        int[] arguments = new int[2];
        for (int i = 1; i < parts.length; i++) {
            try {
                arguments[i - 1] = Integer.parseInt(parts[i]);
            } catch (NumberFormatException e) {
                throw unknown(specification);
            }
            check(specification, kind.arguments().get(i - 1), arguments);
        }
        int bits = kind.usage().endsWith(":HI") ? arguments[1] : 0;
        return new Distribution(specification, kind.maker().of(arguments[0], arguments[1]), bits);
    }

    private static IllegalArgumentException unknown(String specification) {
        return new IllegalArgumentException("unknown distribution '" + specification + "', expected one of "
                + ALL.stream().map(Kind::usage).collect(Collectors.joining(", ")));
    }

    private static void check(String specification, String name, int[] arguments) {
        int least = switch (name) {
            case "PERCENT", "LO" -> 0;
            case "HI" -> arguments[0] + 1;
            default -> 1;
        };
        int most = switch (name) {
            case "PERCENT" -> 100;
            case "HI", "K" -> 64;
            default -> 1 << 16;
        };
        int argument = arguments[name.equals("HI") ? 1 : 0];
        if (argument < least || argument > most) {
            throw new IllegalArgumentException(specification + ": expected " + least + " <= " + name + " <= " + most);
        }
    }

    /**
     * Fills a column with the data set of a seed.
     *
     * @throws IllegalArgumentException if keys of this type have fewer bits than the distribution names
     */
    public void fill(Column column, long seed) {
        KeyType type = column.type();
        if (bits > type.bits()) {
            throw new IllegalArgumentException(specification + ": " + type.label() + " keys have " + type.bits() + " bits");
        }
        long n = column.size();
        // A single block is not worth a parallel stream: benchmarks fill many small columns.
        LongStream blocks = LongStream.range(0, Math.ceilDiv(n, BLOCK));
        (n > BLOCK ? blocks.parallel() : blocks).forEach(block -> {
            for (long i = block * BLOCK; i < Math.min(n, (block + 1) * BLOCK); i++) {
                KeyBits.set(column.segment(), type, i, keys.key(type, seed, i, n));
            }
        });
    }

    /** Returns a random word: call {@code index + 1} of {@code nextLong} of {@code new SplittableRandom(seed)}. */
    private static long word(long seed, long index) {
        return Verification.mix(seed + Verification.GOLDEN_GAMMA * (index + 1));
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

    /** Returns the index of the first key of a block, if n keys are divided into several blocks. */
    private static long begin(long block, long n, int parts) {
        return Math.ceilDiv(block * n, parts);
    }

    private static long bits(int low, int high) {
        return -1L >>> 64 - (high - low) << low;
    }

    /** Returns a key in which some bits vary; the others are the same in all keys. */
    private static long mixed(KeyType type, long seed, long index, long varying) {
        return ofWord(type, word(~seed, 0) & ~varying | word(seed, index) & varying);
    }

    /** Returns 0 for an index in the first half of the range, 1 for the next quarter, and so on. */
    private static int halves(long index, long size) {
        int halves = 0;
        for (long left = size - index; left * 2 <= size && left > 0; left *= 2) {
            halves++;
        }
        return halves;
    }

    private static int log2(long n) {
        return 63 - Long.numberOfLeadingZeros(Math.max(1, n));
    }

    /** Returns a real number as a float, or as the given integer. */
    private static long number(KeyType type, double number, long integer) {
        return switch (type) {
            case FLOAT32 -> ofWord(type, Float.floatToRawIntBits((float) number));
            case FLOAT64 -> Double.doubleToRawLongBits(number);
            default -> integer;
        };
    }

    /** A real number for two uniform ones from (0, 1]. */
    private interface Real {
        double of(double u, double other);
    }

    /** The Box-Muller transform (1958). */
    private static double normal(double u, double other) {
        return StrictMath.sqrt(-2 * StrictMath.log(u)) * StrictMath.cos(2 * StrictMath.PI * other);
    }

    /** Real numbers with all bits of their mantissas. An integer is as far from 0 as the number is, by a scale. */
    private static Keys continuous(Real real, double scale) {
        return (type, seed, i, _) -> {
            double number = real.of(
                    fraction(word(seed, 2 * i)) + 0x1p-53, fraction(word(seed, 2 * i + 1)) + 0x1p-53);
            // Java's conversion saturates.
            return number(type, number, atPoint(type, (long) (number * scale) ^ Long.MIN_VALUE));
        };
    }
}
