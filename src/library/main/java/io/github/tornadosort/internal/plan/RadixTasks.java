package io.github.tornadosort.internal.plan;

import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.internal.kernel.BlockValues;
import io.github.tornadosort.internal.kernel.Checksum;
import java.util.ArrayList;
import java.util.List;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task1;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * The tasks of a radix sort's graphs over one set of buffers. The family of kernels and the width of the keys are chosen once,
 * by {@link #of}; nothing else asks for them.
 */
public abstract class RadixTasks {
    static final String SURVEY = "survey";
    static final String PAYLOAD = "payload";
    static final String UPSWEEP = "upsweep";
    static final String SCAN = "scan";
    static final String DOWNSWEEP = "downsweep";
    static final String CHECKSUM = "checksum";
    private static final String WIDEN = "widen";
    private static final String KEYS = "keys";
    private static final String VALUES = "values";

    final PlanShape shape;
    final SortPolicy policy;
    final RadixBuffers buffers;

    RadixTasks(PlanShape shape, SortPolicy policy, RadixBuffers buffers) {
        this.shape = shape;
        this.policy = policy;
        this.buffers = buffers;
    }

    /** The tasks of the policy's family for keys of the shape's width. */
    public static RadixTasks of(PlanShape shape, SortPolicy policy, RadixBuffers buffers) {
        return policy.kernels() == Kernels.WORK_GROUP
                ? new GroupTasks<>(GroupKernels.of(shape), shape, policy, buffers)
                : new BlockTasks<>(BlockKernels.of(shape), shape, policy, buffers);
    }

    /** Whether the survey is the upsweep of the lowest digit too, so that the keys are read once for both. */
    abstract boolean countsInSurvey();

    /** One read of the first buffer's keys. */
    abstract KernelTask surveyKeys();

    /** Numbers the values of the first buffer. */
    abstract KernelTask numberValues();

    /** One digit pass from buffer {@code from} to the other one. */
    abstract List<KernelTask> passFrom(int from);

    /** A digit pass to the second buffer, and another one back; empty if the family has no such graph. */
    List<KernelTask> roundTrip() {
        return List.of();
    }

    /** Sorts the first buffer's keys, which differ in one digit alone, by counting; empty if the family cannot. */
    public List<KernelTask> fill() {
        return List.of();
    }

    /** Sorts the buckets that a pass from the first buffer to the second made; empty if the family cannot. */
    public List<KernelTask> buckets() {
        return List.of();
    }

    /** Sorts the first buffer's keys tile by tile and merges the tiles; empty if the buffers have no tiles for it. */
    public List<KernelTask> merge() {
        return List.of();
    }

    /** One read of a buffer's keys, and of what moves with them, that computes their checksums. */
    abstract List<KernelTask> checksum(int buffer);

    /** As {@link #checksum}, and finds keys that are out of order. */
    public abstract List<KernelTask> check(int buffer);

    /** Copies an array to another one. */
    abstract <F, T> KernelTask move(String name, MoveKernels<F, T> kernels, F from, T to);

    /** Everything before the first pass: keys that are widened, values that are numbered, and the survey. */
    public final List<KernelTask> survey() {
        List<KernelTask> tasks = new ArrayList<>();
        if (buffers.narrow()) {
            tasks.add(move(WIDEN, buffers.given(), buffers.keys()[0]));
        }
        switch (shape.payload()) {
            case NONE -> {}
            case VALUES -> tasks.add(keep(PAYLOAD, buffers.values()[0]));
            case INDICES -> tasks.add(numberValues());
        }
        tasks.add(surveyKeys());
        return tasks;
    }

    /** One digit pass from buffer {@code from} to the other one; hands the given keys on. */
    public final List<KernelTask> pass(int from) {
        return keepingGiven(passFrom(from));
    }

    /** The tasks, after one that hands on keys that are not in the first buffer. */
    final List<KernelTask> keepingGiven(List<KernelTask> tasks) {
        List<KernelTask> all = new ArrayList<>();
        if (buffers.narrow()) {
            all.add(keep(buffers.given()));
        }
        all.addAll(tasks);
        return all;
    }

    /** Moves keys and values from a buffer to where they came from: keys to the given ones, values to the first buffer. */
    public final List<KernelTask> home(int from) {
        List<KernelTask> tasks = new ArrayList<>();
        tasks.add(move(KEYS, buffers.keys()[from], buffers.given()));
        if (shape.withValues()) {
            IntArray[] values = buffers.values();
            tasks.add(from == 0 ? keep(values[0]) : move(VALUES, values[from], values[0]));
        }
        return tasks;
    }

    /** Only uses an array of 32 bits or less: without a use, a graph cannot hand it on to the next. */
    final KernelTask keep(TornadoNativeArray kept) {
        return keep("keep", kept);
    }

    private static KernelTask keep(String name, TornadoNativeArray kept) {
        return switch (kept.getElementSize()) {
            case Byte.BYTES -> keep(name, kept, BlockValues::keep8);
            case Short.BYTES -> keep(name, kept, BlockValues::keep16);
            default -> keep(name, kept, BlockValues::keep);
        };
    }

    private static <A> KernelTask keep(String name, TornadoNativeArray array, Task1<A> kernel) {
        A kept = as(array);
        return KernelTask.withoutGrid(name, graph -> graph.task(name, kernel, kept));
    }

    private KernelTask move(String name, TornadoNativeArray from, TornadoNativeArray to) {
        return moveAs(name, MoveKernels.between(from.getElementSize(), to.getElementSize()), from, to);
    }

    private <F, T> KernelTask moveAs(
            String name, MoveKernels<F, T> kernels, TornadoNativeArray from, TornadoNativeArray to) {
        F source = as(from);
        T target = as(to);
        return move(name, kernels, source, target);
    }

    /**
     * An array as a kernel's parameter is declared. The caller's own may be of another type, such as floats: a device has only
     * bytes there, which it reads as the kernel says, and no conversion of bits exists in kernels. {@code A}, the parameter's
     * type, must stay a type variable up to the call of {@code task}, where Java would check it otherwise.
     */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    public static <A> A as(TornadoNativeArray array) {
        return (A) array;
    }

    /** What moves with the keys, as kernels that check them are told. */
    public static int payload(PlanShape shape) {
        return switch (shape.payload()) {
            case NONE -> Checksum.NO_PAYLOAD;
            case VALUES -> Checksum.VALUES;
            case INDICES -> Checksum.INDICES;
        };
    }
}
