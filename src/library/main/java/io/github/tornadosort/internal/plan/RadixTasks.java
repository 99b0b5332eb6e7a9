package io.github.tornadosort.internal.plan;

import io.github.tornadosort.internal.kernel.BlockValues;
import io.github.tornadosort.internal.kernel.GroupGather;
import io.github.tornadosort.internal.kernel.GroupMove;
import io.github.tornadosort.internal.kernel.GroupValues;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.policy.SortPolicy;
import java.util.ArrayList;
import java.util.List;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task1;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task10;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task4;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** The tasks of a radix sort's graphs over one set of buffers. A subclass has the tasks of one family of kernels. */
public abstract class RadixTasks {
    static final String SURVEY = "survey";
    private static final String PAYLOAD = "payload";
    private static final String WIDEN = "widen";
    private static final String KEYS = "keys";
    private static final String VALUES = "values";
    /** Work-items of a group that sets or gathers values. */
    static final int WORK_ITEMS = 64;

    final PlanShape shape;
    final SortPolicy policy;
    final RadixBuffers buffers;
    final IntArray p;
    final int kind;
    /** Whether keys have 64 bits. */
    final boolean wide;

    RadixTasks(PlanShape shape, SortPolicy policy, RadixBuffers buffers) {
        this.shape = shape;
        this.policy = policy;
        this.buffers = buffers;
        this.p = buffers.p();
        this.kind = shape.kind();
        this.wide = shape.bytes() == Long.BYTES;
    }

    final TornadoNativeArray keys(int buffer) {
        return buffers.keys()[buffer];
    }

    /** Returns the task that surveys the keys of the first buffer. */
    abstract KernelTask surveyKeys();

    /** Returns the task that sets each value of the first buffer to its index. */
    private KernelTask numberValues() {
        IntArray values = buffers.values()[0];
        return KernelTask.perBlock(
                PAYLOAD, WORK_ITEMS,
                graph -> graph.task(PAYLOAD, GroupValues::number, new KernelContext(), values, p, WORK_ITEMS));
    }

    /** Returns the tasks of one digit pass from buffer {@code from} to the other buffer. */
    public abstract List<KernelTask> pass(int from);

    /** Returns the task that takes a sample of the first buffer's keys before the survey; empty if nothing depends on it. */
    List<KernelTask> sample() {
        return List.of();
    }

    /** Returns the task that copies one array to another, whose elements may differ in width. */
    @SuppressWarnings({"rawtypes", "unchecked"})
    static KernelTask move(String name, TornadoNativeArray from, TornadoNativeArray to, IntArray p) {
        int read = from.getElementSize();
        int written = to.getElementSize();
        boolean widens = read < written;
        Task4 kernel = switch (Math.min(read, written)) {
            case 1 -> widens ? UntypedKernel.of(GroupMove::widen8) : UntypedKernel.of(GroupMove::narrow8);
            case 2 -> widens ? UntypedKernel.of(GroupMove::widen16) : UntypedKernel.of(GroupMove::narrow16);
            case 4 -> UntypedKernel.of(GroupMove::move32);
            default -> UntypedKernel.of(GroupMove::move64);
        };
        return new KernelTask(
                name,
                graph -> graph.task(name, kernel, new KernelContext(), from, to, p),
                size -> Math.max(1, Math.ceilDiv(size.n(), GroupMove.TILE)),
                GroupMove.WORK_ITEMS);
    }

    /** Returns all tasks before the first pass: widens keys, sets the payload to indices, and surveys, as needed. */
    public final List<KernelTask> survey() {
        List<KernelTask> tasks = new ArrayList<>();
        if (buffers.narrow()) {
            tasks.add(move(WIDEN, buffers.given(), buffers.keys()[0], p));
        }
        if (shape.payload() == PlanShape.Payload.INDICES) {
            tasks.add(numberValues());
        }
        tasks.addAll(sample());
        tasks.add(surveyKeys());
        return tasks;
    }

    /** Returns the tasks that copy results from a buffer: keys to the given array, values to the first buffer. */
    public final List<KernelTask> home(int from) {
        List<KernelTask> tasks = new ArrayList<>();
        tasks.add(move(KEYS, buffers.keys()[from], buffers.given(), p));
        if (shape.withValues() && from != 0) {
            tasks.add(move(VALUES, buffers.values()[from], buffers.values()[0], p));
        }
        return tasks;
    }

    /** Returns the task that stores values in the order of their indices. */
    @SuppressWarnings({"rawtypes", "unchecked"})
    final KernelTask gather(String name, TornadoNativeArray from, IntArray order, TornadoNativeArray to) {
        Task10 kernel = switch (from.getElementSize()) {
            case Byte.BYTES -> UntypedKernel.of(GroupGather::gatherBytes);
            case Short.BYTES -> UntypedKernel.of(GroupGather::gatherShorts);
            case Integer.BYTES -> UntypedKernel.of(GroupGather::gatherInts);
            default -> UntypedKernel.of(GroupGather::gatherLongs);
        };
        int groups = buffers.maxBlocks();
        return new KernelTask(
                name,
                graph -> graph.task(
                        name, kernel, new KernelContext(), from, order, to, p, PassParameters.N, order.getSize(),
                        WORK_ITEMS, 1, groups),
                _ -> groups,
                WORK_ITEMS);
    }

    /** Returns a task that uses an array and changes nothing. A graph cannot transfer an array that no task uses. */
    @SuppressWarnings({"rawtypes", "unchecked"})
    final KernelTask keep(String name, TornadoNativeArray kept) {
        Task1 kernel = switch (kept.getElementSize()) {
            case Byte.BYTES -> UntypedKernel.of(BlockValues::keep8);
            case Short.BYTES -> UntypedKernel.of(BlockValues::keep16);
            case Integer.BYTES -> UntypedKernel.of(BlockValues::keep32);
            default -> UntypedKernel.of(BlockValues::keep64);
        };
        return new KernelTask(name, graph -> graph.task(name, kernel, kept), null, 0);
    }
}
