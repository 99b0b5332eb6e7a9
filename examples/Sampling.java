import io.github.tornadosort.stage.TopKStage;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.ImmutableTaskGraph;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.WorkerGrid;
import uk.ac.manchester.tornado.api.WorkerGrid1D;
import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/**
 * Chooses the next token of each sequence of a batch, as language models do: by temperature, top-k and top-p. A {@link TopKStage} finds
 * the k largest logits of each sequence, in order; a kernel draws one of them. Only the tokens come to the host.
 *
 * <p>{@code scripts/tornado-sort run examples/Sampling.java [sequences [k [temperature [p]]]]}
 */
public final class Sampling {
    /** The vocabulary of Llama 3. */
    static final int LOGITS = 128_256;

    private Sampling() {}

    /** Stands for the model. */
    static void produce(FloatArray logits) {
        for (@Parallel int i = 0; i < logits.getSize(); i++) {
            logits.set(i, logit(i));
        }
    }

    /** Returns a number from -8 to 8, with few large ones. */
    static float logit(int i) {
        int mixed = i * 0x9E3779B9;
        int bits = (mixed ^ ((mixed >> 15) & 0x1ffff)) * 0x85EBCA6B;
        int sum = (bits & 0xfff) + ((bits >> 12) & 0xfff) + ((bits >> 20) & 0xfff);
        return sum / 768.0f - 8.0f;
    }

    /**
     * Draws a token for each sequence. The first tokens whose probabilities add up to p remain.
     *
     * @param settings the temperature, and p
     * @param uniform a random number from 0 to 1 per sequence
     */
    static void sample(
            FloatArray values, IntArray indices, FloatArray settings, FloatArray uniform, IntArray tokens, int k) {
        for (@Parallel int row = 0; row < tokens.getSize(); row++) {
            float temperature = settings.get(0);
            float largest = values.get(row * k);
            float all = 0.0f;
            for (int j = 0; j < k; j++) {
                all = all + (float) Math.exp((values.get(row * k + j) - largest) / temperature);
            }
            float wanted = settings.get(1) * all;
            float remaining = 0.0f;
            for (int j = 0; j < k; j++) {
                float weight = (float) Math.exp((values.get(row * k + j) - largest) / temperature);
                remaining = remaining + (remaining < wanted ? weight : 0.0f);
            }
            float target = uniform.get(row) * remaining;
            float before = 0.0f;
            int chosen = 0;
            for (int j = 0; j < k; j++) {
                chosen = before <= target ? j : chosen;
                before = before + (float) Math.exp((values.get(row * k + j) - largest) / temperature);
            }
            tokens.set(row, indices.get(row * k + chosen));
        }
    }

    /** Returns the token of each sequence. */
    public static int[] tokens(int sequences, int k, float temperature, float p, float[] random) throws Exception {
        FloatArray logits = new FloatArray(sequences * LOGITS);
        FloatArray values = new FloatArray(sequences * k);
        IntArray indices = new IntArray(sequences * k);
        FloatArray settings = FloatArray.fromElements(temperature, p);
        FloatArray uniform = FloatArray.fromArray(random);
        IntArray tokens = new IntArray(sequences);
        TaskGraph model = new TaskGraph("model").task("logits", Sampling::produce, logits).persistOnDevice(logits);
        try (TopKStage top = TopKStage.builder("top").after("model")
                .keys(logits)
                .rows(LOGITS)
                .k(k)
                .values(values)
                .indices(indices)
                .build()) {
            TaskGraph sample = new TaskGraph("sample")
                    .consumeFromDevice(top.lastGraph(), values, indices)
                    .transferToDevice(DataTransferMode.EVERY_EXECUTION, settings, uniform)
                    .task("draw", Sampling::sample, values, indices, settings, uniform, tokens, k)
                    .transferToHost(DataTransferMode.EVERY_EXECUTION, tokens);
            ImmutableTaskGraph[] graphs = top.between(model.snapshot(), sample.snapshot());
            try (TornadoExecutionPlan plan = new TornadoExecutionPlan(graphs)) {
                GridScheduler grids = new GridScheduler();
                addGrid(grids, "model.logits", logits.getSize());
                addGrid(grids, "sample.draw", sequences);
                top.scheduleOn(plan, grids);
                plan.withGraph(0).execute();
                top.run(logits.getSize());
                plan.withGraph(2).execute();
            }
        }
        return tokens.toHeapArray();
    }

    private static void addGrid(GridScheduler grids, String task, int workItems) {
        WorkerGrid grid = new WorkerGrid1D(workItems);
        grid.setGlobalWork(workItems, 1, 1);
        grids.addWorkerGrid(task, grid);
    }

    /** Returns how far a random number is from those for which the host draws this token, as a share of all probabilities. */
    static double distance(int token, int row, int k, double temperature, double p, double random) {
        int[] best = IntStream.range(0, LOGITS).boxed()
                .sorted(Comparator.comparing((Integer i) -> logit(row * LOGITS + i)).reversed())
                .limit(k)
                .mapToInt(i -> i)
                .toArray();
        double[] weights = Arrays.stream(best).mapToDouble(i -> Math.exp(logit(row * LOGITS + i) / temperature)).toArray();
        double wanted = p * Arrays.stream(weights).sum();
        double remaining = 0;
        for (int j = 0; j < k && remaining < wanted; j++) {
            remaining += weights[j];
        }
        double before = 0;
        for (int j = 0; j < k; j++) {
            if (best[j] == token) {
                return Math.max(0, Math.max(before / remaining - random, random - (before + weights[j]) / remaining));
            }
            before += weights[j];
        }
        return 1;
    }

    public static void main(String[] args) throws Exception {
        int sequences = args.length > 0 ? Integer.parseInt(args[0]) : 16;
        int k = args.length > 1 ? Integer.parseInt(args[1]) : 50;
        float temperature = args.length > 2 ? Float.parseFloat(args[2]) : 0.8f;
        float p = args.length > 3 ? Float.parseFloat(args[3]) : 0.95f;
        float[] random = new float[sequences];
        Random numbers = new Random(1);
        IntStream.range(0, sequences).forEach(row -> random[row] = numbers.nextFloat());
        int[] tokens = tokens(sequences, k, temperature, p, random);
        for (int row = 0; row < sequences; row++) {
            // A device may round otherwise than the host does.
            if (distance(tokens[row], row, k, temperature, p, random[row]) > 1e-4) {
                throw new IllegalStateException("token " + tokens[row] + " of sequence " + row + " is not that of the host");
            }
        }
        System.out.printf("%d tokens of %d logits each, those of the host: %s%n", sequences, LOGITS,
                Arrays.toString(tokens));
    }
}
