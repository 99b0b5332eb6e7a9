package io.github.tornadosort.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoBackend;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.TornadoRuntime;
import uk.ac.manchester.tornado.api.WorkerGrid;
import uk.ac.manchester.tornado.api.WorkerGrid1D;
import uk.ac.manchester.tornado.api.annotations.Parallel;
import uk.ac.manchester.tornado.api.common.TornadoDevice;
import uk.ac.manchester.tornado.api.enums.TornadoDeviceType;
import uk.ac.manchester.tornado.api.enums.TornadoVMBackendType;
import uk.ac.manchester.tornado.api.exceptions.TornadoBackendNotFound;
import uk.ac.manchester.tornado.api.exceptions.TornadoDeviceNotFound;
import uk.ac.manchester.tornado.api.runtime.TornadoRuntimeProvider;
import uk.ac.manchester.tornado.api.types.arrays.ByteArray;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.jvm.JvmRuntime;
import uk.ac.manchester.tornado.jvm.KernelFault;

/** Tests the runtime, the backend and its devices. */
class DevicesTest {
    private final TornadoRuntime runtime = TornadoRuntimeProvider.getTornadoRuntime();

    @Test
    void oneBackendWithAFastAndACheckedDevice() {
        assertThat(runtime.getNumBackends()).isEqualTo(1);
        TornadoBackend backend = runtime.getBackend(0);
        assertThat(backend.getBackendType()).isEqualTo(TornadoVMBackendType.JAVA);
        assertThat(backend.getNumDevices()).isEqualTo(2);
        TornadoDevice fast = backend.getDevice(0);
        int cores = Runtime.getRuntime().availableProcessors();
        assertThat(fast.getPhysicalDevice().getDeviceName()).isEqualTo("JVM, " + cores + " cores");
        assertThat(backend.getDevice(1).getPhysicalDevice().getDeviceName()).isEqualTo("JVM, checked");
        assertThat(runtime.getDefaultDevice()).isSameAs(fast).isSameAs(TornadoExecutionPlan.DEFAULT_DEVICE);
        for (TornadoDevice device : backend.getAllDevices()) {
            assertThat(device.getDeviceType()).isEqualTo(TornadoDeviceType.CPU);
            assertThat(device.getMaxGlobalMemory())
                    .isGreaterThan(1L << 27)
                    .isLessThanOrEqualTo(device.getMaxAllocMemory());
            assertThat(device.getPhysicalDevice().getDeviceLocalMemorySize()).isEqualTo(48 * 1024);
            assertThat(device.getPhysicalDevice().getDeviceMaxWorkGroupSize()).containsExactly(1024);
            assertThat(device.getPhysicalDevice().getDeviceMaxComputeUnits()).isEqualTo(cores);
        }
    }

    static void one(KernelContext context, IntArray out) {
        out.set(context.globalIdx, 1);
    }

    @Test
    void programsAskWhatRunsWhere() throws Exception {
        TaskGraph graph = new TaskGraph("g").task("t", DevicesTest::one, new KernelContext(), new IntArray(8));
        WorkerGrid grid = new WorkerGrid1D(8);
        GridScheduler scheduler = new GridScheduler("g.t", grid);
        try (TornadoExecutionPlan plan = new TornadoExecutionPlan(graph.snapshot());
                TornadoExecutionPlan other = new TornadoExecutionPlan(graph.snapshot())) {
            assertThat(plan.getId()).isNotEqualTo(other.getId());
            assertThat(grid.dimension()).isEqualTo(WorkerGrid1D.DIM);
            assertThat(scheduler.contains("g", "t")).isTrue();
            assertThat(scheduler.contains("g", "u")).isFalse();
            assertThat(plan.getDevice(0).getPhysicalDevice().getDeviceInfo())
                    .isEqualTo("JVM, " + Runtime.getRuntime().availableProcessors() + " cores, Java " + Runtime.version());
        }
    }

    @Test
    void aPropertyListsTheDevices() {
        System.setProperty(JvmRuntime.DEVICES_PROPERTY, "fast,checked,fast");
        try {
            assertThat(runtime.getBackend(0).getNumDevices()).isEqualTo(3);
            assertThat(runtime.getBackend(0).getDevice(2)).isSameAs(runtime.getBackend(0).getDevice(0));
            assertThatThrownBy(() -> runtime.getBackend(0).getDevice(3)).isInstanceOf(TornadoDeviceNotFound.class)
                    .hasMessage("no device 0:3: the JVM backend has 0:0, 0:1, 0:2");
            System.setProperty(JvmRuntime.DEVICES_PROPERTY, "quick");
            assertThatThrownBy(() -> runtime.getBackend(0).getNumDevices()).isInstanceOf(TornadoDeviceNotFound.class)
                    .hasMessage("-Dtornado.jvm.devices lists 'quick', must list fast and checked devices");
        } finally {
            System.clearProperty(JvmRuntime.DEVICES_PROPERTY);
        }
    }

    @Test
    void deviceMemoryCanBeAllocated() {
        long most = Math.min(Plans.FAST.getMaxGlobalMemory(), Integer.MAX_VALUE - 64L);
        assertThat(new ByteArray((int) (most / 8)).getSize()).isEqualTo((int) (most / 8));
        assertThat(Plans.CHECKED.getMaxGlobalMemory()).isLessThan(Runtime.getRuntime().maxMemory());
    }

    @Test
    void invalidDeviceIndices() {
        assertThatThrownBy(() -> runtime.getBackend(1)).isInstanceOf(TornadoBackendNotFound.class);
        assertThatThrownBy(() -> TornadoExecutionPlan.getDevice(0, 2))
                .isInstanceOf(TornadoDeviceNotFound.class)
                .hasMessageContaining("no device 0:2");
    }

    /** Reads uninitialized memory, which only the checked device detects. */
    static void readsTooEarly(IntArray a, IntArray b) {
        for (@Parallel int i = 0; i < b.getSize(); i++) {
            b.set(i, a.get(i));
        }
    }

    @Test
    void plansRunOnTheirDevice() {
        TornadoExecutionPlan plan = new TornadoExecutionPlan(
                new TaskGraph("g").task("t", DevicesTest::readsTooEarly, new IntArray(1), new IntArray(1)).snapshot());
        assertThat(plan.getDevice(0)).isSameAs(TornadoExecutionPlan.DEFAULT_DEVICE);
        plan.execute();
        assertThat(plan.withDevice(Plans.CHECKED).getDevice(0)).isSameAs(Plans.CHECKED);
        assertThatThrownBy(plan::execute).isInstanceOf(KernelFault.class).hasMessageContaining("is uninitialized");
    }
}
