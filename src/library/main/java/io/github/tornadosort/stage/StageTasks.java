package io.github.tornadosort.stage;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.driver.Handle;
import io.github.tornadosort.internal.kernel.LookBack;
import io.github.tornadosort.internal.plan.DeviceArrays;
import io.github.tornadosort.internal.plan.Graphs;
import io.github.tornadosort.internal.plan.PlanGraph;
import io.github.tornadosort.internal.plan.backend.Backend;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.types.arrays.DoubleArray;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** The tasks and arrays of a stage's graph while it is built, and its lengths while it runs. */
final class StageTasks implements Graphs {
    /** Kernels compute indices of up to a tile beyond the last element. */
    private static final int MAX_CAPACITY = 1 << 30;
    /** The tile of a look-back in bytes, at most: with what else a group needs, local memory holds it. */
    private static final int TILE_BYTES = 32 << 10;

    /** The largest number of parts that take their length from the host. */
    private static final int MAX_LENGTHS = 64;

    /** Elements of a work-item in a tile that is scanned. */
    static final int ITEMS = 16;

    /** The number of banks of local memory. A tile has a gap after each such number of words. */
    private static final int BANKS = 32;

    /** The number of elements from which tiles are larger. */
    private static final int LARGE = 1 << 22;

    private final KernelContext context = new KernelContext();
    private final String name;
    private final String producer;
    private final SortDevice device;
    private final Groups largest;
    /** Those of the part that is being added. */
    private Groups groups;
    /** Whether the sizes of groups are those for GPUs. */
    private final boolean tuned;
    private final boolean recorded;
    private final DeviceArrays arrays;
    private final List<Task> tasks = new ArrayList<>();
    private final StageArrays used;
    /** Arrays that the graph reads before it writes them. */
    private final List<TornadoNativeArray> inputs = new ArrayList<>();
    private final List<TornadoNativeArray> outputs = new ArrayList<>();
    private final List<TornadoNativeArray> scratch = new ArrayList<>();
    private final List<TornadoNativeArray> copied = new ArrayList<>();
    private final List<Integer> capacities = new ArrayList<>();
    /** The parameters of {@link LookBack}, and lengths. */
    private final IntArray p;
    /** Whether kernels may look back. */
    private final boolean looksBack;
    /** Whether one does. */
    private boolean hasLookBack;
    /** An array in place of a length on the device. */
    private IntArray unused;
    private ImmutableTaskGraph graph;
    /** That of the last run. */
    private int epoch;

    /**
     * The size of the kernels' grids.
     *
     * @param workItems work-items of a group, a power of two from 64 to 256
     * @param items elements of a work-item in a tile: 4, 8 or 16
     * @param blocks the number of groups, if one needs results of the others
     * @param independent the number of groups otherwise
     */
    record Groups(int workItems, int items, int blocks, int independent) {
        /**
         * Returns the size for a device: as many groups as it can run at a time, and four times as many if they are
         * independent. Then a unit that cannot run its share at a time does not leave others idle: a merge of 2^26 ints takes
         * 217 µs on an H200, not 236.
         */
        static Groups of(SortDevice device) {
            int units = Math.max(1, Handle.of(device).getPhysicalDevice().getDeviceMaxComputeUnits());
            boolean gpu = device.type() == SortDevice.Type.GPU;
            return gpu ? new Groups(256, 8, 8 * units, 32 * units) : new Groups(64, 16, units, units);
        }

        /** Returns groups that scan: a work-item loads all its elements at a time; there are as many as banks, or more. */
        Groups ofScan() {
            return new Groups(Math.max(BANKS, workItems * items / ITEMS), ITEMS, blocks, independent);
        }

        /** Returns a group for each tile, for kernels that look back. */
        Groups forTiles(int wanted, int workItemsOfTile, int capacity) {
            int tiles = Math.max(1, Math.ceilDiv(capacity, wanted * workItemsOfTile));
            return new Groups(workItemsOfTile, wanted, tiles, tiles);
        }

        /** Returns independent groups with the same tile, not more than there are tiles. */
        Groups ofTiles(int wanted, int capacity) {
            int groups = Math.clamp(Math.ceilDiv(capacity, workItems * items), 1, independent);
            return new Groups(workItems * items / wanted, wanted, groups, groups);
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

    /** @param groups 0 for a parallel loop */
    private record Task(String id, int groups, int workItems, Consumer<TaskGraph> adder) {}

    StageTasks(String name, String producer, SortDevice device, Groups groups, boolean recorded, Boolean looksBack) {
        this.name = name;
        this.producer = producer;
        this.device = device;
        this.largest = groups == null ? Groups.of(device) : groups;
        this.groups = largest;
        this.tuned = groups == null && device.type() == SortDevice.Type.GPU;
        this.looksBack = looksBack == null ? Backend.of(device).looksBack() : looksBack;
        this.recorded = recorded && Backend.of(device).recordsGraphs();
        this.arrays = DeviceArrays.on(device);
        this.p = arrays.parameters(LookBack.LENGTHS + MAX_LENGTHS);
        this.used = new StageArrays(name);
    }

    Groups groups() {
        return groups;
    }

    KernelContext context() {
        return context;
    }

    /** Begins a stage, or a part of a chain. */
    void begin(String partName) {
        used.begin(partName);
        groups = largest;
    }

    /**
     * Begins a part that reads each element twice. It has half the work-items with twice the elements: they scan 2^24 ints in
     * 70 µs on an H200, the others in 80.
     */
    void beginScan(String partName) {
        begin(partName);
        groups = largest.ofScan();
    }

    /**
     * Returns whether the part is to be one kernel that looks back, and not two.
     *
     * @param possible whether there is such a kernel
     */
    boolean looksBack(boolean possible) {
        hasLookBack |= looksBack && possible;
        return looksBack && possible;
    }

    /** Returns whether kernels that cannot look back are parallel loops over blocks, of which none waits. */
    boolean byBlocks() {
        return !looksBack;
    }

    /**
     * Returns the groups of a kernel that looks back: one for each tile. Small tiles keep all units of a GPU busy if elements
     * are few; a large one costs less than two small ones.
     *
     * @param bytes of an element in local memory
     * @param items elements of a work-item, at most
     */
    Groups tiles(int bytes, int items, int capacity) {
        if (!tuned) {
            return groups.forTiles(items, groups.workItems(), capacity);
        }
        int most = Math.min(TILE_BYTES / bytes, 256 * items);
        int tile = Math.min(most, capacity >= LARGE ? 8192 : 4096);
        int workItems = Math.min(256, tile / ITEMS);
        return groups.forTiles(tile / workItems, workItems, capacity);
    }

    /** Returns words for look-back, all zero. */
    LongArray words(Groups size, int ofTile) {
        LongArray words = longs(Math.multiplyExact(size.blocks(), ofTile));
        words.init(0);
        return words;
    }

    /** Returns the array of a length on the device, or one that takes its place. */
    IntArray lengthOnDevice(Length n) {
        if (n.array() != p) {
            return n.array();
        }
        unused = unused == null ? ints(1) : unused;
        return unused;
    }

    /** Returns the index of a length in the parameters, or -1 if it is on the device. */
    int lengthFromHost(Length n) {
        return n.array() == p ? n.at() : -1;
    }

    IntArray parameters() {
        return p;
    }

    /** Declares an array that the part reads. */
    <A extends TornadoNativeArray> A read(A array, String what) {
        return use(array, what, inputs);
    }

    /** Declares an array that the part writes, and perhaps reads afterwards. */
    <A extends TornadoNativeArray> A write(A array, String what) {
        return use(array, what, outputs);
    }

    private <A extends TornadoNativeArray> A use(A array, String what, List<TornadoNativeArray> ofGraph) {
        used.use(array, what);
        if (!StageArrays.contains(outputs, array) && !StageArrays.contains(inputs, array)) {
            ofGraph.add(array);
        }
        return array;
    }

    void requireLength(TornadoNativeArray array, String what, int n, String of) {
        used.requireLength(array, what, n, of);
    }

    void requireSameType(TornadoNativeArray array, String what, TornadoNativeArray of, String ofWhat) {
        used.requireSameType(array, what, of, ofWhat);
    }

    /** Returns a capacity, and refuses one that is too large for kernels. */
    int capacity(int capacity) {
        if (capacity > MAX_CAPACITY) {
            throw new IllegalArgumentException("stage " + used.part() + ": arrays of " + capacity
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
        return new Length(p, LookBack.LENGTHS + capacities.size() - 1, capacity);
    }

    /** Returns the array for a number that the part writes: the caller's, or one of its own. */
    IntArray total(IntArray count) {
        IntArray total = count == null ? ints(1) : write(count, "count");
        requireLength(total, "elements of the count", 1, "number");
        return total;
    }

    /**
     * Returns an array whose first element is a number: the caller's, or one of its own with another number.
     *
     * @param what what the number is, for messages
     * @param name a shorter name
     */
    IntArray number(IntArray given, String what, String name, int otherwise) {
        if (given == null) {
            IntArray number = ints(1);
            number.set(0, otherwise);
            return number;
        }
        requireLength(read(given, what), "elements of the " + name, 1, "number");
        return given;
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
        add(task, groups, adder);
    }

    void add(String task, Groups size, BiConsumer<TaskGraph, String> adder) {
        add(task, size.blocks(), size.workItems(), adder);
    }

    /** Adds a kernel. The id of the task, which is unique, is an argument of what adds it. */
    void add(String task, int count, int workItems, BiConsumer<TaskGraph, String> adder) {
        String id = used.part() + task;
        tasks.add(new Task(id, count, workItems, graph -> adder.accept(graph, id)));
    }

    /** Adds a kernel that is a parallel loop. */
    void addLoop(String task, BiConsumer<TaskGraph, String> adder) {
        add(task, 0, 0, adder);
    }

    void toHost(List<TornadoNativeArray> results) {
        used.requireUsed(results);
        copied.addAll(results);
    }

    @Override
    public List<ImmutableTaskGraph> graphs() {
        if (graph == null) {
            graph = graph();
        }
        return List.of(graph);
    }

    @Override
    public String lastGraph() {
        return name;
    }

    private ImmutableTaskGraph graph() {
        long needed = scratchBytes() + used.bytes();
        if (needed > device.memoryBytes()) {
            throw new IllegalArgumentException("stage " + name + " needs " + needed
                    + " bytes of device memory with its arrays, but the device has " + device.memoryBytes());
        }
        TaskGraph made = new TaskGraph(name);
        if (producer != null) {
            made.consumeFromDevice(producer, inputs.toArray());
        } else {
            made.transferToDevice(DataTransferMode.EVERY_EXECUTION, inputs.toArray());
        }
        if (!capacities.isEmpty() || hasLookBack) {
            made.transferToDevice(DataTransferMode.EVERY_EXECUTION, p);
        }
        // TornadoVM copies an undeclared array at each execution of a kernel that reads it.
        made.transferToDevice(
                DataTransferMode.FIRST_EXECUTION, Stream.concat(scratch.stream(), outputs.stream()).toArray());
        tasks.forEach(task -> task.adder().accept(made));
        Object[] kept = Stream.concat(inputs.stream(), outputs.stream())
                .filter(array -> !StageArrays.contains(copied, array))
                .toArray();
        if (kept.length > 0) {
            made.persistOnDevice(kept);
        }
        if (hasLookBack) {
            made.transferToHost(DataTransferMode.EVERY_EXECUTION, p);
        }
        if (!copied.isEmpty()) {
            made.transferToHost(DataTransferMode.EVERY_EXECUTION, copied.toArray());
        }
        return made.snapshot();
    }

    @Override
    public long scratchBytes() {
        return Stream.concat(Stream.of(p), scratch.stream())
                .mapToLong(TornadoNativeArray::getNumBytesOfSegmentWithHeader)
                .sum();
    }

    @Override
    public void addTo(TornadoExecutionPlan plan, GridScheduler grids) {
        for (Task task : tasks) {
            if (task.groups() > 0) {
                PlanGraph.setGrid(grids, name + "." + task.id(), task.groups(), task.workItems());
            }
        }
    }

    @Override
    public TornadoExecutionResult run(TornadoExecutionPlan plan, int first, int... n) {
        setLengths(n);
        epoch = epoch == LookBack.LAST_EPOCH ? 1 : epoch + 1;
        p.set(LookBack.EPOCH, epoch);
        p.set(LookBack.STUCK, 0);
        TornadoExecutionPlan one = plan.withGraph(first);
        TornadoExecutionResult result = (recorded ? one.withCUDAGraph() : one).execute();
        if (p.get(LookBack.STUCK) != 0) {
            Backend.of(device).recordStuck();
            throw new IllegalStateException("stage " + name + ": groups on " + device
                    + " waited in vain for those before them, and the results are wrong; build the stage again, which then has"
                    + " kernels that do not wait");
        }
        return result;
    }

    private void setLengths(int... n) {
        int wanted = capacities.size();
        if (n.length != wanted && (n.length != 1 || wanted == 0)) {
            throw new IllegalArgumentException(n.length + " lengths for a stage that takes " + wanted + " from the host");
        }
        for (int i = 0; i < wanted; i++) {
            int length = n[Math.min(i, n.length - 1)];
            if (length < 0 || length > capacities.get(i)) {
                throw new IllegalArgumentException(length + " elements of arrays of " + capacities.get(i));
            }
            p.set(LookBack.LENGTHS + i, length);
        }
    }

    @Override
    public void close() {
        arrays.release();
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
}
