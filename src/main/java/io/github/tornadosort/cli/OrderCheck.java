package io.github.tornadosort.cli;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.data.KeyBits;
import io.github.tornadosort.io.KeyText;
import java.util.function.LongConsumer;

/** Sees keys one after the other, and keeps the first that comes before its predecessor in its type's order. */
final class OrderCheck implements LongConsumer {
    private final KeyType type;
    private long index;
    private long previous;
    private String violation;

    OrderCheck(KeyType type) {
        this.type = type;
    }

    @Override
    public void accept(long bits) {
        if (index > 0 && violation == null && KeyBits.rank(type, bits) < KeyBits.rank(type, previous)) {
            violation = "key " + index + " (" + KeyText.format(type, bits) + ") is less than key " + (index - 1) + " ("
                    + KeyText.format(type, previous) + ") before it, expected ascending order";
        }
        previous = bits;
        index++;
    }

    /** Where the order is first violated (keys are counted from 0), or null. */
    String violation() {
        return violation;
    }
}
