package io.github.tornadosort.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.TestDevices;
import io.github.tornadosort.internal.driver.Handle;
import io.github.tornadosort.internal.memory.HostMemory;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.policy.SortPolicy;
import io.github.tornadosort.internal.policy.SortPolicy.Kernels;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

class DeviceArraysTest {
    private static final int N = 3333;

    @Test
    void arraysStartAtPageBoundaries() {
        DeviceArrays arrays = DeviceArrays.on(SortDevice.preferred());
        for (TornadoNativeArray array : new TornadoNativeArray[] {arrays.ints(1), arrays.longs(N), arrays.ints(N)}) {
            assertThat(array.getSegmentWithHeader().address() % 4096).isZero();
        }
    }

    @Test
    void pinnedMemoryIsReusedForTheSameSizeAndSmallerOnes() {
        takeKept(N / 2);
        takeKept(N);
        DeviceArrays first = DeviceArrays.on(backend("ptx"));
        long address = address(first.ints(N));
        DeviceArrays second = DeviceArrays.on(backend("ptx"));
        assertThat(address(second.ints(N))).as("while the first plan is open").isNotEqualTo(address);
        first.release();
        DeviceArrays third = DeviceArrays.on(backend("ptx"));
        assertThat(address(third.ints(N + 1))).as("of a larger size").isNotEqualTo(address);
        assertThat(address(third.ints(N / 9))).as("of a much smaller size").isNotEqualTo(address);
        IntArray shorter = third.ints(N / 2);
        assertThat(address(shorter)).isEqualTo(address);
        assertThat(shorter.getSize()).isEqualTo(N / 2);
        third.release();
        assertThat(address(DeviceArrays.on(backend("ptx")).ints(N))).as("the whole segment is kept").isEqualTo(address);
    }

    /** Sorters one after the other, each for more keys: as plans have few capacities, what they pin has a bound. */
    @Test
    void pinnedMemoryHasABound() {
        int most = 1 << 18;
        long[] allocated = {0};
        HostMemory.watch(bytes -> allocated[0] += bytes);
        try {
            for (int n = 1000; n <= most; n += 1000) {
                DeviceArrays arrays = DeviceArrays.on(backend("ptx"));
                arrays.ints((int) PlanCache.capacity(n));
                arrays.release();
            }
        } finally {
            HostMemory.watch(null);
        }
        assertThat(allocated[0]).isPositive().isLessThan(7L * Integer.BYTES * most);
    }

    /** Takes the memory that plans of other tests have left for arrays of n ints. */
    private static void takeKept(int n) {
        AtomicInteger allocations = new AtomicInteger();
        HostMemory.watch(_ -> allocations.incrementAndGet());
        try {
            while (allocations.get() == 0) {
                DeviceArrays.on(backend("ptx")).ints(n);
            }
        } finally {
            HostMemory.watch(null);
        }
    }

    /** A kernel reads keys at an index that a parameter limits, also in sorts that do not set that parameter. */
    @Test
    void parametersAreZeroInReusedMemory() {
        DeviceArrays first = DeviceArrays.on(backend("ptx"));
        IntArray earlier = first.ints(N + 4);
        earlier.init(-1);
        first.release();
        IntArray parameters = DeviceArrays.on(backend("ptx")).parameters(N + 4);
        assertThat(address(parameters)).isEqualTo(address(earlier));
        assertThat(parameters.toHeapArray()).containsOnly(0);
    }

    @Test
    void closingAPlanReleasesItsPinnedMemory() {
        SortPolicy policy = new SortPolicy(Kernels.BLOCK, 11, 1, 0, 0);
        PlanShape shape = PlanShape.of(KeyType.INT32, Payload.NONE);
        RadixPlan plan = RadixPlan.of(backend("cuda"), policy, shape, N + 1, _ -> {});
        long address = plan.keys().getSegmentWithHeader().address();
        plan.close();
        DeviceArrays others = DeviceArrays.on(backend("cuda"));
        assertThat(List.of(address(others.ints(N + 1)), address(others.ints(N + 1)))).contains(address);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void stagingBuffersStartAtLargePages() {
        DeviceArrays arrays = DeviceArrays.on(backend("cuda"));
        for (int i = 0; i < 2; i++) {
            assertThat(address(arrays.ints(1 << 23)) % (2 << 20)).isZero();
        }
        arrays.release();
    }

    /** An array that was released twice would be allocated to two plans. */
    @Test
    void releasingTwiceHasNoEffect() {
        DeviceArrays first = DeviceArrays.on(backend("ptx"));
        first.ints(N + 2);
        first.release();
        first.release();
        DeviceArrays second = DeviceArrays.on(backend("ptx"));
        assertThat(address(second.ints(N + 2))).isNotEqualTo(address(second.ints(N + 2)));
    }

    /** A GPU that uses OpenCL gets pinned memory where there is any, and other memory elsewhere. */
    @Test
    void memoryThatOpenClPinsIsReused() {
        SortDevice here = SortDevice.preferred();
        SortDevice gpu = TestDevices.device(
                here.driver(), here.number(), "opencl", here.name(), SortDevice.Type.GPU, here.memoryBytes(),
                Handle.of(here));
        DeviceArrays first = DeviceArrays.on(gpu);
        IntArray array = first.ints(N + 3);
        array.init(5);
        assertThat(array.get(N + 2)).isEqualTo(5);
        first.release();
        boolean reused = address(DeviceArrays.on(gpu).ints(N + 3)) == address(array);
        assertThat(reused).isEqualTo(here.backend().equals("opencl"));
    }

    /** The JVM's device shares the memory of arrays with the host. */
    @Test
    void aHostCopyIsIndependentOfTheArrayOfTheDevice() {
        PlanShape shape = PlanShape.of(KeyType.INT64, Payload.NONE);
        for (String name : List.of("jvm", "cuda", "opencl")) {
            DeviceArrays arrays = DeviceArrays.on(backend(name));
            TornadoNativeArray array = arrays.words(shape.bytes(), N);
            TornadoNativeArray copy = arrays.hostCopyOf(array);
            assertThat(copy == array).as(name).isEqualTo(!name.equals("jvm"));
            assertThat(copy.getSize()).isEqualTo(N);
            assertThat(copy.getElementSize()).isEqualTo(Long.BYTES);
        }
    }

    private static long address(IntArray array) {
        return array.getSegmentWithHeader().address();
    }

    private static SortDevice backend(String name) {
        SortDevice here = SortDevice.preferred();
        return TestDevices.device(
                here.driver(), here.number(), name, here.name(), here.type(), here.memoryBytes(), Handle.of(here));
    }
}
