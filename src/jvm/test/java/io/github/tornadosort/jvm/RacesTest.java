package io.github.tornadosort.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static uk.ac.manchester.tornado.api.enums.DataTransferMode.EVERY_EXECUTION;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task2;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task3;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.jvm.Schedule;

/**
 * Tests that the checked device finds the race in each kernel for every schedule, and names both source lines. Each kernel
 * has one planted race, between lines that end in {@code // race}.
 */
class RacesTest {
    private static final int GROUP = 8;
    private static final int N = 4 * GROUP;

    private final IntArray in = new IntArray(N);
    private final IntArray out = new IntArray(N);

    private void assertGroupRace(String kernel, Task3<KernelContext, IntArray, IntArray> code, String... parts) {
        assertRace(kernel, graph().task("t", code, new KernelContext(), in, out),
                Stream.of("work-item ", " of group ", " (global "),
                parts);
    }

    private void assertLoopRace(String kernel, Task2<IntArray, IntArray> code, String... parts) {
        assertRace(kernel, graph().task("t", code, in, out),
                Stream.of(", which iteration ", ", and iterations are not ordered"),
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
    void twoItemsWriteTheSameElement() {
        assertGroupRace("twoWriters", RacesTest::twoWriters,
                "writes the local array of RacesTest.twoWriters(",
                ")[4], which work-item ",
                ", with no localBarrier in between");
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
    void barrierBeforeTheWriteInsteadOfAfterIt() {
        assertGroupRace("barrierTooEarly", RacesTest::barrierTooEarly, "with no localBarrier in between");
    }

    /** All items write the same value, which is still undefined in C, OpenCL and CUDA. */
    static void flag(KernelContext context, IntArray in, IntArray out) {
        int[] found = context.allocateIntLocalArray(1);
        if (in.get(context.globalIdx) == 0) {
            found[0] = 1; // race
        }
        context.localBarrier();
        out.set(context.globalIdx, found[0]);
    }

    @Test
    void flagSetByAllItems() {
        assertGroupRace("flag", RacesTest::flag, "writes the local array of", "[0], which work-item ");
    }

    /** OpenCL's barrier(CLK_GLOBAL_MEM_FENCE) does not order accesses to local memory. */
    static void globalBarrierForLocal(KernelContext context, IntArray in, IntArray out) {
        int[] local = context.allocateIntLocalArray(GROUP);
        int item = context.localIdx;
        local[item] = in.get(context.globalIdx); // race
        context.globalBarrier();
        out.set(context.globalIdx, local[GROUP - 1 - item]); // race
    }

    @Test
    void globalBarrierInsteadOfLocalBarrier() {
        assertGroupRace("globalBarrierForLocal", RacesTest::globalBarrierForLocal, "with no localBarrier in between");
    }

    /** All items swap the source and the target, except one. */
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
        assertGroupRace("forgottenSwap", RacesTest::forgottenSwap, "with no localBarrier in between");
    }

    // ---- global memory of a group

    /** OpenCL's barrier(CLK_LOCAL_MEM_FENCE) does not order accesses to global memory. */
    static void localBarrierForGlobal(KernelContext context, IntArray in, IntArray out) {
        int item = context.localIdx;
        int first = context.globalIdx - item;
        out.set(context.globalIdx, in.get(context.globalIdx)); // race
        context.localBarrier();
        in.set(context.globalIdx, out.get(first + (item + 1) % GROUP)); // race
    }

    @Test
    void localBarrierInsteadOfGlobalBarrier() {
        assertGroupRace("localBarrierForGlobal", RacesTest::localBarrierForGlobal, " out[",
                "with no globalBarrier in between");
    }

    // ---- groups of a launch

    /** The last item of a group also writes the first element of the next group. */
    static void beyondTheBlock(KernelContext context, IntArray in, IntArray out) {
        int begin = context.groupIdx * GROUP;
        int end = Math.min(begin + GROUP, N - 1);
        for (int i = begin + context.localIdx; i <= end; i += GROUP) {
            out.set(i, in.get(i)); // race
        }
    }

    @Test
    void overlappingBlocks() {
        assertGroupRace("beyondTheBlock", RacesTest::beyondTheBlock, "writes out[", "and groups are not ordered");
    }

    /** A barrier synchronizes one group, not the whole launch. */
    static void globalBarrierForAll(KernelContext context, IntArray in, IntArray out) {
        out.set(context.globalIdx, in.get(context.globalIdx)); // race
        context.globalBarrier();
        in.set(context.globalIdx, out.get(N - 1 - context.globalIdx)); // race
    }

    @Test
    void globalBarrierDoesNotSynchronizeGroups() {
        assertGroupRace("globalBarrierForAll", RacesTest::globalBarrierForAll, " out[", "and groups are not ordered");
    }

    /** All items of all groups read the element, then one item writes it. */
    static void lastOneWrites(KernelContext context, IntArray in, IntArray out) {
        int parameter = in.get(0); // race
        if (context.globalIdx == N - 1) {
            in.set(0, 1); // race
        }
        out.set(context.globalIdx, parameter);
    }

    @Test
    void oneItemWritesWhatAllRead() {
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
    void iterationReadsThePreviousResult() {
        assertLoopRace("prefix", RacesTest::prefix, " out[");
    }

    static void afterTheLoop(IntArray in, IntArray out) {
        int last = 0;
        for (@Parallel int i = 0; i < in.getSize(); i++) {
            last = in.get(i);
        }
        out.set(0, last); // race
    }

    @Test
    void statementAfterTheLoop() {
        assertLoopRace("afterTheLoop", RacesTest::afterTheLoop, "writes out[0]");
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
        assertLoopRace("columns", RacesTest::columns, "writes out[", "(iteration 1 of the inner loop)");
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
    void faultOfARandomScheduleContainsItsSeed() {
        String first = faultOf("random");
        Matcher seed = Pattern.compile("-Dtornado.jvm.schedule=(\\d+)\\)$").matcher(first);
        assertThat(seed.find()).as(first).isTrue();
        assertThat(faultOf(seed.group(1))).isEqualTo(first);
        assertThat(Stream.of("1", "2", "3", "4").map(this::faultOf).distinct()).hasSizeGreaterThan(1);
        assertThat(faultOf("ordered")).contains("iteration 1 of").doesNotContain("schedule");
        assertThat(faultOf("sideways")).isEqualTo("-Dtornado.jvm.schedule=sideways: must be ordered, random or a seed");
    }
}
