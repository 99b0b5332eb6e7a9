package io.github.tornadosort.cli;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.cli.data.KeyBits;
import io.github.tornadosort.cli.io.KeyText;
import java.util.function.LongConsumer;

/** Checks that consecutive keys are in order, and remembers the first violation. */
final class OrderCheck implements LongConsumer {
    private final KeyType type;
    private final SortOptions options;
    private final long mask;
    private long index;
    private long previous;
    private String violation;

    OrderCheck(KeyType type, SortOptions options) {
        this.type = type;
        this.options = options;
        this.mask = options.bitMask(type);
    }

    @Override
    public void accept(long bits) {
        if (index > 0 && violation == null && isViolation(Long.compareUnsigned(significant(previous), significant(bits)))) {
            violation = "key " + index + " (" + KeyText.format(type, bits) + ") is "
                    + (options.isDescending() ? "greater" : "less") + " than key " + (index - 1) + " ("
                    + KeyText.format(type, previous) + "), expected "
                    + (options.isDescending() ? "descending" : "ascending") + " order";
        }
        previous = bits;
        index++;
    }

    /** Returns the bits of a key that determine the order. */
    private long significant(long bits) {
        return KeyBits.ordered(type, bits) & mask;
    }

    private boolean isViolation(int comparison) {
        return options.isDescending() ? comparison < 0 : comparison > 0;
    }

    /** Describes the first violation of the order (indices start at 0), or returns null if there is none. */
    String violation() {
        return violation;
    }
}
