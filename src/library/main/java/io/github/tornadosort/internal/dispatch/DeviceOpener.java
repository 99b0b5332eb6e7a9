package io.github.tornadosort.internal.dispatch;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.operation.DeviceOperations;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.policy.Execution;
import io.github.tornadosort.internal.policy.SortPolicies;
import io.github.tornadosort.internal.policy.SortPolicy;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Opens a device. A class, since the first lambda expression of a JVM takes some 20 ms.
 *
 * @param device the device; null for the first one
 * @param policy the kernels to run; null for those of the device's family
 * @param checkpoint called before each execution on the device; null to end when the thread is interrupted
 */
public record DeviceOpener(
        @Nullable SortDevice device, @Nullable SortPolicy policy, Execution execution, @Nullable Checkpoint checkpoint)
        implements Supplier<DeviceOperations> {
    @Override
    public DeviceOperations get() {
        SortDevice opened = device != null ? device : SortDevice.preferred();
        return new DeviceOperations(
                opened,
                policy != null ? policy : SortPolicies.forDevice(opened),
                execution,
                checkpoint != null ? checkpoint : Checkpoint.INTERRUPTS);
    }
}
