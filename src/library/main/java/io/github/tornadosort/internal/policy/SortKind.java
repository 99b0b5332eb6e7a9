package io.github.tornadosort.internal.policy;

import io.github.tornadosort.KeyType;
import java.util.Locale;

/** The kinds of sorts whose costs differ. Keys of fewer than 32 bits cost what keys of 32 bits cost. */
public enum SortKind {
    KEYS_32("none", 32),
    KEYS_64("none", 64),
    /** Indices, values or objects move with the keys. */
    PAIRS_32("any", 32),
    PAIRS_64("any", 64);

    private final String payload;
    private final int bits;

    SortKind(String payload, int bits) {
        this.payload = payload;
        this.bits = bits;
    }

    /** Returns the kind of sorts of such keys. */
    public static SortKind of(KeyType type, boolean payload) {
        if (type.bytes() == Long.BYTES) {
            return payload ? PAIRS_64 : KEYS_64;
        }
        return payload ? PAIRS_32 : KEYS_32;
    }

    /** Returns the kind of a line of a table. */
    static SortKind of(String payload, String bits) {
        for (SortKind kind : values()) {
            if (kind.payload.equals(payload) && String.valueOf(kind.bits).equals(bits)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("payload '" + payload + "' and bits '" + bits
                + "', must be 'none' or 'any', and 32 or 64");
    }

    public boolean hasPayload() {
        return payload.equals("any");
    }

    /** Returns the width of the keys. */
    public int bits() {
        return bits;
    }

    /** Returns the columns payload and bits of a table. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%-7s  %-4d", payload, bits);
    }
}
