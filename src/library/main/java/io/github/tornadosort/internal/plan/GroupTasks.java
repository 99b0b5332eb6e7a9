package io.github.tornadosort.internal.plan;

import io.github.tornadosort.internal.kernel.GroupBuckets64;
import io.github.tornadosort.internal.kernel.GroupPassKeys32;
import io.github.tornadosort.internal.kernel.GroupPassPairs32;
import io.github.tornadosort.internal.kernel.GroupPassPairs64;
import io.github.tornadosort.internal.kernel.GroupSample64;
import io.github.tornadosort.internal.kernel.GroupSurvey32;
import io.github.tornadosort.internal.kernel.GroupSurvey64;
import io.github.tornadosort.internal.kernel.GroupValues;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.policy.SortPolicy;
import java.util.ArrayList;
import java.util.List;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task12;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task6;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/** Tasks of work-group kernels: passes of one launch each, whose groups look back. */
@SuppressWarnings({"rawtypes", "unchecked"})
final class GroupTasks extends RadixTasks {
    private static final String COUNT = "count";
    private static final String PASS = "pass";
    private static final String SAMPLE = "sample";
    private static final String BOUNDS = "bounds";
    private static final String BUCKETS = "buckets";

    private final KernelContext context = new KernelContext();
    private final int workItems;
    private final IntArray totals;
    private final LongArray state;
    private final HybridSort hybridSort;

    GroupTasks(PlanShape shape, SortPolicy policy, RadixBuffers buffers) {
        super(shape, policy, buffers);
        this.workItems = policy.workItems();
        this.totals = buffers.counts();
        this.state = buffers.state();
        this.hybridSort = buffers.hybridSort(policy);
    }

    @Override
    KernelTask surveyKeys() {
        return survey(SURVEY);
    }

    /** Returns the task that counts digits of the keys of the first buffer after their survey. */
    KernelTask countDigits() {
        return survey(COUNT);
    }

    private KernelTask survey(String name) {
        int groups = wide ? GroupSurvey64.DIGITS / GroupSurvey64.TOGETHER : GroupSurvey32.DIGITS / GroupSurvey32.TOGETHER;
        Task6 kernel = wide ? UntypedKernel.of(GroupSurvey64::survey) : UntypedKernel.of(GroupSurvey32::survey);
        return new KernelTask(
                name,
                graph -> graph.task(name, kernel, context, keys(0), totals, buffers.words(), p, kind),
                size -> size.blocks() * groups,
                GroupSurvey32.WORK_ITEMS);
    }

    @Override
    public List<KernelTask> pass(int from) {
        return List.of(pass(from, 0));
    }

    /** Returns the tasks of a digit pass to the second buffer and another one back. */
    List<KernelTask> roundTrip() {
        return List.of(pass(0, 0), pass(1, 1));
    }

    /**
     * Returns the tasks that survey few keys and sort them by all digits, in the first buffer, whatever the survey finds. The
     * first pass numbers the values, if these are indices.
     */
    List<KernelTask> atOnce() {
        List<KernelTask> tasks = new ArrayList<>(List.of(surveyKeys()));
        for (int number = 0; number < shape.bytes(); number++) {
            tasks.add(pass(number % 2, number));
        }
        return tasks;
    }

    /**
     * Returns the task of a digit pass. Even an array that a kernel does not use must be an array of the graph, and no array
     * may be passed twice: TornadoVM would never finish ordering the tasks.
     *
     * @param number the place of the pass in its graph
     */
    private KernelTask pass(int from, int number) {
        String name = PASS + number;
        IntArray[] values = buffers.values();
        int payload = switch (shape.payload()) {
            case NONE -> GroupValues.NONE;
            case VALUES -> GroupValues.VALUES;
            case INDICES -> GroupValues.INDICES;
        };
        Task12 narrow =
                shape.withValues() ? UntypedKernel.of(GroupPassPairs32::pass) : UntypedKernel.of(GroupPassKeys32::pass);
        Task12 kernel = wide ? UntypedKernel.of(GroupPassPairs64::pass) : narrow;
        return new KernelTask(
                name,
                graph -> graph.task(
                        name, kernel, context, keys(from), keys(1 - from), values[from], values[1 - from], totals, state, p,
                        kind, payload, workItems, number),
                size -> buffers.tiles(size.n(), policy),
                workItems);
    }

    @Override
    List<KernelTask> sample() {
        if (hybridSort == null) {
            return List.of();
        }
        return List.of(new KernelTask(
                SAMPLE,
                graph -> graph.task(SAMPLE, UntypedKernel.of(GroupSample64::sample), context, keys(0), buffers.words(), p,
                        kind,
                        policy.radixBits(), hybridSort.result()),
                size -> 1,
                GroupSample64.WORK_ITEMS));
    }

    /** Returns the tasks that sort the buckets of a buffer that is sorted by the highest digits. */
    List<KernelTask> bucketsInPlace(int buffer) {
        int tile = HybridSort.tile(policy);
        int withValues = shape.withValues() ? 1 : 0;
        return List.of(
                KernelTask.perBlock(
                        BOUNDS,
                        GroupBuckets64.BOUNDS_WORK_ITEMS,
                        graph -> graph.task(BOUNDS, UntypedKernel.of(GroupBuckets64::bounds), context, keys(buffer),
                                buffers.bounds(),
                                buffers.words(), p, kind, tile)),
                new KernelTask(
                        BUCKETS,
                        graph -> graph.task(BUCKETS, UntypedKernel.of(GroupBuckets64::sort), context, keys(buffer),
                                buffers.values()[buffer], buffers.bounds(), p, kind, withValues,
                                HybridSort.workItems(policy)),
                        size -> Math.max(1, Math.ceilDiv(size.n(), Math.max(1, p.get(PassParameters.BUCKET_SPAN)))),
                        HybridSort.workItems(policy)));
    }
}
