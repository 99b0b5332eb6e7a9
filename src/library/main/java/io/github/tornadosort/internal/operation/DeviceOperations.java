package io.github.tornadosort.internal.operation;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.internal.device.ColumnSorter;
import io.github.tornadosort.internal.device.KeySorter;
import io.github.tornadosort.internal.memory.Scratch;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.plan.PlanFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * All operations on one device, or on several devices together. They share the memory of the devices and compiled plans, so only
 * one operation runs at a time; other threads wait.
 */
public final class DeviceOperations implements AutoCloseable {
    private final List<SortDevice> devices;
    private final SortPolicy policy;
    private final ReentrantLock lock = new ReentrantLock();
    private final Scratch scratch = new Scratch();
    /** Memory for the sorts of chunks on the second device and the further ones, which other threads run. */
    private final List<Scratch> others;

    private final ColumnSorter columns;
    private final Lexsort lexsort;
    private final RecordSort records;
    private final SegmentedSort segments;
    private final StringSort strings;
    private boolean closed;

    /**
     * Makes operations.
     *
     * @param devices at least one
     * @param policies the policy of each device
     * @param alwaysDivides whether several devices share keys also if one of them is expected to be faster
     * @param checkpoint called before each execution on a device, perhaps by several threads at once
     */
    public DeviceOperations(List<SortDevice> devices, List<SortPolicy> policies, boolean alwaysDivides,
            Checkpoint checkpoint) {
        this.devices = devices;
        this.policy = policies.getFirst();
        this.others = Stream.generate(Scratch::new).limit(devices.size() - 1L).toList();
        List<KeySorter> sorters = new ArrayList<>();
        for (int i = 0; i < devices.size(); i++) {
            sorters.add(new KeySorter(devices.get(i), policies.get(i), i == 0 ? scratch : others.get(i - 1), checkpoint,
                    PlanFactory::ofLaboratory));
        }
        this.columns = new ColumnSorter(sorters, scratch, alwaysDivides);
        this.lexsort = new Lexsort(columns, scratch);
        this.records = new RecordSort(columns::sort, scratch);
        this.segments = new SegmentedSort(devices.getFirst(), columns, scratch, checkpoint);
        this.strings = new StringSort(segments);
    }

    /** Returns the devices, at least one. */
    public List<SortDevice> devices() {
        return devices;
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

    public StringSort strings() {
        return strings;
    }

    /** Returns the number of results of the devices that were wrong. */
    public int mismatches() {
        return columns.mismatches() + segments.mismatches();
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
                others.forEach(Scratch::reset);
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
                others.forEach(Scratch::close);
                try (scratch; columns; segments) {
                    // Closed from the last to the first, whatever fails.
                }
            }
        } finally {
            lock.unlock();
        }
    }
}
