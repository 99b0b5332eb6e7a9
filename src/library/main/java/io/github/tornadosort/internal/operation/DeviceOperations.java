package io.github.tornadosort.internal.operation;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import io.github.tornadosort.Records;
import io.github.tornadosort.Runs;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.internal.device.DeviceSort;
import io.github.tornadosort.internal.device.SortRequest;
import io.github.tornadosort.internal.device.SortedIndices;
import io.github.tornadosort.internal.host.rows.Gather;
import io.github.tornadosort.internal.host.rows.SortedKeys;
import io.github.tornadosort.internal.memory.HostBuffers;
import io.github.tornadosort.internal.memory.Scratch;
import io.github.tornadosort.internal.order.ColumnKey;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.policy.Execution;
import io.github.tornadosort.internal.policy.ScratchBytes;
import io.github.tornadosort.internal.policy.SortPolicy;
import io.github.tornadosort.internal.threads.Copy;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * All operations on a device. They share its memory and compiled plans, so only one operation runs at a time; other threads wait. Each
 * one throws an {@link IllegalStateException} if this object is closed.
 */
public final class DeviceOperations implements AutoCloseable {
    /** How long {@link #close} waits for the current operation. */
    private static final Duration LONGEST_WAIT = Duration.ofMillis(500);

    private final SortDevice device;
    private final ReentrantLock lock = new ReentrantLock();
    /** Memory for the intermediate results of the current operation. */
    private final Scratch scratch = new Scratch();
    private final DeviceSort sorter;
    private volatile boolean closed;
    /** Guarded by the lock. */
    private boolean freed;

    /**
     * Makes operations.
     *
     * @param execution how to sort
     * @param checkpoint called before each execution on the device
     */
    public DeviceOperations(SortDevice device, SortPolicy policy, Execution execution, Checkpoint checkpoint) {
        this.device = device;
        this.sorter = new DeviceSort(device, policy, execution, scratch, checkpoint);
    }

    public SortDevice device() {
        return device;
    }

    /** An operation that runs, which others wait for. */
    private final class Turn implements AutoCloseable {
        private Turn() {
            lock.lock();
            if (closed) {
                lock.unlock();
                throw new IllegalStateException("this sorter is closed");
            }
        }

        @Override
        public void close() {
            try {
                scratch.reset();
            } finally {
                lock.unlock();
                if (closed && lock.tryLock()) {
                    free();
                }
            }
        }
    }

    /** Sorts the keys in place. */
    public SortStats sort(Column keys, Order order) {
        try (Turn _ = new Turn()) {
            return sorter.sort(keys, order);
        }
    }

    /** Sorts the keys in place, and moves the same number of values with them. */
    public SortStats sort(Column keys, Column values, Order order) {
        try (Turn _ = new Turn()) {
            return sorter.sort(keys, values, order);
        }
    }

    /** Sorts the keys in place, and moves the same number of objects with them. */
    public SortStats sort(Column keys, Object[] values, Order order) {
        try (Turn _ = new Turn()) {
            return sorter.sort(keys, values, order);
        }
    }

    /** Returns the index of each key in sorted order. The keys are not changed. */
    public SortedIndices argsort(Column keys, Order order) {
        try (Turn _ = new Turn()) {
            return sorter.argsort(keys, order);
        }
    }

    /**
     * Returns the indices of rows that are sorted by several keys.
     *
     * @param keys at least one, all of the same size; the first one is the primary key
     */
    public int[] argsort(List<ColumnKey> keys) {
        try (Turn _ = new Turn()) {
            return lexsort(keys);
        }
    }

    /** One stable sort per key, beginning with the least significant one, as a radix sort orders one key by several digits. */
    private int[] lexsort(List<ColumnKey> keys) {
        ColumnKey last = keys.getLast();
        int widest = keys.stream().mapToInt(key -> key.keys().type().bytes()).max().orElseThrow();
        int[] order = sorter.argsort(last.keys(), last.order()).indices();
        MemorySegment memory = scratch.bytes((long) order.length * widest);
        for (ColumnKey key : keys.subList(0, keys.size() - 1).reversed()) {
            KeyType type = key.keys().type();
            Column ordered = new Column(memory.asSlice(0, (long) order.length * type.bytes()), type);
            Gather.rows(key.keys().segment(), MemorySegment.ofArray(order), ordered.segment(), type.bytes());
            sorter.sort(ordered, Column.of(order), key.order());
        }
        return order;
    }

    /** Returns the distinct keys in sorted order, and how often each of them occurs. */
    public Runs runLengths(Column keys, Order order) {
        try (Turn _ = new Turn()) {
            Column sorted = new Column(scratch.bytes(keys.segment().byteSize()), keys.type());
            Copy.bytes(keys.segment(), sorted.segment());
            sorter.sort(sorted, order);
            return SortedKeys.runs(sorted, order, true, new HostBuffers());
        }
    }

    /** Sorts the records in place, and moves the rows of other columns with them. */
    public SortStats sort(Records records, List<Column> values, Order order) {
        try (Turn _ = new Turn()) {
            return new RecordSort(sorter, scratch).sort(records, values, order);
        }
    }

    /** Returns the indices of the records in sorted order. The records are not changed. */
    public int[] argsort(Records records, Order order) {
        try (Turn _ = new Turn()) {
            return new RecordSort(sorter, scratch).argsort(records, order);
        }
    }

    /** Returns whether a sort would find its kernels compiled, or known to be wrong. Waits for no other operation. */
    public boolean isPrepared(SortRequest sort) {
        return sorter.isPrepared(sort);
    }

    /** Tests and compiles the kernels of a sort. If they are wrong, the host will sort such keys. */
    public void prepare(SortRequest sort) {
        try (Turn _ = new Turn()) {
            sorter.prepare(sort);
        }
    }

    /** Returns the number of keys that are sorted in one piece. Waits for no other operation. */
    public long capacity(KeyType type) {
        return sorter.maxKeys(type, Payload.NONE);
    }

    /** Returns the memory that a sort of n keys with values of the given width needs. Waits for no other operation. */
    public ScratchBytes scratchBytes(long n, KeyType type, int valueBytes) {
        return sorter.scratchBytes(n, type, valueBytes);
    }

    /** Returns the number of results of the device that were wrong. */
    public int mismatches() {
        return sorter.mismatches();
    }

    /**
     * Frees the device's memory, also if a part of it cannot be freed. Waits for the current operation, but not long: if it has not
     * ended by then, it frees the memory when it does. A thread that is interrupted waits as well.
     */
    @Override
    public void close() {
        closed = true;
        if (acquired()) {
            free();
        }
    }

    private boolean acquired() {
        boolean interrupted = Thread.interrupted();
        long end = System.nanoTime() + LONGEST_WAIT.toNanos();
        try {
            while (true) {
                try {
                    return lock.tryLock(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Frees the memory once, and releases the lock. */
    private void free() {
        try {
            if (!freed) {
                freed = true;
                try (scratch; sorter) {
                    // Closed from the last to the first, whatever fails.
                }
            }
        } finally {
            lock.unlock();
        }
    }
}
