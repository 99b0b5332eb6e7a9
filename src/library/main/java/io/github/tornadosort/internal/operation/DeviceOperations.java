package io.github.tornadosort.internal.operation;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.internal.device.ColumnSorter;
import io.github.tornadosort.internal.device.KeySorter;
import io.github.tornadosort.internal.memory.Scratch;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.plan.PlanFactory;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * All operations on a device. They share its memory and compiled plans, so only one operation runs at a time; other threads wait.
 */
public final class DeviceOperations implements AutoCloseable {
    private final SortDevice device;
    private final SortPolicy policy;
    private final ReentrantLock lock = new ReentrantLock();
    private final Scratch scratch = new Scratch();
    private final ColumnSorter columns;
    private final Lexsort lexsort;
    private final RecordSort records;
    private boolean closed;

    /**
     * Makes operations.
     *
     * @param checkpoint called before each execution on the device
     */
    public DeviceOperations(SortDevice device, SortPolicy policy, Checkpoint checkpoint) {
        this.device = device;
        this.policy = policy;
        this.columns = new ColumnSorter(
                new KeySorter(device, policy, scratch, checkpoint, PlanFactory::ofLaboratory), scratch);
        this.lexsort = new Lexsort(columns, scratch);
        this.records = new RecordSort(columns, scratch);
    }

    public SortDevice device() {
        return device;
    }

    public SortPolicy policy() {
        return policy;
    }

    public ColumnSorter columns() {
        return columns;
    }

    public Lexsort lexsort() {
        return lexsort;
    }

    public RecordSort records() {
        return records;
    }

    /** Returns the number of results of the device that were wrong. */
    public int mismatches() {
        return columns.mismatches();
    }

    /** Returns the memory for intermediate results of the current operation, on the calling thread. */
    public Scratch scratch() {
        return scratch;
    }

    /**
     * Runs an operation while no other one runs.
     *
     * @throws IllegalStateException if this object is closed
     */
    public <T> T run(Function<DeviceOperations, T> operation) {
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException("this sorter is closed");
            }
            try {
                return operation.apply(this);
            } finally {
                scratch.reset();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Frees the device's memory, after the current operation has ended, also if a part of it cannot be freed. */
    @Override
    public void close() {
        lock.lock();
        try {
            if (!closed) {
                closed = true;
                try (scratch; columns) {
                    // Closed from the last to the first, whatever fails.
                }
            }
        } finally {
            lock.unlock();
        }
    }
}
