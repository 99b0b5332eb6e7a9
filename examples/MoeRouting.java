import io.github.tornadosort.stage.Chain;
import io.github.tornadosort.stage.HistogramStage;
import io.github.tornadosort.stage.ScanStage;
import io.github.tornadosort.stage.SegmentedSortStage;
import io.github.tornadosort.stage.TopKStage;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.WorkerGrid;
import uk.ac.manchester.tornado.api.WorkerGrid1D;
import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * Routes tokens to experts, as mixture-of-experts models do: a router gives each token a score for each of 64 experts, the two
 * best experts of each token are chosen, and the tokens are grouped by expert. All in one graph: a {@link TopKStage} chooses, a
 * {@link HistogramStage} counts the tokens of each expert, a {@link ScanStage} finds where the tokens of each expert begin, and a
 * {@link SegmentedSortStage} groups them.
 *
 * <p>{@code scripts/tornado-sort run examples/MoeRouting.java [tokens]}
 */
public final class MoeRouting {
    static final int EXPERTS = 64;
    static final int CHOSEN = 2;

    private MoeRouting() {}

    /**
     * What the experts are to do.
     *
     * @param begins where the tokens of each expert begin in {@code tokens}
     * @param counts the number of tokens of each expert
     * @param tokens the tokens of the first expert, then those of the second, and so on, in ascending order
     */
    record Routes(int[] begins, int[] counts, int[] tokens) {}

    /** Stands for the router. */
    static void score(FloatArray scores) {
        for (@Parallel int i = 0; i < scores.getSize(); i++) {
            scores.set(i, score(i));
        }
    }

    /** Returns the score of expert {@code i % EXPERTS} for token {@code i / EXPERTS}. */
    static float score(int i) {
        int mixed = i * 0x9E3779B9;
        int bits = (mixed ^ ((mixed >> 15) & 0x1ffff)) * 0x85EBCA6B;
        return (bits & 0xffff) - i % EXPERTS * 100.0f;
    }

    /** Returns the routes of all tokens. */
    static Routes route(int tokens) throws Exception {
        int pairs = tokens * CHOSEN;
        FloatArray scores = new FloatArray(tokens * EXPERTS);
        IntArray experts = new IntArray(pairs);
        IntArray counts = new IntArray(EXPERTS);
        IntArray begins = new IntArray(EXPERTS);
        IntArray sorted = new IntArray(pairs);
        IntArray order = new IntArray(pairs);
        TaskGraph router = new TaskGraph("router").task("score", MoeRouting::score, scores).persistOnDevice(scores);
        try (Chain chain = Chain.builder("routes").after("router")
                .then(TopKStage.builder("choose").keys(scores).rows(EXPERTS).k(CHOSEN).indices(experts))
                .then(HistogramStage.builder("count").keys(experts, counts).even(0, EXPERTS))
                .then(ScanStage.builder("begin").sums(counts, begins))
                .then(SegmentedSortStage.builder("group").keys(experts, sorted).rows(pairs).order(order))
                .toHost(begins, counts, order)
                .build()) {
            ImmutableTaskGraph[] graphs = {router.snapshot(), chain.graphs().getFirst()};
            try (TornadoExecutionPlan plan = new TornadoExecutionPlan(graphs)) {
                GridScheduler grids = new GridScheduler();
                WorkerGrid grid = new WorkerGrid1D(scores.getSize());
                grid.setGlobalWork(scores.getSize(), 1, 1);
                grids.addWorkerGrid("router.score", grid);
                chain.scheduleOn(plan, graphs, grids);
                plan.withGraph(0).execute();
                chain.run(scores.getSize(), pairs, EXPERTS, pairs);
            }
        }
        int[] routed = IntStream.of(order.toHeapArray()).map(pair -> pair / CHOSEN).toArray();
        return new Routes(begins.toHeapArray(), counts.toHeapArray(), routed);
    }

    /** Returns the tokens of each expert. */
    static int[][] expected(int tokens) {
        IntStream.Builder[] routed = Stream.generate(IntStream::builder).limit(EXPERTS).toArray(IntStream.Builder[]::new);
        for (int token = 0; token < tokens; token++) {
            int first = token * EXPERTS;
            IntStream.range(0, EXPERTS).boxed()
                    .sorted(Comparator.comparing((Integer expert) -> score(first + expert)).reversed())
                    .limit(CHOSEN)
                    .forEach(expert -> routed[expert].add(first / EXPERTS));
        }
        return Stream.of(routed).map(builder -> builder.build().toArray()).toArray(int[][]::new);
    }

    public static void main(String[] args) throws Exception {
        int tokens = args.length > 0 ? Integer.parseInt(args[0]) : 16_384;
        Routes routes = route(tokens);
        int[][] expected = expected(tokens);
        int most = 0;
        for (int expert = 0; expert < EXPERTS; expert++) {
            int begin = routes.begins()[expert];
            int[] routed = IntStream.range(begin, begin + routes.counts()[expert]).map(i -> routes.tokens()[i]).toArray();
            if (!Arrays.equals(routed, expected[expert])) {
                throw new IllegalStateException("the tokens of expert " + expert + " are not those of the host");
            }
            most = Math.max(most, routed.length);
        }
        System.out.printf("%d tokens, %d experts each, at most %d tokens per expert, as on the host%n", tokens, CHOSEN,
                most);
    }
}
