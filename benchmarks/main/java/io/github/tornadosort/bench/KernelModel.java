package io.github.tornadosort.bench;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.bench.Results.Result;
import java.util.Optional;

/**
 * What the kernels of a radix sort on a GPU do with each key: bytes of device memory that they read and write, and rounds. Results
 * have only the times of kernels and the number of passes; the rest is known from the code of the kernels. Keys and values
 * that a kernel reads a second time from a cache are counted once.
 *
 * @param key bytes of a key
 * @param value bytes of its value; 0 if there is none
 * @param passes number of digit passes
 */
record KernelModel(long key, long value, long passes) {
    private static final String BUCKETS = "buckets";

    /**
     * Returns the model of a result with the times of kernels. There is none for other algorithms and for block kernels, nor if
     * keys are not uniform: the survey may then count a digit that is not the first.
     */
    static Optional<KernelModel> of(Result result) {
        Long moved = result.count(Metric.BYTES_MOVED);
        if (result.kernels() == null || moved == null || !result.distribution().equals("uniform")) {
            return Optional.empty();
        }
        long value = result.operation().equals("pairs") ? Integer.BYTES : 0;
        KernelModel model = of(KeyType.of(result.type()), value, result.count(Metric.PASSES_ISSUED));
        if (moved != result.n() * model.digitByDigit()) {
            return Optional.empty(); // The survey of block kernels does not count, so its bytes were added.
        }
        boolean inBuckets = result.kernels().containsKey(BUCKETS);
        return Optional.of(inBuckets ? new KernelModel(model.key, value, model.passes - 1) : model);
    }

    /** Returns the model of a sort of keys of a type. Kernels widen narrow keys. */
    static KernelModel of(KeyType type, long value, long passes) {
        return new KernelModel(Math.max(Integer.BYTES, type.bytes()), value, passes);
    }

    /** Returns the bytes per key of a sort by all passes whose survey counts for the first one. */
    long digitByDigit() {
        return bytes("survey") + bytes("upsweep") + bytes("downsweep");
    }

    /** Returns the bytes per key of all kernels of a result. */
    long bytes(Result result) {
        return result.kernels().keySet().stream().mapToLong(this::bytes).sum();
    }

    /** Returns the bytes per key of all launches of a kernel, or 0 if it moves next to nothing. */
    long bytes(String kernel) {
        return switch (kernel) {
            case "survey" -> key;
            case "upsweep" -> Math.max(passes - 1, 0) * key;
            case "downsweep" -> passes * 2 * (key + value);
            case BUCKETS -> 2 * (key + value);
            default -> 0;
        };
    }

    /** Returns the number of rounds in which all launches of a kernel sort a tile by 4 bits; empty if the kernel sorts none. */
    String rounds(String kernel) {
        return switch (kernel) {
            case "downsweep" -> Long.toString(2 * passes);
            case BUCKETS -> "3 or 4";
            default -> "";
        };
    }
}
