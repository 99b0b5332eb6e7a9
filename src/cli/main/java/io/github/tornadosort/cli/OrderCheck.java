package io.github.tornadosort.cli;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.cli.data.KeyBits;
import io.github.tornadosort.cli.io.KeyText;
import java.util.function.LongConsumer;

/** Sees keys one after the other, and keeps the first that must not come after its predecessor. */
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
        if (index > 0 && violation == null && isWrong(Long.compareUnsigned(counted(previous), counted(bits)))) {
            violation = "key " + index + " (" + KeyText.format(type, bits) + ") is "
                    + (options.isDescending() ? "greater" : "less") + " than key " + (index - 1) + " ("
                    + KeyText.format(type, previous) + ") before it, expected "
                    + (options.isDescending() ? "descending" : "ascending") + " order";
        }
        previous = bits;
        index++;
    }

    private long counted(long bits) {
        return KeyBits.ordered(type, bits) & mask;
    }

    private boolean isWrong(int comparison) {
        return options.isDescending() ? comparison < 0 : comparison > 0;
    }

    /** Where the order is first violated (keys are counted from 0), or null. */
    String violation() {
        return violation;
    }
}
