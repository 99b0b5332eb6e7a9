package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.files.UnsortedException;
import io.github.tornadosort.files.internal.io.KeyBits;
import io.github.tornadosort.files.internal.io.KeyText;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/** Checks that consecutive keys are in order, and remembers the first violation. */
public final class OrderCheck implements LongConsumer {
    private final KeyType type;
    private final SortOptions options;
    private final long mask;
    private final boolean distinct;
    private long index;
    private long previous;
    private String violation;

    /** @param distinct whether equal keys are a violation */
    public OrderCheck(KeyType type, SortOptions options, boolean distinct) {
        this.type = type;
        this.options = options;
        this.mask = options.bitMask(type);
        this.distinct = distinct;
    }

    @Override
    public void accept(long bits) {
        if (index > 0 && violation == null) {
            violation = violation(bits, Long.compareUnsigned(significant(previous), significant(bits)));
        }
        previous = bits;
        index++;
    }

    private String violation(long bits, int comparison) {
        if (comparison == 0) {
            return distinct ? "key " + index + " (" + KeyText.format(type, bits) + ") is equal to key " + (index - 1) : null;
        }
        if (options.isDescending() == comparison > 0) {
            return null;
        }
        return "key " + index + " (" + KeyText.format(type, bits) + ") is "
                + (options.isDescending() ? "greater" : "less") + " than key " + (index - 1) + " ("
                + KeyText.format(type, previous) + "), expected "
                + (options.isDescending() ? "descending" : "ascending") + " order";
    }

    /** Returns the bits of a key that determine the order. */
    private long significant(long bits) {
        return KeyBits.ordered(type, bits) & mask;
    }

    /** Describes the first violation of the order (indices start at 0), or returns null if there is none. */
    public String violation() {
        return violation;
    }

    /** Throws an exception if there was a violation. */
    void requireOrder(Path name) throws UnsortedException {
        if (violation != null) {
            throw new UnsortedException(name, violation);
        }
    }
}
