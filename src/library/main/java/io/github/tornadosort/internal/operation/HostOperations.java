package io.github.tornadosort.internal.operation;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.ScratchBytes;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortOptions.Processor;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.SortStats.Reason;
import io.github.tornadosort.internal.host.HostBuffers;
import io.github.tornadosort.internal.host.HostKeys;
import io.github.tornadosort.internal.host.HostSort;
import io.github.tornadosort.internal.host.Scratch;

/** All operations on the host's cores. Several threads may run operations at once: they share no lock and no intermediate results. */
public final class HostOperations implements AutoCloseable {
    private static final String NAME = "host (" + HostKeys.threads() + " threads)";

    private final HostBuffers buffers = new HostBuffers();

    /** Sorts the keys in place. */
    public SortStats sort(Column keys, SortOptions options) {
        if (options.bitMask(keys.type()) != SortOptions.ascending().bitMask(keys.type())) {
            try (Scratch scratch = new Scratch()) {
                HostSort.sort(keys, options, scratch);
            }
            return stats(keys, options);
        }
        return HostKeys.sort(keys, options.isDescending(), buffers) ? stats(keys, options) : SortStats.idle(keys.size());
    }

    /** Sorts the keys in place, and moves the same number of values with them. */
    public SortStats sort(Column keys, Column values, SortOptions options) {
        try (Scratch scratch = new Scratch()) {
            HostSort.sort(keys, options, scratch, values);
        }
        return stats(keys, options);
    }

    /** Sorts the keys in place, and moves the same number of objects with them. */
    public SortStats sort(Column keys, Object[] values, SortOptions options) {
        try (Scratch scratch = new Scratch()) {
            HostSort.sort(keys, values, options, scratch);
        }
        return stats(keys, options);
    }

    /** Returns the index of each key in sorted order. The keys are not changed. */
    public int[] argsort(Column keys, SortOptions options) {
        return HostSort.argsort(keys, options);
    }

    /** Returns the memory that a sort of n keys with values of the given width needs. */
    public static ScratchBytes scratchBytes(long n, KeyType type, int valueBytes) {
        long indices = valueBytes > 0 ? n * 2 * Long.BYTES : 0;
        return new ScratchBytes(0, n * (type.bytes() + valueBytes) + indices);
    }

    private static SortStats stats(Column keys, SortOptions options) {
        Reason reason = options.processor() == Processor.HOST ? Reason.HOST_REQUESTED : Reason.HOST;
        return SortStats.builder(keys.size()).ran(reason, NAME).chunks(1).build();
    }

    /** Drops the memory that is kept between calls. */
    @Override
    public void close() {
        buffers.close();
    }
}
