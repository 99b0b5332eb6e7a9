package io.github.tornadosort.internal.selftest;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.internal.driver.DriverFailure;
import io.github.tornadosort.internal.kernel.OrderedBits;
import io.github.tornadosort.internal.plan.DeviceArrays;
import io.github.tornadosort.internal.plan.DigitWindow;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.plan.RadixBuffers;
import io.github.tornadosort.internal.plan.RadixGraphs.Order;
import io.github.tornadosort.internal.plan.RadixGraphs.Outcome;
import io.github.tornadosort.internal.plan.SortPlan;
import io.github.tornadosort.internal.selftest.KernelRun.WrongKernelException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import uk.ac.manchester.tornado.api.exceptions.TornadoOutOfMemoryException;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Compares what a plan of a radix sort makes of test keys with what the JVM makes of them. The plan's kernels have to be compiled
 * anyway, so that the test costs little more than the sorts. {@link ShapeCheck} tests kernels one by one, and compiles each of them.
 */
final class PlanCheck {
    /** Larger plans sort as many keys. */
    private static final int MOST_KEYS = 1 << 20;

    private final PlanShape shape;
    private final SortPlan plan;
    private final int n;

    private PlanCheck(PlanShape shape, SortPlan plan, int n) {
        this.shape = shape;
        this.plan = plan;
        this.n = n;
    }

    /** Tests a plan. Returns a description of the first wrong kernel, or of the first wrong key, if there is one. */
    static Optional<String> firstWrong(SortDevice device, SortPolicy policy, PlanShape shape, int capacity, SortPlan plan) {
        DeviceArrays arrays = DeviceArrays.on(device);
        try {
            new PlanCheck(shape, plan, Math.min(capacity, MOST_KEYS)).run(arrays, policy);
            return Optional.empty();
        } catch (TornadoOutOfMemoryException | CancellationException | VirtualMachineError e) {
            throw e;
        } catch (WrongKernelException e) {
            return Optional.of(ofKernel(device, policy, shape).orElse(e.getMessage()));
        } catch (RuntimeException | Error e) {
            // Drivers throw errors of many kinds if they cannot compile a kernel.
            return Optional.of(ofKernel(device, policy, shape).orElse(
                    "a sort cannot run: " + e.getClass().getSimpleName() + ": " + DriverFailure.reason(e)));
        } finally {
            arrays.release();
        }
    }

    private static Optional<String> ofKernel(SortDevice device, SortPolicy policy, PlanShape shape) {
        return KernelCheck.firstWrong(device, policy, TestedKernels.of(shape));
    }

    private void run(DeviceArrays arrays, SortPolicy policy) {
        int width = shape.bytes() * Byte.SIZE;
        long bits = -1L >>> (Long.SIZE - width);
        Order order = new Order(shape.kind() == OrderedBits.INTEGER ? 1L << (width - 1) : 0, bits, 0, false, false,
                shape.floats());
        plan.load(n, new TestKeys(shape));
        if (shape.payload() == Payload.VALUES) {
            number(plan.values());
        }
        Outcome outcome = plan.run(n, order);

        SortPolicy one = new SortPolicy(Kernels.BLOCK, policy.radixBits(), 1, 0, 0);
        JvmReference<?> reference = JvmReference.of(
                shape, RadixBuffers.allocate(arrays, shape, one, 1, n), policy.radix());
        RadixBuffers buffers = reference.buffers();
        order.writeTo(buffers.p());
        new TestKeys(shape).load(0, n, buffers.keys()[0], 0);
        number(buffers.values()[0]);
        int sorted = reference.sort(n, DigitWindow.over(bits, policy.radixBits()));
        compare("key", plan.sortedKeys(outcome, n), buffers.keys()[sorted], shape.bytes());
        if (shape.withValues()) {
            compare("value", plan.sortedValues(outcome, n), buffers.values()[sorted], Integer.BYTES);
        }
    }

    private void number(IntArray values) {
        for (int i = 0; i < n && shape.withValues(); i++) {
            values.set(i, i);
        }
    }

    private void compare(String what, TornadoNativeArray found, TornadoNativeArray expected, long bytes) {
        long wrong = MemorySegment.mismatch(
                found.getSegment(), 0, n * bytes, expected.getSegment(), 0, n * bytes);
        if (wrong >= 0) {
            throw new WrongKernelException("a sort of %d keys: byte %d of %s %d is 0x%02x, expected 0x%02x".formatted(
                    n, wrong % bytes, what, wrong / bytes, found.getSegment().get(ValueLayout.JAVA_BYTE, wrong),
                    expected.getSegment().get(ValueLayout.JAVA_BYTE, wrong)));
        }
    }
}
