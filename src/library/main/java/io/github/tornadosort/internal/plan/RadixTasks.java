package io.github.tornadosort.internal.plan;

import io.github.tornadosort.internal.kernel.BlockValues;
import io.github.tornadosort.internal.kernel.GroupMove;
import io.github.tornadosort.internal.kernel.GroupValues;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.policy.SortPolicy;
import java.util.ArrayList;
import java.util.List;
import uk.ac.manchester.tornado.api.KernelContext;
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

    RadixTasks(PlanShape shape, SortPolicy policy, RadixBuffers buffers) {
        this.shape = shape;
        this.policy = policy;
        this.buffers = buffers;
    }

    /** Returns the task that counts digits of the keys of the first buffer after their survey; null if passes count them themselves. */
    KernelTask countDigits() {
        return null;
    }

    /** Returns the task that surveys the keys of the first buffer. */
    abstract KernelTask surveyKeys();

    /** Returns the task that sets each value of the first buffer to its index. */
    private KernelTask numberValues() {
        IntArray values = buffers.values()[0];
        return KernelTask.perBlock(
                PAYLOAD, WORK_ITEMS,
                graph -> graph.task(PAYLOAD, GroupValues::number, new KernelContext(), values, buffers.p(), WORK_ITEMS));
    }

    /** Returns the tasks of one digit pass from buffer {@code from} to the other buffer. */
    public abstract List<KernelTask> pass(int from);

    /** Returns the tasks of a digit pass to the second buffer and another one back; empty if the family has no such graph. */
    List<KernelTask> roundTrip() {
        return List.of();
    }

    /** Returns the task that takes a sample of the first buffer's keys before the survey; empty if nothing depends on it. */
    List<KernelTask> sample() {
        return List.of();
    }

    /**
     * Returns the tasks that survey few keys and sort them by all digits, in the first buffer, whatever the survey finds; empty if the
     * family cannot. The first pass numbers the values, if these are indices.
     */
    public List<KernelTask> atOnce() {
        return List.of();
    }

    /** Returns the tasks that sort the buckets of a buffer that is sorted by the highest digits; empty if there are none. */
    public List<KernelTask> bucketsInPlace(int buffer) {
        return List.of();
    }

    /** Returns the task that copies one array to another, whose elements may differ in width. */
    @SuppressWarnings("unchecked")
    static KernelTask move(String name, TornadoNativeArray from, TornadoNativeArray to, IntArray p) {
        KernelContext context = new KernelContext();
        int read = from.getElementSize();
        int written = to.getElementSize();
        String kernel =
                (read == written ? "move" : read < written ? "widen" : "narrow") + Byte.SIZE * Math.min(read, written);
        return new KernelTask(
                name,
                graph -> {
                    switch (kernel) {
                        case "move32" -> graph.task(name, UntypedKernel.of(GroupMove::move32), context, from, to, p);
                        case "move64" -> graph.task(name, UntypedKernel.of(GroupMove::move64), context, from, to, p);
                        case "widen8" -> graph.task(name, UntypedKernel.of(GroupMove::widen8), context, from, to, p);
                        case "widen16" -> graph.task(name, UntypedKernel.of(GroupMove::widen16), context, from, to, p);
                        case "narrow8" -> graph.task(name, UntypedKernel.of(GroupMove::narrow8), context, from, to, p);
                        case "narrow16" -> graph.task(name, UntypedKernel.of(GroupMove::narrow16), context, from, to, p);
                        default -> throw new IllegalArgumentException(kernel);
                    }
                },
                size -> Math.max(1, Math.ceilDiv(size.n(), GroupMove.TILE)),
                GroupMove.WORK_ITEMS);
    }

    /** Returns all tasks before the first pass: widens keys, sets the payload to indices, and surveys, as needed. */
    public final List<KernelTask> survey() {
        List<KernelTask> tasks = new ArrayList<>();
        if (buffers.narrow()) {
            tasks.add(move(WIDEN, buffers.given(), buffers.keys()[0], buffers.p()));
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
        tasks.add(move(KEYS, buffers.keys()[from], buffers.given(), buffers.p()));
        if (shape.withValues() && from != 0) {
            tasks.add(move(VALUES, buffers.values()[from], buffers.values()[0], buffers.p()));
        }
        return tasks;
    }

    /** Returns the task that stores values in the order of their indices. */
    final KernelTask gather(String name, TornadoNativeArray from, IntArray order, TornadoNativeArray to) {
        Gather gather = new Gather(from, order, to);
        int groups = buffers.maxBlocks();
        return new KernelTask(
                name,
                graph -> gather.addTo(
                        graph, name, buffers.p(), PassParameters.N, order.getSize(), WORK_ITEMS, groups),
                _ -> groups,
                WORK_ITEMS);
    }

    /** Returns a task that uses an array and changes nothing. A graph cannot transfer an array that no task uses. */
    @SuppressWarnings("unchecked")
    final KernelTask keep(String name, TornadoNativeArray kept) {
        return KernelTask.withoutGrid(name, graph -> {
            switch (kept.getElementSize()) {
                case Byte.BYTES -> graph.task(name, UntypedKernel.of(BlockValues::keep8), kept);
                case Short.BYTES -> graph.task(name, UntypedKernel.of(BlockValues::keep16), kept);
                case Long.BYTES -> graph.task(name, UntypedKernel.of(BlockValues::keep64), kept);
                default -> graph.task(name, UntypedKernel.of(BlockValues::keep), kept);
            }
        });
    }

    /** Returns the constant of {@link GroupValues} for the payload. */
    static int payload(PlanShape shape) {
        return switch (shape.payload()) {
            case NONE -> GroupValues.NONE;
            case VALUES -> GroupValues.VALUES;
            case INDICES -> GroupValues.INDICES;
        };
    }
}
