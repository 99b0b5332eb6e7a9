package io.github.tornadosort.bench;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.KeyBits;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Keys of a random type, number and distribution, some of which are spoiled. The same seed gives the same case.
 *
 * @param distribution a specification for {@link Distribution#of}
 * @param spoiled the number of keys that the spoiler changes
 */
record RandomKeys(KeyType type, int n, String distribution, Spoiler spoiler, int spoiled) {
    /** Types with an array in Java. */
    private static final List<KeyType> TYPES = List.of(
            KeyType.INT32, KeyType.INT64, KeyType.FLOAT32, KeyType.FLOAT64, KeyType.INT16, KeyType.UINT16, KeyType.INT8);

    /** N is a number up to 2^14, P a percentage, K a number up to 6, and BITS a range of the type's bits. */
    private static final List<String> DISTRIBUTIONS = List.of(
            "uniform", "normal", "exponential", "reciprocal", "distinct:N", "zipf:N", "heavy:P",
            "entropy:K", "banded:BITS", "timestamps", "clusters:N", "sorted", "reversed", "nearly-sorted:N", "runs:N",
            "exchanged:P", "new-tail:P");
    private static final int MOST_BITS = 14;
    private static final int MOST_WORDS = 6;

    /** What is done to keys after they were drawn. */
    enum Spoiler {
        NOTHING, EQUAL_PREFIX, EQUAL_TAIL, REVERSED_TAIL, REPEATED, NANS
    }

    /** Draws a case whose number of keys is log-uniform between two limits. */
    static RandomKeys draw(SplittableRandom random, int least, int most) {
        KeyType type = TYPES.get(random.nextInt(TYPES.size()));
        int n = (int) Math.round(least * Math.pow((double) most / least, random.nextDouble()));
        String distribution = DISTRIBUTIONS.get(random.nextInt(DISTRIBUTIONS.size()));
        int low = random.nextInt(type.bits());
        int high = low + 1 + random.nextInt(type.bits() - low);
        double amount = random.nextDouble();
        String drawn = distribution.replace(":N", ":" + (int) Math.pow(2, 1 + amount * (MOST_BITS - 1)))
                .replace(":P", ":" + (int) (amount * 100)).replace(":K", ":" + (1 + (int) (amount * MOST_WORDS)))
                .replace(":BITS", ":" + low + ":" + high);
        Spoiler spoiler = Spoiler.values()[random.nextInt(Spoiler.values().length)];
        if (random.nextBoolean() || spoiler == Spoiler.NANS && !type.isFloat()) {
            spoiler = Spoiler.NOTHING;
        }
        double share = random.nextDouble();
        int spoiled = switch (spoiler) {
            case NOTHING -> 0;
            case EQUAL_PREFIX -> Math.min(n, 1 + (int) (share * 300));
            case EQUAL_TAIL -> 1 + (int) (share * n / 20);
            case REVERSED_TAIL -> n / 2;
            case REPEATED -> 1 + (int) (share * n / 100);
            case NANS -> 1 + (int) (share * share * 20);
        };
        return new RandomKeys(type, n, drawn, spoiler, spoiled);
    }

    /** Returns new keys of this case. */
    Column keys(SplittableRandom random) {
        Column keys = Column.allocate(type, n);
        Distribution.of(distribution).fill(keys, random.nextLong());
        int tail = n - spoiled;
        switch (spoiler) {
            case NOTHING -> {}
            case EQUAL_PREFIX -> fill(keys, 0, spoiled, random.nextInt(n));
            case EQUAL_TAIL -> fill(keys, tail, n, random.nextInt(n));
            case REVERSED_TAIL -> reverse(keys, tail);
            case REPEATED -> random.ints(spoiled, 0, n).forEach(i -> fill(keys, i, i + 1, random.nextInt(n)));
            case NANS -> random.ints(spoiled, 0, n).forEach(i -> KeyBits.set(keys.segment(), type, i, nan()));
        }
        return keys;
    }

    /** Replaces keys by the one at an index. */
    private void fill(Column keys, int from, int to, int index) {
        long bits = KeyBits.get(keys.segment(), type, index);
        for (int i = from; i < to; i++) {
            KeyBits.set(keys.segment(), type, i, bits);
        }
    }

    /** Reverses the keys from an index on: sorted keys then go up and down. */
    private void reverse(Column keys, int from) {
        for (int low = from, high = n - 1; low < high; low++, high--) {
            long bits = KeyBits.get(keys.segment(), type, low);
            KeyBits.set(keys.segment(), type, low, KeyBits.get(keys.segment(), type, high));
            KeyBits.set(keys.segment(), type, high, bits);
        }
    }

    private long nan() {
        return type == KeyType.FLOAT32 ? Float.floatToRawIntBits(Float.NaN) : Double.doubleToRawLongBits(Double.NaN);
    }

    @Override
    public String toString() {
        String text = type.label() + ", " + n + " keys, " + distribution;
        return spoiler == Spoiler.NOTHING
                ? text
                : text + ", " + spoiler.name().toLowerCase(Locale.ROOT).replace('_', ' ') + " " + spoiled;
    }
}
