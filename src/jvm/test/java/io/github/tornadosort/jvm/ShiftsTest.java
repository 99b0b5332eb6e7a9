package io.github.tornadosort.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static uk.ac.manchester.tornado.api.enums.DataTransferMode.EVERY_EXECUTION;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** Tests that the checked device can reproduce the wrong shifts of TornadoVM's backends. */
class ShiftsTest {
    private static final String PROPERTY = "tornado.jvm.shifts";

    // There are several copies, because a kernel is compiled only once, in the mode at that time.
    static void java(IntArray a, IntArray b) {
        for (@Parallel int i = 0; i < a.getSize(); i++) {
            b.set(i, (a.get(i) >>> 28) * 1000 + (a.get(i) >> 28));
        }
    }

    static void opencl(IntArray a, IntArray b) {
        for (@Parallel int i = 0; i < a.getSize(); i++) {
            b.set(i, (a.get(i) >>> 28) * 1000 + (a.get(i) >> 28));
        }
    }

    static void ptx(IntArray a, IntArray b) {
        for (@Parallel int i = 0; i < a.getSize(); i++) {
            b.set(i, (a.get(i) >>> 28) * 1000 + (a.get(i) >> 28));
        }
    }

    static void spirv(IntArray a, IntArray b) {
        for (@Parallel int i = 0; i < a.getSize(); i++) {
            b.set(i, (a.get(i) >>> 28) * 1000 + (a.get(i) >> 28));
        }
    }

    @AfterEach
    void clear() {
        System.clearProperty(PROPERTY);
    }

    @Test
    void shiftsAsTheBackendsDo() {
        IntArray a = IntArray.fromElements(0x80000000, 0x70000000);
        IntArray b = new IntArray(2);
        TaskGraph[] graphs = {
            new TaskGraph("g").transferToDevice(EVERY_EXECUTION, a).task("t", ShiftsTest::java, a, b),
            new TaskGraph("g").transferToDevice(EVERY_EXECUTION, a).task("t", ShiftsTest::opencl, a, b),
            new TaskGraph("g").transferToDevice(EVERY_EXECUTION, a).task("t", ShiftsTest::ptx, a, b),
            new TaskGraph("g").transferToDevice(EVERY_EXECUTION, a).task("t", ShiftsTest::spirv, a, b)
        };
        int[][] expected = {{8000 - 8, 7007}, {-8000 - 8, 7007}, {8008, 7007}, {-8000 + 8, 7007}};
        for (int mode = 0; mode < expected.length; mode++) {
            System.setProperty(PROPERTY, new String[] {"java", "opencl", "ptx", "spirv"}[mode]);
            Plans.run(Plans.CHECKED, graphs[mode].transferToHost(EVERY_EXECUTION, b));
            assertThat(b.toHeapArray()).isEqualTo(expected[mode]);
        }
    }
}
