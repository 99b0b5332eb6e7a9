package io.github.tornadosort.bench;

import io.github.tornadosort.KeyType;

/**
 * What is measured: one operation on keys of one type, number and distribution.
 *
 * @param distribution as {@link io.github.tornadosort.data.Distribution#of} takes it
 */
public record BenchCase(String operation, KeyType type, int n, String distribution) {
    @Override
    public String toString() {
        return operation + " " + type.label() + " " + Sizes.text(n) + " " + distribution;
    }
}
