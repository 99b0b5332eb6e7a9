package io.github.tornadosort.stage;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.kernel.OrderedBits;
import io.github.tornadosort.internal.plan.DeviceArrays;
import io.github.tornadosort.internal.plan.backend.Backend;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.WorkerGrid;
import uk.ac.manchester.tornado.api.WorkerGrid1D;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.enums.TornadoDeviceType;
import uk.ac.manchester.tornado.api.types.arrays.DoubleArray;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** The tasks and arrays of a stage's graph while it is built, and its lengths while it runs. */
final class StageTasks implements AutoCloseable {
    /** Kernels compute indices of up to a tile beyond the last element. */
    private static final int MAX_CAPACITY = 1 << 30;
    /** The largest number of parts that take their length from the host. */
    private static final int MAX_LENGTHS = 64;

    private final KernelContext context = new KernelContext();
    private final String name;
    private final String producer;
    private final SortDevice device;
    private final Groups groups;
    private final boolean recorded;
    private final DeviceArrays arrays;
    private final List<Task> tasks = new ArrayList<>();
    /** What each of the caller's arrays is, in messages. */
    private final Map<TornadoNativeArray, String> names = new IdentityHashMap<>();
    /** Arrays that the graph reads before it writes them. */
    private final List<TornadoNativeArray> inputs = new ArrayList<>();
    private final List<TornadoNativeArray> outputs = new ArrayList<>();
    private final List<TornadoNativeArray> scratch = new ArrayList<>();
    private final List<TornadoNativeArray> copied = new ArrayList<>();
    private final List<Integer> capacities = new ArrayList<>();
    private final IntArray lengths;
    /** The arrays of the part that is being added. */
    private final List<TornadoNativeArray> ofPart = new ArrayList<>();
    private String part = "";

    /**
     * The size of the kernels' grids.
     *
     * @param workItems work-items of a group, a power of two from 32 to 256
     * @param items elements of a work-item in a tile: 8, 16 or 32
     * @param blocks the number of groups
     */
    record Groups(int workItems, int items, int blocks) {
        /** Returns the size for a device: as many groups as it can run at a time. */
        static Groups of(SortDevice device) {
            int units = Math.max(1, device.tornado().getPhysicalDevice().getDeviceMaxComputeUnits());
            return device.type() == TornadoDeviceType.GPU ? new Groups(256, 8, 8 * units) : new Groups(64, 16, units);
        }
    }

    /**
     * Where kernels read a number of elements.
     *
     * @param array on the device
     * @param at the index of the number
     * @param capacity the largest number
     */
    record Length(IntArray array, int at, int capacity) {}

    private record Task(String id, int groups, int workItems, Consumer<TaskGraph> adder) {}

    StageTasks(String name, String producer, SortDevice device, Groups groups, boolean recorded) {
        this.name = name;
        this.producer = producer;
        this.device = device;
        this.groups = groups;
        this.recorded = recorded && Backend.of(device).recordsGraphs();
        this.arrays = DeviceArrays.on(device);
        this.lengths = arrays.parameters(MAX_LENGTHS);
    }

    String name() {
        return name;
    }

    Groups groups() {
        return groups;
    }

    KernelContext context() {
        return context;
    }

    boolean isRecorded() {
        return recorded;
    }

    /** Begins a stage, or a part of a chain. */
    void begin(String partName) {
        part = partName;
        ofPart.clear();
    }

    /** Declares an array that the part reads. */
    <A extends TornadoNativeArray> A read(A array, String what) {
        use(array, what);
        if (!contains(outputs, array) && !contains(inputs, array)) {
            inputs.add(array);
        }
        return array;
    }

    /** Declares an array that the part writes, and perhaps reads afterwards. */
    <A extends TornadoNativeArray> A write(A array, String what) {
        use(array, what);
        if (!contains(outputs, array) && !contains(inputs, array)) {
            outputs.add(array);
        }
        return array;
    }

    private void use(TornadoNativeArray array, String what) {
        if (array == null) {
            throw new IllegalStateException("stage " + part + " needs " + what);
        }
        String label = "the " + what + " of stage " + part;
        for (TornadoNativeArray other : names.keySet()) {
            boolean shared = other == array
                    ? contains(ofPart, array)
                    : array.getSegmentWithHeader().asOverlappingSlice(other.getSegmentWithHeader()).isPresent();
            if (shared) {
                throw new IllegalArgumentException(
                        label + " and " + names.get(other) + " overlap in memory; give each its own array");
            }
        }
        names.putIfAbsent(array, label);
        ofPart.add(array);
    }

    /** Requires an array of at least as many elements as another one. */
    void requireLength(TornadoNativeArray array, String what, int n, String of) {
        if (array.getSize() < n) {
            throw new IllegalArgumentException(
                    "stage " + part + ": " + array.getSize() + " " + what + " for " + n + " " + of);
        }
    }

    void requireSameType(TornadoNativeArray array, String what, TornadoNativeArray of, String ofWhat) {
        if (array.getClass() != of.getClass()) {
            throw new IllegalArgumentException("stage " + part + ": " + what + " in a " + array.getClass().getSimpleName()
                    + " for " + ofWhat + " in a " + of.getClass().getSimpleName());
        }
    }

    /** Returns a capacity, and refuses one that is too large for kernels. */
    int capacity(int capacity) {
        if (capacity > MAX_CAPACITY) {
            throw new IllegalArgumentException("stage " + part + ": arrays of " + capacity
                    + " elements; kernels can index at most " + MAX_CAPACITY);
        }
        return capacity;
    }

    /** Returns where the part's number of elements is. */
    Length length(IntArray given, int capacity) {
        capacity(capacity);
        if (given != null) {
            requireLength(given, "elements of the length", 1, "number");
            return new Length(read(given, "length"), 0, capacity);
        }
        if (capacities.size() == MAX_LENGTHS) {
            throw new IllegalArgumentException("a chain of more than " + MAX_LENGTHS + " stages");
        }
        capacities.add(capacity);
        return new Length(lengths, capacities.size() - 1, capacity);
    }

    IntArray ints(int n) {
        return kept(arrays.ints(n));
    }

    LongArray longs(int n) {
        return kept(arrays.longs(n));
    }

    /** Returns an array of words as wide as the keys. */
    TornadoNativeArray wordsOf(TornadoNativeArray keys, int n) {
        // A conditional expression would name the arrays' common superclass, which is not public.
        if (isWide(keys)) {
            return longs(n);
        }
        return ints(n);
    }

    private <A extends TornadoNativeArray> A kept(A array) {
        scratch.add(array);
        return array;
    }

    /** Adds a kernel with one group per block. */
    void add(String task, BiConsumer<TaskGraph, String> adder) {
        add(task, groups.blocks(), groups.workItems(), adder);
    }

    /** Adds a kernel. The id of the task, which is unique, is an argument of what adds it. */
    void add(String task, int count, int workItems, BiConsumer<TaskGraph, String> adder) {
        String id = part + task;
        tasks.add(new Task(id, count, workItems, graph -> adder.accept(graph, id)));
    }

    void toHost(List<TornadoNativeArray> results) {
        for (TornadoNativeArray array : results) {
            if (!names.containsKey(array)) {
                throw new IllegalArgumentException("an array of " + array.getSize()
                        + " elements is to be copied to the host, which stage " + name + " does not use");
            }
            copied.add(array);
        }
    }

    /** Returns the graph of all tasks. */
    ImmutableTaskGraph graph() {
        long needed = scratchBytes() + names.keySet().stream()
                .mapToLong(TornadoNativeArray::getNumBytesOfSegmentWithHeader)
                .sum();
        if (needed > device.memoryBytes()) {
            throw new IllegalArgumentException("stage " + name + " needs " + needed
                    + " bytes of device memory with its arrays, but the device has " + device.memoryBytes());
        }
        TaskGraph graph = new TaskGraph(name);
        if (producer != null) {
            graph.consumeFromDevice(producer, inputs.toArray());
        } else {
            graph.transferToDevice(DataTransferMode.EVERY_EXECUTION, inputs.toArray());
        }
        if (!capacities.isEmpty()) {
            graph.transferToDevice(DataTransferMode.EVERY_EXECUTION, lengths);
        }
        // TornadoVM copies an undeclared array at each execution of a kernel that reads it.
        graph.transferToDevice(
                DataTransferMode.FIRST_EXECUTION, Stream.concat(scratch.stream(), outputs.stream()).toArray());
        tasks.forEach(task -> task.adder().accept(graph));
        Object[] kept = Stream.concat(inputs.stream(), outputs.stream())
                .filter(array -> !contains(copied, array))
                .toArray();
        if (kept.length > 0) {
            graph.persistOnDevice(kept);
        }
        if (!copied.isEmpty()) {
            graph.transferToHost(DataTransferMode.EVERY_EXECUTION, copied.toArray());
        }
        return graph.snapshot();
    }

    long scratchBytes() {
        return Stream.concat(Stream.of(lengths), scratch.stream())
                .mapToLong(TornadoNativeArray::getNumBytesOfSegmentWithHeader)
                .sum();
    }

    void addGrids(GridScheduler grids) {
        for (Task task : tasks) {
            WorkerGrid grid = new WorkerGrid1D(task.groups() * task.workItems());
            grid.setGlobalWork((long) task.groups() * task.workItems(), 1, 1);
            grid.setLocalWork(task.workItems(), 1, 1);
            grids.addWorkerGrid(name + "." + task.id(), grid);
        }
    }

    void setLengths(int... n) {
        int wanted = capacities.size();
        if (n.length != wanted && (n.length != 1 || wanted == 0)) {
            throw new IllegalArgumentException(n.length + " lengths for a stage that takes " + wanted + " from the host");
        }
        for (int i = 0; i < wanted; i++) {
            int length = n[Math.min(i, n.length - 1)];
            if (length < 0 || length > capacities.get(i)) {
                throw new IllegalArgumentException(length + " elements of arrays of " + capacities.get(i));
            }
            lengths.set(i, length);
        }
    }

    @Override
    public void close() {
        arrays.release();
    }

    private static boolean contains(List<TornadoNativeArray> list, TornadoNativeArray array) {
        return list.stream().anyMatch(other -> other == array);
    }

    /** Returns whether elements have 8 bytes; refuses those of 1 and 2 bytes. */
    static boolean isWide(TornadoNativeArray array) {
        return switch (array) {
            case IntArray _,FloatArray _ -> false;
            case LongArray _,DoubleArray _ -> true;
            default -> throw new IllegalArgumentException(
                    array.getClass().getSimpleName() + ": stages take ints, longs, floats and doubles");
        };
    }

    /** Returns the kind of keys for kernels. */
    static int kind(TornadoNativeArray array) {
        return array instanceof FloatArray || array instanceof DoubleArray ? OrderedBits.FLOAT : OrderedBits.INTEGER;
    }

    /** Kernels take floats as ints, and doubles as longs: TornadoVM's memory on a device has no type. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    static <A> A as(TornadoNativeArray array) {
        return (A) array;
    }
}
