package io.github.tornadosort.graph;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.graph.PlanShape.Payload;
import io.github.tornadosort.graph.RadixGraphs.Order;
import io.github.tornadosort.kernel.OrderedBits;
import io.github.tornadosort.kernel.PassParameters;
import io.github.tornadosort.kernel.Probe;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.IntToLongFunction;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.WorkerGrid;
import uk.ac.manchester.tornado.api.WorkerGrid1D;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Runs every kernel of a radix sort on a device, on few keys, and compares what it writes with what the JVM makes of the
 * same keys; and before them, a {@link Probe} of what backends are known to compile wrongly.
 */
public final class KernelTest {
    private static final String STEP = "test";
    private static final String PROBE = "probe";
    /** Work-items of a group that probes. */
    private static final int PROBED = 32;

    /** Bits of floats: zeros, infinities, NaNs, the numbers at the ends. */
    private static final int[] SPECIAL = {
        0, 0x80000000, 0x7f800000, 0xff800000, 0x7f800001, 0x7fc00000, 0xffc00000, 0xff800001, 1, 0x80000001,
        0x7f7fffff, 0xff7fffff
    };

    private final SortDevice device;
    private final SortPolicy policy;
    private final Checkpoint checkpoint;

    /** What a kernel wrote, and should not have. */
    private static final class WrongKernel extends RuntimeException {
        private static final long serialVersionUID = 1;

        private WrongKernel(String what) {
            super(what);
        }
    }

    private KernelTest(SortDevice device, SortPolicy policy, Checkpoint checkpoint) {
        this.device = device;
        this.policy = policy;
        this.checkpoint = checkpoint;
    }

    /**
     * The first kernel that does not write what it should, and what came out; empty if all do.
     *
     * @param policy says which family of kernels runs
     * @param checkpoint called before each execution: the place for tests to make one go wrong
     */
    public static Optional<String> firstWrong(SortDevice device, SortPolicy policy, Checkpoint checkpoint) {
        KernelTest test = new KernelTest(device, policy, checkpoint);
        try {
            test.probe();
            for (PlanShape shape : test.shapes()) {
                test.new OfShape(shape).run();
            }
            return Optional.empty();
        } catch (WrongKernel e) {
            return Optional.of(e.getMessage());
        }
    }

    /**
     * Keys of each width and kind, and each kind of payload. Floats that are compared by all of their bits are other code on
     * work-groups alone, and two in a word are on blocks alone.
     */
    private List<PlanShape> shapes() {
        return List.of(
                PlanShape.of(KeyType.INT32, Payload.NONE),
                PlanShape.of(KeyType.INT32, Payload.INDICES),
                PlanShape.of(KeyType.FLOAT32, Payload.NONE),
                onGroups() ? PlanShape.of(KeyType.FLOAT32, Payload.NONE).comparedBy(-1) : PlanShape.packed(KeyType.FLOAT32),
                PlanShape.of(KeyType.INT64, Payload.VALUES),
                PlanShape.of(KeyType.FLOAT64, Payload.NONE));
    }

    private void probe() {
        SplittableRandom random = new SplittableRandom(1);
        int[] edges = {0, 1, -1, 63, 0x80000000, 0x7fffffff, 0x7f800000, 0xff800000, 0x7f800001, 0xffc00000};
        int pairs = 4 * PROBED;
        DeviceArrays arrays = DeviceArrays.on(device);
        IntArray in = arrays.ints(2 * pairs);
        for (int i = 0; i < pairs; i++) {
            boolean edge = i < edges.length * edges.length;
            in.set(2 * i, edge ? edges[i / edges.length] : random.nextInt());
            in.set(2 * i + 1, edge ? edges[i % edges.length] : random.nextInt());
        }
        IntArray p = arrays.ints(PassParameters.WORDS);
        p.init(0);
        IntArray out = arrays.ints(pairs * Probe.RESULTS);
        IntArray expected = new IntArray(pairs * Probe.RESULTS);
        Probe.arithmetic(in, expected, p, pairs);
        execute("Probe.arithmetic", p, grid(pairs), new Object[] {in, p}, new Object[] {out}, graph ->
                graph.task(PROBE, Probe::arithmetic, in, out, p, pairs));
        compare("Probe.arithmetic", "result", out, expected, pairs * Probe.RESULTS);

        int workItems = PROBED;
        int n = 2 * workItems;
        IntArray exchanged = arrays.ints(3 * n);
        IntArray expectedExchange = new IntArray(3 * n);
        for (int i = 0; i < n; i++) {
            int group = i / workItems * workItems;
            long next = 2L * in.get(group + (i + 1) % workItems);
            expectedExchange.set(3 * i, in.get(group + workItems - 1 - i % workItems));
            expectedExchange.set(3 * i + 1, (int) next);
            expectedExchange.set(3 * i + 2, (int) (next >>> 32));
        }
        KernelContext context = new KernelContext();
        execute("Probe.exchange", p, grid(n), new Object[] {in}, new Object[] {exchanged}, graph ->
                graph.task(PROBE, Probe::exchange, context, in, exchanged, workItems));
        compare("Probe.exchange", "number", exchanged, expectedExchange, 3 * n);
    }

    private static GridScheduler grid(int items) {
        WorkerGrid grid = new WorkerGrid1D(items);
        grid.setLocalWork(PROBED, 1, 1);
        return new GridScheduler(STEP + "." + PROBE, grid);
    }

    private boolean onGroups() {
        return policy.kernels() == Kernels.WORK_GROUP;
    }

    /** A kernel as it is found in the source. */
    private String name(String file, String kernel) {
        return (onGroups() ? "Group" : "Block") + file + "." + kernel;
    }

    /** Runs some tasks in one graph. */
    private void execute(
            String kernels, IntArray p, GridScheduler grids, Object[] in, Object[] out, Consumer<TaskGraph> tasks) {
        TaskGraph graph = new TaskGraph(STEP).transferToDevice(DataTransferMode.EVERY_EXECUTION, in);
        tasks.accept(graph);
        graph.transferToHost(DataTransferMode.EVERY_EXECUTION, out);
        try (TornadoExecutionPlan plan = new TornadoExecutionPlan(graph.snapshot())) {
            checkpoint.check(p);
            plan.withDevice(device.tornado());
            plan.withGridScheduler(grids);
            plan.execute();
        } catch (TornadoExecutionPlanException | RuntimeException | LinkageError e) {
            throw new WrongKernel(kernels + " cannot run: " + e);
        }
    }

    private static void compare(
            String kernels, String what, TornadoNativeArray found, TornadoNativeArray expected, int n) {
        for (int i = 0; i < n; i++) {
            long is = element(found, i);
            long shouldBe = element(expected, i);
            if (is != shouldBe) {
                throw new WrongKernel("%s: %s %d of %d is 0x%x, expected 0x%x".formatted(kernels, what, i, n, is, shouldBe));
            }
        }
    }

    private static long element(TornadoNativeArray array, int index) {
        return switch (array) {
            case IntArray ints -> Integer.toUnsignedLong(ints.get(index));
            case LongArray longs -> longs.get(index);
            default -> throw new IllegalArgumentException("an array of " + array.getClass());
        };
    }

    /** The kernels for keys of one shape. */
    private final class OfShape {
        private final PlanShape shape;
        private final int n;
        private final int blocks;
        private final RadixBuffers buffers;
        private final RadixTasks tasks;
        private final BlockReference reference;

        private OfShape(PlanShape shape) {
            this.shape = shape;
            // A part of a tile behind whole ones; where tiles are keys, enough that each of some cores' blocks has some.
            this.n = policy.tile() > 1 ? 2 * policy.tile() + 77 : 1234;
            DeviceArrays arrays = DeviceArrays.on(device);
            RadixBuffers room =
                    RadixBuffers.allocate(arrays, shape, policy, RadixGraphs.mostBlocks(device, policy), n);
            this.buffers = merges() ? room.withTiles(arrays, shape, n) : room;
            this.tasks = new RadixTasks(shape, policy, buffers);
            this.blocks = buffers.cut(n, policy);
            SortPolicy one = new SortPolicy(Kernels.BLOCK, policy.radixBits(), 1, 0, 0);
            RadixBuffers ofJvm = RadixBuffers.allocate(arrays, shape, one, 1, n);
            this.reference = new BlockReference(shape, ofJvm, policy.radix());
        }

        private void run() {
            DigitWindow lowest = new DigitWindow(0, policy.radixBits());
            DigitWindow highest = new DigitWindow(width() - policy.radixBits(), policy.radixBits());
            boolean integers = shape.kind() == OrderedBits.INTEGER;
            new Order(integers ? 1L << (width() - 1) : 0, -1, 0, false, false).writeTo(buffers.p());
            load(this::randomBits);
            survey(lowest);
            pass(lowest);
            pass(highest);
            if (shape.withValues()) {
                move();
            }
            if (!onGroups() && !shape.withValues()) {
                buckets(lowest, highest);
            }
            if (merges()) {
                merge();
            }
            check();
            if (!onGroups() && !shape.withValues() && integers) {
                fill(new DigitWindow(3, Math.min(8, policy.radixBits())));
            }
        }

        /** Random bits, some floats among them that are special; where they are compared as a whole, no NaNs. */
        private long randomBits(int index) {
            long random = new SplittableRandom(index).nextLong();
            long special = (long) SPECIAL[index / 8 % SPECIAL.length] << Integer.SIZE;
            if (shape.kind() == OrderedBits.INTEGER || index % 8 != 0 && shape.bytes() == Long.BYTES) {
                return random;
            }
            if (shape.kind() == OrderedBits.FLOAT && shape.bytes() == Long.BYTES) {
                return Double.doubleToRawLongBits(Float.intBitsToFloat((int) (special >>> Integer.SIZE)));
            }
            int bits = (int) ((index % 8 == 0 ? special : random) >>> Integer.SIZE);
            if (shape.bytes() == Long.BYTES) {
                return (long) bits << Integer.SIZE | Integer.toUnsignedLong((int) random);
            }
            boolean whole = shape.kind() == OrderedBits.FLOAT_WHOLE && Float.isNaN(Float.intBitsToFloat(bits));
            return whole ? bits & 0xff800000 : bits;
        }

        /** Puts keys into both first buffers, and their places beside them. */
        private void load(IntToLongFunction keys) {
            for (int i = 0; i < n; i++) {
                long key = keys.applyAsLong(i);
                if (wide()) {
                    ((LongArray) buffers.keys()[0]).set(i, key);
                } else {
                    ((IntArray) buffers.keys()[0]).set(i, (int) key);
                }
                if (shape.withValues()) {
                    buffers.values()[0].set(i, i);
                }
            }
            copy(buffers, 0, reference.buffers(), 0);
        }

        private void copy(RadixBuffers from, int source, RadixBuffers to, int target) {
            to.keys()[target].getSegment().copyFrom(from.keys()[source].getSegment());
            to.values()[target].getSegment().copyFrom(from.values()[source].getSegment());
        }

        /** Tells device and JVM by which bits to sort. */
        private void tell(DigitWindow window) {
            IntArray p = buffers.p();
            p.set(PassParameters.SHIFT, window.shift());
            p.set(PassParameters.MASK, window.mask());
            p.set(PassParameters.COUNTED, 0);
            reference.tell(p);
        }

        private void survey(DigitWindow window) {
            tell(window);
            Survey expected = reference.survey();
            GridScheduler grids = new GridScheduler();
            tasks.gridSurvey(grids, STEP, blocks);
            String kernel = onGroups() ? radix("upsweep") + " as survey" : name("Survey" + width(), "survey");
            boolean numbers = shape.payload() == Payload.INDICES;
            Object[] out = numbers ? new Object[] {buffers.words(), buffers.values()[0]} : new Object[] {buffers.words()};
            if (numbers) {
                buffers.values()[0].init(0);
            }
            execute(kernel, buffers.p(), grids, all(), out, tasks::addSurvey);
            Survey found = Survey.of(buffers.words(), blocks);
            if (!found.equals(expected)) {
                throw new WrongKernel(kernel + ": " + found + ", expected " + expected);
            }
            if (numbers) {
                compare(name("Values", "number"), "place", buffers.values()[0], reference.buffers().values()[0], n);
            }
        }

        private void pass(DigitWindow window) {
            tell(window);
            reference.pass();
            GridScheduler grids = new GridScheduler();
            tasks.gridPass(grids, STEP, blocks, window.mask() + 1);
            String kernels = radix("upsweep") + ", scan or downsweep";
            Object[] out = {buffers.keys()[1], buffers.values()[1], onGroups() ? buffers.totals() : buffers.counts()};
            execute(kernels, buffers.p(), grids, all(), out, graph -> tasks.addPass(graph, 0));
            for (int digit = 0; digit < window.mask(); digit++) {
                int expected = reference.buffers().counts().get(digit + 1) - reference.buffers().counts().get(digit);
                int found = onGroups()
                        ? buffers.totals().get(digit)
                        : buffers.counts().get(digit + 1) - buffers.counts().get(digit);
                if (found != expected) {
                    throw new WrongKernel("%s or %s: %d keys of digit %d, expected %d"
                            .formatted(radix("upsweep"), name("Scan", "scan"), found, digit, expected));
                }
            }
            compareBuffers(radix("downsweep"), 1);
        }

        private void move() {
            tell(new DigitWindow(0, 1));
            copy(reference.buffers(), 1, buffers, 1);
            copy(reference.buffers(), 1, reference.buffers(), 0);
            GridScheduler grids = new GridScheduler();
            tasks.gridHome(grids, STEP, 1, blocks);
            String kernel = name("Move", "move" + width());
            Object[] out = {buffers.keys()[0], buffers.values()[0]};
            execute(kernel, buffers.p(), grids, all(), out, graph -> tasks.addHome(graph, 1));
            compareBuffers(kernel, 0);
        }

        private void buckets(DigitWindow below, DigitWindow above) {
            buffers.p().set(PassParameters.PASSES_BELOW, 1);
            buffers.p().set(PassParameters.WINDOWS_BELOW, below.shift());
            buffers.p().set(PassParameters.WINDOWS_BELOW + 1, below.mask());
            tell(above);
            reference.pass();
            copy(reference.buffers(), 1, buffers, 1);
            for (int digit = 0; digit < policy.radix(); digit++) {
                buffers.counts().set(digit, reference.buffers().counts().get(digit));
            }
            reference.buckets();
            GridScheduler grids = new GridScheduler();
            tasks.gridBuckets(grids, STEP);
            String kernel = name("Buckets" + width(), "sort");
            execute(kernel, buffers.p(), grids, all(), new Object[] {buffers.keys()[0]}, tasks::addBuckets);
            compareBuffers(kernel, 0);
        }

        private void fill(DigitWindow window) {
            long constant = 0x0123456789abcdefL & ~window.bitMask();
            long flip = 1L << (width() - 1);
            load(i -> (constant | (randomBits(i) & window.bitMask())) ^ flip);
            buffers.p().set(PassParameters.CONSTANT, (int) constant);
            buffers.p().set(PassParameters.CONSTANT_HIGH, (int) (constant >>> 32));
            tell(window);
            reference.fill();
            GridScheduler grids = new GridScheduler();
            tasks.gridFill(grids, STEP);
            String kernel = name("Fill", "fill" + width());
            execute(kernel, buffers.p(), grids, all(), new Object[] {buffers.keys()[0]}, tasks::addFill);
            compareBuffers(kernel, 0);
        }

        private boolean merges() {
            return onGroups() && !wide();
        }

        private void merge() {
            load(this::randomBits);
            sortReference();
            RadixBuffers.Tiles tiles = buffers.tiles();
            GridScheduler grids = new GridScheduler();
            tasks.gridMerge(grids, STEP, n);
            Object[] in = {
                buffers.keys()[0], buffers.values()[0], tiles.words(), tiles.keys(), tiles.values(), buffers.p()
            };
            Object[] out = {buffers.keys()[0], buffers.values()[0]};
            String kernels = name("Merge", "sortTiles") + " or mergeTiles";
            execute(kernels, buffers.p(), grids, in, out, tasks::addMerge);
            compareBuffers(kernels, 0);
        }

        /** Sorts what the JVM has in its first buffer. */
        private void sortReference() {
            for (DigitWindow window : DigitWindow.over(-1L >>> (Long.SIZE - width()), policy.radixBits())) {
                tell(window);
                reference.pass();
                copy(reference.buffers(), 1, reference.buffers(), 0);
            }
        }

        /** Sorted keys, of which two in the first block are not. */
        private void check() {
            load(this::randomBits);
            sortReference();
            copy(reference.buffers(), 0, buffers, 0);
            int wrong = exchangeTwo(buffers.keys()[0]) / buffers.p().get(PassParameters.SPAN);
            copy(buffers, 0, reference.buffers(), 0);
            reference.check();
            GridScheduler grids = new GridScheduler();
            tasks.gridChecksum(grids, STEP, blocks);
            tasks.gridOrder(grids, STEP, blocks);
            String kernel = name("Check" + width(), "checksum");
            execute(kernel, buffers.p(), grids, all(), new Object[] {buffers.checks()}, graph -> {
                tasks.addChecksum(graph, 0);
                tasks.addOrder(graph, 0);
            });
            Fingerprint expected = Fingerprint.of(reference.buffers().checks(), 1, wide());
            Fingerprint found = Fingerprint.of(buffers.checks(), blocks, wide());
            if (!found.equals(expected)) {
                throw new WrongKernel(kernel + ": " + found + ", expected " + expected);
            }
            int descending = Fingerprint.firstDescending(buffers.checks(), blocks);
            if (descending != wrong) {
                throw new WrongKernel("%s: the first of %d blocks with a key out of order is %d, expected %d"
                        .formatted(name("Check" + width(), "order"), blocks, descending, wrong));
            }
        }

        /** Exchanges the first two neighbours of different bits; returns where the second one is. */
        private int exchangeTwo(TornadoNativeArray keys) {
            int second = 1;
            while (element(keys, second) == element(keys, second - 1)) {
                second++;
            }
            MemorySegment bytes = keys.getSegment();
            long width = shape.bytes();
            byte[] first = bytes.asSlice((second - 1) * width, width).toArray(ValueLayout.JAVA_BYTE);
            MemorySegment.copy(bytes, second * width, bytes, (second - 1) * width, width);
            MemorySegment.copy(MemorySegment.ofArray(first), 0, bytes, second * width, width);
            return second;
        }

        private void compareBuffers(String kernel, int buffer) {
            compare(kernel, "key", buffers.keys()[buffer], reference.keys(buffer), n);
            if (shape.withValues()) {
                compare(kernel, "value", buffers.values()[buffer], reference.buffers().values()[buffer], n);
            }
        }

        private boolean wide() {
            return shape.bytes() == Long.BYTES;
        }

        private int width() {
            return shape.bytes() * Byte.SIZE;
        }

        private String radix(String kernel) {
            return name("Radix" + width(), kernel);
        }

        private Object[] all() {
            return new Object[] {
                buffers.keys()[0], buffers.keys()[1], buffers.values()[0], buffers.values()[1], buffers.counts(),
                buffers.totals(), buffers.words(), buffers.checks(), buffers.p()
            };
        }
    }
}
