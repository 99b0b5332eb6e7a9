package io.github.tornadosort.internal.host;

import io.github.tornadosort.Column;
import io.github.tornadosort.SortOptions;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Looks at some keys, to choose a sort for one thread. */
final class KeySample {
    private static final int LENGTH = 256;
    /** Two of three random keys are greater, or less, than both of their neighbors. */
    private static final int MIN_TURNS = LENGTH / 2;
    /** The most keys of 32 bits in a sample that are equal to another one: those of 8,000 values that are equally frequent. */
    private static final int MAX_REPEATED_INTS = LENGTH / 64;
    /** The same for keys of 64 bits, which the JDK's sort compares one by one on most processors: those of 500 values. */
    private static final int MAX_REPEATED_LONGS = LENGTH / 4;

    private KeySample() {}

    /**
     * Returns whether keys seem to be in random order and to repeat rarely. The JDK's sort merges runs, and skips keys that are equal to
     * its pivot, so that other keys take it less time.
     *
     * @param keys at least three keys of 32 or 64 bits
     */
    static boolean isRandom(Column keys, SortOptions options) {
        OrderedKeys ordered = new OrderedKeys(keys, options);
        SplittableRandom random = new SplittableRandom(keys.size());
        long[] sample = new long[LENGTH];
        int turns = 0;
        for (int i = 0; i < LENGTH; i++) {
            long index = random.nextLong(keys.size() - 2);
            sample[i] = ordered.at(index + 1);
            turns += ordered.at(index) < sample[i] == ordered.at(index + 2) < sample[i] ? 1 : 0;
        }
        int maxRepeats = keys.type().bytes() == Long.BYTES ? MAX_REPEATED_LONGS : MAX_REPEATED_INTS;
        return turns >= MIN_TURNS && repeats(sample) <= maxRepeats;
    }

    private static int repeats(long[] sample) {
        Arrays.sort(sample);
        int repeats = 0;
        for (int i = 1; i < sample.length; i++) {
            repeats += sample[i] == sample[i - 1] ? 1 : 0;
        }
        return repeats;
    }
}
