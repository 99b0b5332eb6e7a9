package io.github.tornadosort.bench;

import io.github.tornadosort.KeyType;

/**
 * A benchmark case: an operation on keys of one type, number and distribution.
 *
 * <p>Operations of contenders that share a JVM are those of {@link io.github.tornadosort.bench.host.Input}, and those of fresh
 * JVMs begin with {@code first-} or {@code second-}, see {@link io.github.tornadosort.bench.host.FreshJvm}. Devices have {@code
 * sort} and {@code pairs}, keys with 32-bit values; stages have those of {@link StageJob}. Programs have the operations of {@link
 * FileJob}. Spark has queries, which begin with {@code sql-}.
 *
 * @param n the number of keys or rows
 * @param distribution a specification for {@link io.github.tornadosort.bench.data.Distribution#of}
 */
public record BenchCase(String operation, KeyType type, int n, String distribution) {
    @Override
    public String toString() {
        return operation + " " + type.label() + " " + Sizes.text(n) + " " + distribution;
    }
}
