package io.github.tornadosort.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static uk.ac.manchester.tornado.api.enums.DataTransferMode.EVERY_EXECUTION;

import io.github.tornadosort.testing.PrintedTables;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task2;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task3;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.jvm.Schedule;

/**
 * Kernels with one planted race each, between lines that end in {@code // race}: found whatever the schedule, and both
 * lines named.
 */
@ExtendWith(PrintedTables.class)
class RacesTest {

    private static final int GROUP = 8;
    private static final int N = 4 * GROUP;

    private final IntArray in = new IntArray(N);
    private final IntArray out = new IntArray(N);

    private void assertGroupRace(String kernel, Task3<KernelContext, IntArray, IntArray> code, String... parts) {
        assertRace(
                kernel,
                graph().task("t", code, new KernelContext(), in, out),
                Stream.of("work-item ", " of group ", " (global "),
                parts);
    }

    private void assertLoopRace(String kernel, Task2<IntArray, IntArray> code, String... parts) {
        assertRace(
                kernel,
                graph().task("t", code, in, out),
                Stream.of(", which iteration ", ", and iterations are in no order"),
                parts);
    }

    private void assertRace(String kernel, TaskGraph graph, Stream<String> always, String... parts) {
        String[] all = Stream.of(Stream.of("race: "), always, Arrays.stream(parts))
                .flatMap(part -> part)
                .toArray(String[]::new);
        PlantedDefects.assertRace(RacesTest.class, kernel, () -> Plans.run(Plans.CHECKED, graph, N, GROUP), all);
    }

    private TaskGraph graph() {
        return new TaskGraph("g").transferToDevice(EVERY_EXECUTION, in, out);
    }

    // ---- local memory of a group

    static void twoWriters(KernelContext context, IntArray in, IntArray out) {
        int[] local = context.allocateIntLocalArray(GROUP);
        int item = context.localIdx;
        local[item] = in.get(context.globalIdx); // race
        if (item == 3) {
            local[4] = 7; // race
        }
        out.set(context.globalIdx, item);
    }

    @Test
    void twoItemsWriteOneElement() {
        assertGroupRace(
                "twoWriters",
                RacesTest::twoWriters,
                "writes the local array of RacesTest.twoWriters(",
                ")[4], which work-item ",
                ", and there is no localBarrier between");
    }

    static void barrierTooEarly(KernelContext context, IntArray in, IntArray out) {
        int[] local = context.allocateIntLocalArray(GROUP);
        int item = context.localIdx;
        local[item] = 0;
        context.localBarrier();
        local[item] = in.get(context.globalIdx); // race
        out.set(context.globalIdx, local[GROUP - 1 - item]); // race
    }

    @Test
    void barrierBeforeTheWriteInsteadOfBehindIt() {
        assertGroupRace("barrierTooEarly", RacesTest::barrierTooEarly, "no localBarrier between");
    }

    /** A scan in place: what an item adds to, its right neighbour may read before or after. */
    static void scanInPlace(KernelContext context, IntArray in, IntArray out) {
        int[] sums = context.allocateIntLocalArray(GROUP);
        int item = context.localIdx;
        sums[item] = in.get(context.globalIdx);
        for (int distance = 1; distance < GROUP; distance *= 2) {
            context.localBarrier();
            int before = item >= distance ? sums[item - distance] : 0; // race
            sums[item] = before + item; // race
        }
        out.set(context.globalIdx, sums[item]);
    }

    @Test
    void readsAndThenWritesWithoutBarrier() {
        assertGroupRace("scanInPlace", RacesTest::scanInPlace, "no localBarrier between");
    }

    /** The next tile overwrites what other items still read of this one. */
    static void noBarrierAtTheEndOfTheLoop(KernelContext context, IntArray in, IntArray out) {
        int[] tile = context.allocateIntLocalArray(GROUP);
        int item = context.localIdx;
        int sum = 0;
        for (int begin = 0; begin < N; begin += GROUP) {
            tile[item] = in.get(begin + item); // race
            context.localBarrier();
            sum += tile[(item + 1) % GROUP]; // race
        }
        out.set(context.globalIdx, sum);
    }

    @Test
    void nextRoundWithoutBarrier() {
        assertGroupRace(
                "noBarrierAtTheEndOfTheLoop", RacesTest::noBarrierAtTheEndOfTheLoop, "no localBarrier between");
    }

    /** A barrier in every second round is one too few. */
    static void barrierInEverySecondRound(KernelContext context, IntArray in, IntArray out) {
        int[] local = context.allocateIntLocalArray(GROUP);
        int item = context.localIdx;
        int sum = 0;
        local[item] = in.get(context.globalIdx);
        context.localBarrier();
        for (int round = 0; round < 4; round++) {
            sum += local[(item + 1) % GROUP]; // race
            if (round % 2 == 0) {
                context.localBarrier();
            }
            local[item] = sum; // race
        }
        out.set(context.globalIdx, sum);
    }

    @Test
    void barrierOfTheWrongRound() {
        assertGroupRace("barrierInEverySecondRound", RacesTest::barrierInEverySecondRound, "no localBarrier between");
    }

    /** Right on devices whose warps of 32 run in step, and nowhere else. */
    static void reduceWithinAWarp(KernelContext context, IntArray in, IntArray out) {
        int[] sums = context.allocateIntLocalArray(GROUP);
        int item = context.localIdx;
        sums[item] = in.get(context.globalIdx);
        context.localBarrier();
        for (int half = GROUP / 2; half > 0; half = half / 2) {
            if (item < half) {
                sums[item] = sums[item] + sums[item + half]; // race
            }
        }
        if (item == 0) {
            out.set(context.groupIdx, sums[0]);
        }
    }

    @Test
    void reductionThatCountsOnWarps() {
        assertGroupRace("reduceWithinAWarp", RacesTest::reduceWithinAWarp, "no localBarrier between");
    }

    static void histogram(KernelContext context, IntArray in, IntArray out) {
        int[] counts = context.allocateIntLocalArray(2);
        int item = context.localIdx;
        if (item < 2) {
            counts[item] = 0;
        }
        context.localBarrier();
        counts[in.get(context.globalIdx) & 1]++; // race
        context.localBarrier();
        out.set(context.globalIdx, counts[item & 1]);
    }

    @Test
    void countersWithoutAtomics() {
        assertGroupRace("histogram", RacesTest::histogram, "no localBarrier between");
    }

    /** All write the same value, which C, OpenCL and CUDA still do not define. */
    static void flag(KernelContext context, IntArray in, IntArray out) {
        int[] found = context.allocateIntLocalArray(1);
        if (in.get(context.globalIdx) == 0) {
            found[0] = 1; // race
        }
        context.localBarrier();
        out.set(context.globalIdx, found[0]);
    }

    @Test
    void flagSetByAll() {
        assertGroupRace("flag", RacesTest::flag, "writes the local array of", "[0], which work-item ");
    }

    static void tooWide(KernelContext context, IntArray in, IntArray out) {
        int[] local = context.allocateIntLocalArray(2 * GROUP + 1);
        int item = context.localIdx;
        local[2 * item] = in.get(context.globalIdx); // race
        local[2 * item + 1] = 1;
        local[2 * item + 2] = 2; // race
        context.localBarrier();
        out.set(context.globalIdx, local[item]);
    }

    @Test
    void oneElementTooMany() {
        assertGroupRace("tooWide", RacesTest::tooWide, "no localBarrier between");
    }

    /** OpenCL's barrier(CLK_GLOBAL_MEM_FENCE) orders no local memory. */
    static void globalBarrierForLocal(KernelContext context, IntArray in, IntArray out) {
        int[] local = context.allocateIntLocalArray(GROUP);
        int item = context.localIdx;
        local[item] = in.get(context.globalIdx); // race
        context.globalBarrier();
        out.set(context.globalIdx, local[GROUP - 1 - item]); // race
    }

    @Test
    void globalBarrierWhereALocalOneIsNeeded() {
        assertGroupRace("globalBarrierForLocal", RacesTest::globalBarrierForLocal, "no localBarrier between");
    }

    /** The source and the target change places, but one item's names do not. */
    static void forgottenSwap(KernelContext context, IntArray in, IntArray out) {
        int[] source = context.allocateIntLocalArray(GROUP);
        int[] target = context.allocateIntLocalArray(GROUP);
        int item = context.localIdx;
        source[item] = in.get(context.globalIdx);
        target[item] = 0;
        for (int distance = 1; distance < GROUP; distance *= 2) {
            context.localBarrier();
            target[item] = source[item] + (item >= distance ? source[item - distance] : 0); // race
            if (item != 5) {
                int[] swap = source;
                source = target;
                target = swap;
            }
        }
        context.localBarrier();
        out.set(context.globalIdx, source[item]);
    }

    @Test
    void buffersThatOneItemDoesNotSwap() {
        assertGroupRace("forgottenSwap", RacesTest::forgottenSwap, "no localBarrier between");
    }

    // ---- global memory of a group

    static void globalWithoutBarrier(KernelContext context, IntArray in, IntArray out) {
        int item = context.localIdx;
        int first = context.globalIdx - item;
        out.set(context.globalIdx, in.get(context.globalIdx)); // race
        in.set(context.globalIdx, out.get(first + (item + 1) % GROUP)); // race
    }

    @Test
    void neighboursThroughGlobalMemory() {
        assertGroupRace("globalWithoutBarrier", RacesTest::globalWithoutBarrier, " out[", "no globalBarrier between");
    }

    /** OpenCL's barrier(CLK_LOCAL_MEM_FENCE) orders no global memory. */
    static void localBarrierForGlobal(KernelContext context, IntArray in, IntArray out) {
        int item = context.localIdx;
        int first = context.globalIdx - item;
        out.set(context.globalIdx, in.get(context.globalIdx)); // race
        context.localBarrier();
        in.set(context.globalIdx, out.get(first + (item + 1) % GROUP)); // race
    }

    @Test
    void localBarrierWhereAGlobalOneIsNeeded() {
        assertGroupRace("localBarrierForGlobal", RacesTest::localBarrierForGlobal, " out[", "no globalBarrier between");
    }

    // ---- groups of a launch

    /** A group's last item writes the next group's first element, too. */
    static void beyondTheBlock(KernelContext context, IntArray in, IntArray out) {
        int begin = context.groupIdx * GROUP;
        int end = Math.min(begin + GROUP, N - 1);
        for (int i = begin + context.localIdx; i <= end; i += GROUP) {
            out.set(i, in.get(i)); // race
        }
    }

    @Test
    void blocksThatOverlapByOne() {
        assertGroupRace("beyondTheBlock", RacesTest::beyondTheBlock, "writes out[", "and groups are in no order");
    }

    /** Decoupled look-back: no order among groups, and no promise that the one before gets anywhere. */
    static void lookBack(KernelContext context, IntArray in, IntArray out) {
        int group = context.groupIdx;
        if (context.localIdx == 0) {
            int before = group == 0 ? 0 : out.get(group - 1); // race
            out.set(group, before + in.get(group)); // race
        }
    }

    @Test
    void sumsFromTheGroupBefore() {
        assertGroupRace("lookBack", RacesTest::lookBack, "and groups are in no order");
    }

    /** A barrier is the group's, not the launch's. */
    static void globalBarrierForAll(KernelContext context, IntArray in, IntArray out) {
        out.set(context.globalIdx, in.get(context.globalIdx)); // race
        context.globalBarrier();
        in.set(context.globalIdx, out.get(N - 1 - context.globalIdx)); // race
    }

    @Test
    void globalBarrierAsIfItWereForAllGroups() {
        assertGroupRace("globalBarrierForAll", RacesTest::globalBarrierForAll, " out[", "and groups are in no order");
    }

    /** Both groups and both items of a group read it, and then one of them writes it. */
    static void lastOneWrites(KernelContext context, IntArray in, IntArray out) {
        int parameter = in.get(0); // race
        if (context.globalIdx == N - 1) {
            in.set(0, 1); // race
        }
        out.set(context.globalIdx, parameter);
    }

    @Test
    void parameterThatOneItemChanges() {
        assertGroupRace("lastOneWrites", RacesTest::lastOneWrites, " in[0], which work-item ");
    }

    // ---- iterations of a parallel loop

    static void prefix(IntArray in, IntArray out) {
        for (@Parallel int i = 1; i < out.getSize(); i++) {
            int before = out.get(i - 1); // race
            out.set(i, before + in.get(i)); // race
        }
    }

    @Test
    void iterationThatNeedsTheOneBefore() {
        assertLoopRace("prefix", RacesTest::prefix, " out[");
    }

    static void lostSum(IntArray in, IntArray out) {
        for (@Parallel int i = 0; i < in.getSize(); i++) {
            out.set(0, out.get(0) + in.get(i)); // race
        }
    }

    @Test
    void sumOfAllIterations() {
        assertLoopRace("lostSum", RacesTest::lostSum, " out[0], which iteration ");
    }

    static void reverse(IntArray in, IntArray out) {
        for (@Parallel int i = 0; i < out.getSize(); i++) {
            int other = out.getSize() - 1 - i;
            int mine = out.get(i); // race
            out.set(i, out.get(other)); // race
            out.set(other, mine); // race
        }
    }

    @Test
    void bothEndsOfAllIterations() {
        assertLoopRace("reverse", RacesTest::reverse);
    }

    static void scatter(IntArray in, IntArray out) {
        for (@Parallel int i = 0; i < in.getSize(); i++) {
            out.set(i * 5 % (N - 1), i); // race
        }
    }

    @Test
    void placesThatAreNoPermutation() {
        assertLoopRace("scatter", RacesTest::scatter, "writes out[0], which iteration ", " writes at ");
    }

    static void behindTheLoop(IntArray in, IntArray out) {
        int last = 0;
        for (@Parallel int i = 0; i < in.getSize(); i++) {
            last = in.get(i);
        }
        out.set(0, last); // race
    }

    @Test
    void statementBehindTheLoop() {
        assertLoopRace("behindTheLoop", RacesTest::behindTheLoop, "writes out[0]");
    }

    static void columns(IntArray in, IntArray out) {
        for (@Parallel int row = 0; row < 4; row++) {
            for (@Parallel int column = 0; column < 8; column++) {
                out.set(row, in.get(row * 8 + column)); // race
            }
        }
    }

    @Test
    void iterationsOfAnInnerLoop() {
        assertLoopRace("columns", RacesTest::columns, "writes out[", "(iteration 1 of the loop inside)");
    }

    // ---- schedules

    private String faultOf(String schedule) {
        System.setProperty(Schedule.PROPERTY, schedule);
        try {
            TaskGraph graph = graph().task("t", RacesTest::prefix, in, out);
            return catchThrowable(() -> Plans.run(Plans.CHECKED, graph)).getMessage();
        } finally {
            System.clearProperty(Schedule.PROPERTY);
        }
    }

    @Test
    void aRandomScheduleTellsTheSeedThatReplaysIt() {
        String first = faultOf("random");
        Matcher seed = Pattern.compile("-Dtornado.jvm.schedule=(\\d+)\\)$").matcher(first);
        assertThat(seed.find()).as(first).isTrue();
        assertThat(faultOf(seed.group(1))).isEqualTo(first);
        assertThat(Stream.of("1", "2", "3", "4").map(this::faultOf).distinct()).hasSizeGreaterThan(1);
        assertThat(faultOf("ordered")).contains("iteration 1 of").doesNotContain("schedule");
        assertThat(faultOf("sideways")).isEqualTo("-Dtornado.jvm.schedule=sideways: must be ordered, random or a seed");
    }
}
