package io.github.tornadosort.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static uk.ac.manchester.tornado.api.enums.DataTransferMode.EVERY_EXECUTION;
import static uk.ac.manchester.tornado.api.enums.DataTransferMode.FIRST_EXECUTION;

import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.WorkerGrid;
import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.common.TornadoDevice;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task1;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task2;
import uk.ac.manchester.tornado.api.types.arrays.ByteArray;
import uk.ac.manchester.tornado.api.types.arrays.CharArray;
import uk.ac.manchester.tornado.api.types.arrays.DoubleArray;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.ShortArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** Tests that kernels of many forms compute the same as plain Java on both devices. */
class KernelsTest {
    private static final int N = 10_000;

    static java.util.List<TornadoDevice> devices() {
        return Plans.devices();
    }

    private static TaskGraph graph(Object... inputs) {
        return new TaskGraph("g").transferToDevice(EVERY_EXECUTION, inputs);
    }

    static int[] random(int n) {
        return new SplittableRandom(n).ints(n).toArray();
    }

    // ---- parallel loops

    static void strided(IntArray out, int from, int to) {
        for (@Parallel int i = from; i <= to; i += 3) {
            if (i == 8) {
                continue;
            }
            out.set(i, i);
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void loopsWithAnyStartStepAndInclusiveBound(TornadoDevice device) {
        for (int to : new int[] {-1, 4, 5, 6, 7, 8, 99, 100, 101}) {
            IntArray out = new IntArray(102);
            Plans.run(device, graph(out).task("t", KernelsTest::strided, out, 5, to).transferToHost(EVERY_EXECUTION, out));
            int[] expected = new int[102];
            for (int i = 5; i <= to; i += 3) {
                expected[i] = i == 8 ? 0 : i;
            }
            assertThat(out.toHeapArray()).as("to %d", to).isEqualTo(expected);
        }
    }

    static void matrix(IntArray out, int rows, int columns) {
        for (@Parallel int row = 0; row < rows; row++) {
            for (@Parallel int column = 0; column < columns; column++) {
                out.set(row * columns + column, row * 1000 + column);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void nestedParallelLoops(TornadoDevice device) {
        IntArray out = new IntArray(70 * 30);
        Plans.run(device, graph().task("t", KernelsTest::matrix, out, 70, 30).transferToHost(EVERY_EXECUTION, out));
        assertThat(out.toHeapArray())
                .isEqualTo(IntStream.range(0, 70 * 30)
                        .map(i -> i / 30 * 1000 + i % 30)
                        .toArray());
    }

    static int digit(IntArray keys, int index, int mask) {
        return keys.get(index) & mask;
    }

    private static void count(int[] counts, int digit) {
        counts[digit]++;
    }

    static void histogram(IntArray keys, IntArray counts, IntArray parameters, Integer blocks) {
        for (@Parallel int block = 0; block < blocks; block++) {
            int n = parameters.get(0);
            int mask = parameters.get(1);
            int[] mine = new int[256];
            for (int i = 0; i < mine.length; i++) {
                mine[i] = 0;
            }
            int per = (n + blocks - 1) / blocks;
            int end = Math.min(n, (block + 1) * per);
            for (int i = block * per; i < end; i++) {
                count(mine, digit(keys, i, mask));
            }
            for (int i = 0; i < 256; i++) {
                counts.set(block * 256 + i, mine[i]);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void privateArraysAndHelperMethods(TornadoDevice device) {
        int[] keys = random(N);
        IntArray source = IntArray.fromArray(keys);
        int blocks = 7;
        IntArray counts = new IntArray(blocks * 256);
        IntArray parameters = IntArray.fromElements(N, 255);
        Plans.run(device, new TaskGraph("g").transferToDevice(FIRST_EXECUTION, source, parameters)
                .task("t", KernelsTest::histogram, source, counts, parameters, blocks)
                .transferToHost(EVERY_EXECUTION, counts));
        int[] total = new int[256];
        for (int i = 0; i < counts.getSize(); i++) {
            total[i % 256] += counts.get(i);
        }
        int[] expected = new int[256];
        for (int key : keys) {
            expected[key & 255]++;
        }
        assertThat(total).isEqualTo(expected);
    }

    /** A class of helper methods, with a name that rewritten kernels might have. */
    private static final class Kernel {
        static int twice(int i) {
            return 2 * i;
        }
    }

    static void even(IntArray out) {
        for (@Parallel int i = 0; i < out.getSize(); i++) {
            out.set(i, Kernel.twice(i));
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void helperMethodsMayBeInANestedClass(TornadoDevice device) {
        IntArray out = new IntArray(3);
        Plans.run(device, new TaskGraph("g").task("t", KernelsTest::even, out).transferToHost(EVERY_EXECUTION, out));
        assertThat(out.toHeapArray()).containsExactly(0, 2, 4);
    }

    static void sequential(IntArray in, IntArray out) {
        int sum = 0;
        for (int i = 0; i < in.getSize(); i++) {
            sum += in.get(i);
            out.set(i, sum);
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void kernelsWithoutParallelLoopRunOnce(TornadoDevice device) {
        int[] in = random(1000);
        IntArray source = IntArray.fromArray(in);
        IntArray out = new IntArray(1000);
        Plans.run(device,
                graph(source).task("t", KernelsTest::sequential, source, out).transferToHost(EVERY_EXECUTION, out));
        int[] expected = in.clone();
        Arrays.parallelPrefix(expected, Integer::sum);
        assertThat(out.toHeapArray()).isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("devices")
    void lambdasAsKernels(TornadoDevice device) {
        IntArray out = new IntArray(100);
        Plans.run(device,
                new TaskGraph("g")
                        .task(
                                "t",
                                (IntArray a, Integer factor) -> {
                                    for (@Parallel int i = 0; i < a.getSize(); i++) {
                                        a.set(i, i * factor);
                                    }
                                },
                                out,
                                7)
                        .transferToHost(EVERY_EXECUTION, out));
        assertThat(out.toHeapArray())
                .isEqualTo(IntStream.range(0, 100).map(i -> 7 * i).toArray());
    }

    static void everyType(
            ByteArray bytes,
            ShortArray shorts,
            CharArray chars,
            LongArray longs,
            FloatArray floats,
            DoubleArray doubles,
            byte b,
            long l,
            float f,
            double d,
            boolean flip,
            char c) {
        for (@Parallel int i = 0; i < bytes.getSize(); i++) {
            bytes.set(i, (byte) (bytes.get(i) + b));
            shorts.set(i, (short) (shorts.get(i) - 300));
            chars.set(i, (char) (chars.get(i) + c));
            longs.set(i, flip ? ~longs.get(i) : longs.get(i) + l);
            floats.set(i, -floats.get(i) * f);
            doubles.set(i, doubles.get(i) / d);
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void arraysAndScalarsOfEveryType(TornadoDevice device) {
        ByteArray bytes = ByteArray.fromElements((byte) 127, (byte) -1);
        ShortArray shorts = ShortArray.fromElements((short) -32768, (short) 5);
        CharArray chars = CharArray.fromElements('\uffff', 'a');
        LongArray longs = LongArray.fromElements(Long.MIN_VALUE, 1L << 40);
        FloatArray floats = FloatArray.fromElements(0f, 2.5f);
        DoubleArray doubles = DoubleArray.fromElements(-0.0, 1e300);
        Object[] arrays = {bytes, shorts, chars, longs, floats, doubles};
        Plans.run(device, graph(arrays)
                .task("t", KernelsTest::everyType, bytes, shorts, chars, longs, floats, doubles, (byte) 2, 1L, 2f, 4d, true,
                        (char) 1)
                .transferToHost(EVERY_EXECUTION, arrays));
        assertThat(bytes.toHeapArray()).containsExactly(-127, 1);
        assertThat(shorts.toHeapArray()).containsExactly(32468, -295);
        assertThat(chars.toHeapArray()).containsExactly('\0', 'b');
        assertThat(longs.toHeapArray()).containsExactly(Long.MAX_VALUE, ~(1L << 40));
        assertThat(floats.toHeapArray()).containsExactly(-0f, -5f);
        assertThat(doubles.toHeapArray()).containsExactly(-0.0, 2.5e299);
    }

    // ---- work-groups

    static void indices(KernelContext context, IntArray out) {
        int at = context.globalIdx * 5;
        out.set(at, context.globalIdx);
        out.set(at + 1, context.groupIdx);
        out.set(at + 2, context.localIdx);
        out.set(at + 3, context.globalGroupSizeX * 1000 + context.localGroupSizeX);
        out.set(at + 4, context.localIdy + context.groupIdz + 10 * context.localGroupSizeY);
    }

    @ParameterizedTest
    @MethodSource("devices")
    void indicesOfWorkItems(TornadoDevice device) {
        IntArray out = new IntArray(5 * 12);
        Plans.run(device, graph().task("t", KernelsTest::indices, new KernelContext(), out)
                .transferToHost(EVERY_EXECUTION, out), 12, 4);
        assertThat(out.toHeapArray())
                .isEqualTo(IntStream.range(0, 12)
                        .flatMap(i -> IntStream.of(i, i / 4, i % 4, 12_004, 10))
                        .toArray());
    }

    /** Variables of every type are live at barriers. Some share a slot with a variable of another type. */
    static void scan(KernelContext context, IntArray in, LongArray out, int groupSize) {
        int[] sums = context.allocateIntLocalArray(groupSize);
        double[] echo = context.allocateDoubleLocalArray(groupSize);
        int item = context.localIdx;
        long wide = in.get(context.globalIdx) * 4L;
        float narrow = item;
        double real = item + 0.5;
        {
            int value = in.get(context.globalIdx);
            sums[item] = value;
            echo[item] = value;
            context.localBarrier();
            sums[item] = value + 1 - 1;
        }
        int[] mine = new int[2];
        mine[0] = item;
        context.localBarrier();
        for (int offset = 1; offset < groupSize; offset <<= 1) {
            int before = 0;
            if (item >= offset) {
                before = sums[item - offset];
            }
            context.localBarrier();
            sums[item] += before;
            context.localBarrier();
        }
        long check = (long) (narrow + real) - 2L * mine[0];
        long same = (long) echo[groupSize - 1 - item];
        out.set(context.globalIdx, sums[item] + wide + check + same);
    }

    @ParameterizedTest
    @MethodSource("devices")
    void workGroupsScanWithBarriers(TornadoDevice device) {
        for (int size : new int[] {1, 2, 7, 64, 256, 1024}) {
            int n = 5 * size;
            int[] in = Arrays.stream(random(n)).map(x -> x & 0xFFFF).toArray();
            IntArray source = IntArray.fromArray(in);
            LongArray out = new LongArray(n);
            Plans.run(device, graph(source).task("t", KernelsTest::scan, new KernelContext(), source, out, size)
                    .transferToHost(EVERY_EXECUTION, out), n, size);
            long[] expected = new long[n];
            for (int i = 0; i < n; i++) {
                int group = i / size * size;
                long sum = 0;
                for (int j = group; j <= i; j++) {
                    sum += in[j];
                }
                expected[i] = sum + 4L * in[i] + in[group + size - 1 - i % size];
            }
            assertThat(out.toHeapArray()).as("groups of %d", size).isEqualTo(expected);
        }
    }

    static int globalIndex(KernelContext context) {
        return context.groupIdx * context.localGroupSizeX + context.localIdx;
    }

    static void throughHelper(KernelContext context, IntArray out) {
        out.set(globalIndex(context), globalIndex(context));
    }

    @ParameterizedTest
    @MethodSource("devices")
    void helperMethodsWithAContext(TornadoDevice device) {
        IntArray out = new IntArray(64);
        Plans.run(device, graph().task("t", KernelsTest::throughHelper, new KernelContext(), out)
                .transferToHost(EVERY_EXECUTION, out), 64, 16);
        assertThat(out.toHeapArray()).isEqualTo(IntStream.range(0, 64).toArray());
    }

    /** The items of a group exchange values through global memory. */
    static void rotates(KernelContext context, IntArray values) {
        int item = context.localIdx;
        int size = context.localGroupSizeX;
        int first = context.globalIdx - item;
        for (int round = 0; round < 3; round++) {
            int next = values.get(first + (item + 1) % size);
            context.globalBarrier();
            values.set(context.globalIdx, next);
            context.globalBarrier();
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void globalBarriersOrderGlobalMemory(TornadoDevice device) {
        IntArray values = IntArray.fromArray(IntStream.range(0, 32).toArray());
        Plans.run(device, graph(values).task("t", KernelsTest::rotates, new KernelContext(), values)
                .transferToHost(EVERY_EXECUTION, values), 32, 8);
        assertThat(values.toHeapArray())
                .isEqualTo(IntStream.range(0, 32).map(i -> i / 8 * 8 + (i + 3) % 8).toArray());
    }

    static void scalars(KernelContext context, DoubleArray out, int i, long l, float f, double d, int left) {
        double sum = 0;
        while (left > 0) {
            sum = sum + i + l + f + d;
            left = left - 1;
            context.localBarrier();
        }
        out.set(context.globalIdx, sum);
    }

    /** A kernel is compiled once for all values of its scalars. */
    @ParameterizedTest
    @MethodSource("devices")
    void oneKernelWithManyScalars(TornadoDevice device) {
        for (int i = 0; i < 20; i++) {
            long l = (1L << 40) + i;
            DoubleArray out = new DoubleArray(8);
            TaskGraph graph = new TaskGraph("g")
                    .task("t", KernelsTest::scalars, new KernelContext(), out, i, l, 0.5f + i, 0.25 + i, 3)
                    .transferToHost(EVERY_EXECUTION, out);
            Plans.run(device, graph, 8, 4);
            double expected = 3 * (i + l + (0.5 + i) + (0.25 + i));
            assertThat(out.toHeapArray()).as("i = %d", i).containsOnly(expected);
        }
    }

    /** All kinds of control flow around barriers, arrays of two types that share a slot, and swapped array variables. */
    static void everyStatement(KernelContext context, IntArray in, LongArray out, int rounds) {
        int item = context.localIdx;
        int size = context.localGroupSizeX;
        long total = 0;
        boolean odd = false;
        for (int round = 0; round < rounds; round++) {
            switch (round % 3) {
                case 0 -> {
                    int[] source = context.allocateIntLocalArray(64);
                    int[] target = context.allocateIntLocalArray(64);
                    source[item] = in.get(context.globalIdx);
                    context.localBarrier();
                    for (int distance = 1; distance < size; distance *= 2) {
                        target[item] = source[item] + (item >= distance ? source[item - distance] : 0);
                        context.localBarrier();
                        int[] swap = source;
                        source = target;
                        target = swap;
                    }
                    total += source[item];
                    context.localBarrier();
                }
                case 1 -> {
                    long[] wide = context.allocateLongLocalArray(64);
                    wide[item] = item;
                    context.localBarrier();
                    long other = wide[size - 1 - item];
                    context.localBarrier();
                    total += other * 1000L;
                }
                default -> {
                    byte[] none = null;
                    do {
                        odd = !odd;
                        context.localBarrier();
                        if (odd) {
                            continue;
                        }
                        total += none == null ? 1 : 0;
                    } while (odd);
                }
            }
        }
        short narrow = (short) total;
        context.localBarrier();
        char letter = odd ? 'y' : 'n';
        out.set(context.globalIdx, total * 10 + (letter == 'n' ? 1 : 2) + (narrow == (short) total ? 0 : 5));
    }

    @ParameterizedTest
    @MethodSource("devices")
    void everyStatementAroundBarriers(TornadoDevice device) {
        int size = 8;
        int groups = 3;
        int[] in = Arrays.stream(random(size * groups)).map(x -> x & 0xFF).toArray();
        IntArray source = IntArray.fromArray(in);
        LongArray out = new LongArray(in.length);
        Plans.run(device, graph(source).task("t", KernelsTest::everyStatement, new KernelContext(), source, out, 7)
                .transferToHost(EVERY_EXECUTION, out), in.length, size);
        long[] expected = new long[in.length];
        for (int i = 0; i < in.length; i++) {
            int sum = 0;
            for (int j = i / size * size; j <= i; j++) {
                sum += in[j];
            }
            // Of the seven rounds, three add sums, two add mirrored indices, and two add one.
            expected[i] = 10 * (3L * sum + 2000L * (size - 1 - i % size) + 2) + 1;
        }
        assertThat(out.toHeapArray()).isEqualTo(expected);
    }

    /** After the barrier, the first access to the counter is an increment instruction. */
    static void counts(KernelContext context, IntArray out, int rounds) {
        int round = 0;
        while (true) {
            context.localBarrier();
            round++;
            if (round >= rounds) {
                break;
            }
        }
        out.set(context.globalIdx, round + context.localGroupSizeX);
    }

    @ParameterizedTest
    @MethodSource("devices")
    void gridsThatChangeBetweenExecutions(TornadoDevice device) throws Exception {
        IntArray out = new IntArray(64);
        WorkerGrid grid = Plans.grid(64, 16);
        TaskGraph graph = new TaskGraph("g")
                .task("t", KernelsTest::counts, new KernelContext(), out, 5)
                .transferToHost(EVERY_EXECUTION, out);
        try (TornadoExecutionPlan plan = new TornadoExecutionPlan(graph.snapshot())) {
            plan.withDevice(device).withGridScheduler(new GridScheduler("g.t", grid));
            for (int size : new int[] {16, 4, 64, 1, 16}) {
                grid.setGlobalWork(64, 1, 1);
                grid.setLocalWork(size, 1, 1);
                plan.execute();
                assertThat(out.toHeapArray()).as("groups of %d", size).containsOnly(5 + size);
            }
            out.clear();
            grid.setGlobalWork(32, 1, 1);
            grid.setLocalWork(8, 1, 1);
            plan.execute();
            assertThat(out.get(31)).isEqualTo(13);
            assertThat(out.get(32)).isNotEqualTo(13);
        }
    }

    // ---- arrays whose type differs from the type of the parameter

    static void flipSigns(IntArray bits) {
        for (@Parallel int i = 0; i < bits.getSize(); i++) {
            bits.set(i, bits.get(i) ^ Integer.MIN_VALUE);
        }
    }

    static void flipWideSigns(KernelContext context, LongArray bits) {
        int i = context.globalIdx;
        bits.set(i, bits.get(i) ^ Long.MIN_VALUE);
    }

    /** The unchecked cast lets the caller pass an array of another type. */
    @SuppressWarnings("unchecked")
    static <A> TaskGraph taskOn(TornadoNativeArray array, Task1<A> kernel) {
        return new TaskGraph("g").transferToDevice(EVERY_EXECUTION, array).task("t", kernel, (A) array);
    }

    @SuppressWarnings("unchecked")
    static <A> TaskGraph taskOn(TornadoNativeArray array, Task2<KernelContext, A> kernel) {
        return new TaskGraph("g")
                .transferToDevice(EVERY_EXECUTION, array)
                .task("t", kernel, new KernelContext(), (A) array);
    }

    @ParameterizedTest
    @MethodSource("devices")
    void arrayOfAnotherTypeWithTheSameWidth(TornadoDevice device) {
        FloatArray floats = FloatArray.fromElements(1.5f, -0.0f, Float.NaN);
        Plans.run(device,
                KernelsTest.<IntArray>taskOn(floats, KernelsTest::flipSigns).transferToHost(EVERY_EXECUTION, floats));
        assertThat(floats.getSegment().toArray(ValueLayout.JAVA_INT)).containsExactly(0xbfc00000, 0, 0xffc00000);

        DoubleArray doubles = DoubleArray.fromElements(1.5, -0.0);
        Plans.run(device,
                KernelsTest.<LongArray>taskOn(doubles, KernelsTest::flipWideSigns)
                        .transferToHost(EVERY_EXECUTION, doubles),
                2,
                2);
        assertThat(doubles.toHeapArray()).containsExactly(-1.5, 0.0);
    }

    @ParameterizedTest
    @MethodSource("devices")
    void arrayOfAnotherWidthIsRefused(TornadoDevice device) {
        TaskGraph graph = KernelsTest.<IntArray>taskOn(new ShortArray(4), KernelsTest::flipSigns);

        assertThatThrownBy(() -> Plans.run(device, graph))
                .hasMessageContaining("kernel KernelsTest.flipSigns: parameter 1 of type IntArray got ShortArray(4)");
    }
}
