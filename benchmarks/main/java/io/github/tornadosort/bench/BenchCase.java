package io.github.tornadosort.bench;

import io.github.tornadosort.KeyType;

/**
 * A benchmark case: an operation on keys of one type, number and distribution.
 *
 * <p>Operations of calls are those of {@link Input}, those of devices {@code sort}, {@code pairs} (keys with 32-bit values) and
 * the stages of {@link StageJob}, those of programs in {@link ProgramContender}; queries of Spark begin with {@code sql-}.
 *
 * @param n the number of keys or rows
 * @param distribution a specification for {@link Distribution#of}
 */
record BenchCase(String operation, KeyType type, int n, String distribution) {
    /** Returns the same case of an operation with another name. */
    BenchCase named(String name) {
        return new BenchCase(name, type, n, distribution);
    }

    /** Returns whether another case differs by its distribution at most. */
    boolean isLike(BenchCase other) {
        return equals(new BenchCase(other.operation, other.type, other.n, distribution));
    }

    /** Formats a number of keys. */
    static String size(long n) {
        return n > 1 && Long.bitCount(n) == 1 ? "2^" + Long.numberOfTrailingZeros(n) : Long.toString(n);
    }

    @Override
    public String toString() {
        return operation + " " + type.label() + " " + size(n) + " " + distribution;
    }
}
