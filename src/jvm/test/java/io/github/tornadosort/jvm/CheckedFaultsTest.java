package io.github.tornadosort.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static uk.ac.manchester.tornado.api.enums.DataTransferMode.EVERY_EXECUTION;

import org.junit.jupiter.api.Test;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.common.TornadoFunctions.Task2;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.jvm.KernelFault;

/** Tests that the checked device finds the planted defect of each kernel and names its source line. */
class CheckedFaultsTest {
    private static final KernelContext CONTEXT = new KernelContext();

    private static void assertFault(String kernel, Runnable run, String... parts) {
        PlantedDefects.assertFault(CheckedFaultsTest.class, kernel, run, parts);
    }

    /** Runs a kernel in groups on the checked device, with an array that nobody has written. */
    private static void assertGroupFault(
            String kernel, Task2<KernelContext, IntArray> code, int items, int groupSize, String... parts) {
        TaskGraph graph = graph().task("t", code, CONTEXT, ints(items));
        assertFault(kernel, () -> Plans.run(Plans.CHECKED, graph, items, groupSize), parts);
    }

    private static IntArray ints(int n) {
        return new IntArray(n);
    }

    private static TaskGraph graph(Object... inputs) {
        return new TaskGraph("g").transferToDevice(EVERY_EXECUTION, inputs);
    }

    // ---- bounds

    static void readsPastTheEnd(IntArray in, IntArray out) {
        for (@Parallel int i = 0; i < out.getSize(); i++) {
            out.set(i, in.get(i + 1)); // fault
        }
    }

    @Test
    void readOutOfBounds() {
        IntArray in = ints(10);
        assertFault("readsPastTheEnd",
                () -> Plans.run(Plans.CHECKED, graph(in).task("t", CheckedFaultsTest::readsPastTheEnd, in, ints(10))),
                "iteration 9 of the @Parallel loop",
                "reads in[10] out of bounds: the array has 10 elements");
    }

    static void writesBeforeTheStart(KernelContext context, IntArray out) {
        out.set(context.globalIdx - 1, 1); // fault
    }

    @Test
    void writeOutOfBounds() {
        assertGroupFault("writesBeforeTheStart", CheckedFaultsTest::writesBeforeTheStart, 8, 4,
                "work-item 0 of group 0 (global 0)",
                "writes out[-1] out of bounds: the array has 8 elements");
    }

    static void localOverflow(KernelContext context, IntArray out) {
        int[] local = context.allocateIntLocalArray(4);
        local[context.localIdx] = 1; // fault
        out.set(context.globalIdx, local[context.localIdx]);
    }

    @Test
    void localArrayOutOfBounds() {
        assertGroupFault("localOverflow", CheckedFaultsTest::localOverflow, 16, 8,
                "work-item 4 of group 0 (global 4)",
                "writes the local array of CheckedFaultsTest.localOverflow",
                "[4] out of bounds: the array has 4 elements");
    }

    static int third(int[] values) {
        return values[2]; // fault
    }

    static void privateOverflow(IntArray out) {
        for (@Parallel int i = 0; i < out.getSize(); i++) {
            int[] mine = new int[2];
            mine[0] = i;
            out.set(i, third(mine));
        }
    }

    @Test
    void privateArrayOutOfBoundsInAHelperMethod() {
        assertFault("privateOverflow",
                () -> Plans.run(Plans.CHECKED, graph().task("t", CheckedFaultsTest::privateOverflow, ints(4))),
                "at CheckedFaultsTest.third(",
                "reads the private array of CheckedFaultsTest.privateOverflow(");
    }

    // ---- uninitialized reads

    static void sum(IntArray in, IntArray out) {
        for (@Parallel int i = 0; i < out.getSize(); i++) {
            out.set(i, in.get(i) + 1); // fault
        }
    }

    @Test
    void forgottenTransfer() {
        IntArray in = ints(4);
        in.init(1);
        assertFault("sum", () -> Plans.run(Plans.CHECKED, graph().task("t", CheckedFaultsTest::sum, in, ints(4))),
                "reads in[0], which is uninitialized");
    }

    static void everySecond(IntArray out) {
        for (@Parallel int i = 0; i < out.getSize(); i += 2) {
            out.set(i, 1);
        }
    }

    @Test
    void partlyInitializedByThePreviousTask() {
        IntArray half = ints(4);
        assertFault("sum",
                () -> Plans.run(
                        Plans.CHECKED,
                        graph().task("half", CheckedFaultsTest::everySecond, half)
                                .task("t", CheckedFaultsTest::sum, half, ints(4))),
                "reads in[1], which is uninitialized");
    }

    static void staleLocal(KernelContext context, IntArray out) {
        int[] local = context.allocateIntLocalArray(4);
        if (context.groupIdx == 0) {
            local[context.localIdx] = 1;
        }
        out.set(context.globalIdx, local[context.localIdx]); // fault
    }

    @Test
    void localMemoryIsUninitializedInEachGroup() {
        assertGroupFault("staleLocal", CheckedFaultsTest::staleLocal, 8, 4,
                "work-item 0 of group 1 (global 4)",
                "[0], which is uninitialized");
    }

    static void unsetPrivate(IntArray out) {
        for (@Parallel int i = 0; i < out.getSize(); i++) {
            int[] mine = new int[4];
            mine[i]++; // fault
            out.set(i, mine[i]);
        }
    }

    @Test
    void privateArraysAreUninitialized() {
        assertFault("unsetPrivate",
                () -> Plans.run(Plans.CHECKED, graph().task("t", CheckedFaultsTest::unsetPrivate, ints(4))),
                "which is uninitialized");
    }

    // ---- aliases

    static void negate(FloatArray in, IntArray signs) {
        for (@Parallel int i = 0; i < in.getSize(); i++) {
            int bits = signs.get(i);
            signs.set(i, bits ^ 0x80000000); // fault
            in.set(i, in.get(i) + 1);
        }
    }

    @Test
    void shallowAlias() {
        FloatArray floats = FloatArray.fromElements(1f, 2f);
        IntArray bits = IntArray.fromSegmentShallow(floats.getSegmentWithHeader());
        assertFault("negate",
                () -> Plans.run(Plans.CHECKED, graph(floats, bits).task("t", CheckedFaultsTest::negate, floats, bits)),
                "writes signs[0], which shares memory with FloatArray(2) of the same graph");
    }

    // ---- barriers and groups

    static void endsEarly(KernelContext context, IntArray out) {
        out.set(context.globalIdx, 0);
        if (context.localIdx == 3) {
            return;
        }
        context.localBarrier(); // fault
        out.set(context.globalIdx, 1);
    }

    @Test
    void itemEndsWhileOthersWait() {
        assertGroupFault("endsEarly", CheckedFaultsTest::endsEarly, 8, 4,
                "divergent barrier",
                "work-item 0 of group 0 (global 0) waits at CheckedFaultsTest.endsEarly(",
                "work-item 3 of group 0 (global 3) has ended");
    }

    @SuppressWarnings("DuplicateBranches") // the fault
    static void twoBarriers(KernelContext context, IntArray out) {
        if (context.localIdx < 2) {
            context.localBarrier(); // fault
        } else {
            context.localBarrier(); // fault
        }
        out.set(context.globalIdx, 1);
    }

    @Test
    void itemsAtDifferentBarriers() {
        assertGroupFault("twoBarriers", CheckedFaultsTest::twoBarriers, 8, 4,
                "work-item 0 of group 0 (global 0) waits at",
                "work-item 2 of group 0 (global 2) waits at");
    }

    @Test
    void theFastDeviceFindsDivergentBarriers() {
        assertFault("endsEarly",
                () -> Plans.run(Plans.FAST, graph().task("t", CheckedFaultsTest::endsEarly, CONTEXT, ints(8)), 8, 4),
                "divergent barrier");
    }

    static void muchLocalMemory(KernelContext context, IntArray out, int size) {
        int[] first = context.allocateIntLocalArray(1024);
        long[] second = context.allocateLongLocalArray(size); // fault
        first[context.localIdx] = context.localIdx;
        second[context.localIdx] = first[context.localIdx];
        out.set(context.globalIdx, (int) second[context.localIdx]);
    }

    @Test
    void tooMuchLocalMemory() {
        int fits = (48 * 1024 - 4 * 1024) / 8;
        Plans.run(
                Plans.CHECKED, graph().task("t", CheckedFaultsTest::muchLocalMemory, CONTEXT, ints(8), fits), 8, 4);
        assertFault("muchLocalMemory",
                () -> Plans.run(
                        Plans.CHECKED,
                        graph().task("t", CheckedFaultsTest::muchLocalMemory, CONTEXT, ints(8), fits + 1),
                        8,
                        4),
                "the group then has 49160 bytes of local memory, but the device has 49152");
    }

    static void differentSizes(KernelContext context, IntArray out) {
        int[] local = context.allocateIntLocalArray(8 + context.localIdx); // fault
        local[context.localIdx] = 1;
        out.set(context.globalIdx, local[context.localIdx]);
    }

    @Test
    void localArrayOfDifferentSizes() {
        assertGroupFault("differentSizes", CheckedFaultsTest::differentSizes, 8, 4,
                "work-item 1 of group 0",
                "with 9 elements, but other work-items of the group allocated it with 8");
    }

    static void correct(KernelContext context, IntArray out) {
        out.set(context.globalIdx, 1);
    }

    @Test
    void gridThatIsNotAMultipleOfTheGroupSize() {
        TaskGraph graph = graph().task("t", CheckedFaultsTest::correct, CONTEXT, ints(10));
        assertThatThrownBy(() -> Plans.run(Plans.CHECKED, graph, 10, 4))
                .isInstanceOf(KernelFault.class)
                .hasMessageContaining("task g.t of kernel CheckedFaultsTest.correct")
                .hasMessageContaining("10 work-items is not a multiple of the group size, 4")
                .hasMessageContaining("devices do not run the last 2");
    }

    @Test
    void theFastDeviceTruncatesTheGrid() {
        IntArray out = ints(10);
        Plans.run(Plans.FAST, graph().task("t", CheckedFaultsTest::correct, CONTEXT, out), 10, 4);
        assertThat(out.toHeapArray()).containsExactly(1, 1, 1, 1, 1, 1, 1, 1, 0, 0);
    }

    // ---- what TornadoVM miscompiles

    static int first(int[] values) {
        return values[0]; // fault
    }

    static void localToHelper(KernelContext context, IntArray out) {
        int[] local = context.allocateIntLocalArray(4);
        local[context.localIdx] = 1;
        out.set(context.globalIdx, first(local));
    }

    @Test
    void localArrayAsArgumentOfAHelperMethod() {
        assertGroupFault("localToHelper", CheckedFaultsTest::localToHelper, 8, 4,
                "at CheckedFaultsTest.first(",
                "is a helper method that receives the local array of CheckedFaultsTest.localToHelper(");
    }

    static void maskedLocalByte(KernelContext context, IntArray out) {
        byte[] local = context.allocateByteLocalArray(4);
        local[context.localIdx] = (byte) 200;
        out.set(context.globalIdx, local[context.localIdx] & 0xFF); // fault
    }

    @Test
    void maskedByteOfALocalArray() {
        assertGroupFault("maskedLocalByte", CheckedFaultsTest::maskedLocalByte, 8, 4,
                "masks a byte of the local array of");
    }
}
