package io.github.tornadosort;

import java.util.Objects;

/**
 * One of several keys to sort rows by.
 *
 * @param keys one key a row
 * @param options its direction, and the bits of it that count
 */
public record SortKey(Column keys, SortOptions options) {

    /** Checks that both are there. */
    public SortKey {
        Objects.requireNonNull(keys, "keys");
        Objects.requireNonNull(options, "options");
    }

    /**
     * {@return a key in ascending order}
     *
     * @param keys one key a row
     */
    public static SortKey of(Column keys) {
        return new SortKey(keys, SortOptions.ascending());
    }
}
