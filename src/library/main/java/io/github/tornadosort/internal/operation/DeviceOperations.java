package io.github.tornadosort.internal.operation;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.internal.algorithm.catalog.AlgorithmCatalog;
import io.github.tornadosort.internal.device.ColumnSorter;
import io.github.tornadosort.internal.device.KeySorter;
import io.github.tornadosort.internal.host.Scratch;
import io.github.tornadosort.internal.plan.Checkpoint;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * All operations on one device. They share its memory and its compiled plans, so only one operation runs at a time; other
 * threads wait.
 */
public final class DeviceOperations implements AutoCloseable {
    private final SortDevice device;
    private final SortPolicy policy;
    private final ReentrantLock lock = new ReentrantLock();
    private final Scratch scratch = new Scratch();
    private final ColumnSorter columns;
    private final Lexsort lexsort;
    private final RecordSort records;
    private final SegmentedSort segments;
    private final TopKSelection topK;
    private final StringSort strings;
    private boolean closed;

    /** @param checkpoint called before each execution on the device */
    public DeviceOperations(SortDevice device, SortPolicy policy, Checkpoint checkpoint) {
        this.device = device;
        this.policy = policy;
        this.columns = new ColumnSorter(new KeySorter(device, policy, scratch, checkpoint, AlgorithmCatalog::plan), scratch);
        this.lexsort = new Lexsort(columns, scratch);
        this.records = new RecordSort(columns::sort, scratch);
        this.segments = new SegmentedSort(lexsort, scratch);
        this.topK = new TopKSelection(columns);
        this.strings = new StringSort(columns, lexsort);
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

    public SegmentedSort segments() {
        return segments;
    }

    public TopKSelection topK() {
        return topK;
    }

    public StringSort strings() {
        return strings;
    }

    /** Returns the memory for intermediate results of the current operation. */
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

    /** Frees the device's memory, after the current operation has ended. */
    @Override
    public void close() {
        lock.lock();
        try {
            if (!closed) {
                closed = true;
                columns.close();
                topK.close();
                scratch.close();
            }
        } finally {
            lock.unlock();
        }
    }
}
