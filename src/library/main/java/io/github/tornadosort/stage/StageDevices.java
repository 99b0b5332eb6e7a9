package io.github.tornadosort.stage;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.driver.Handle;
import uk.ac.manchester.tornado.api.common.TornadoDevice;

/** The devices of TornadoVM on which plans with stages run. */
public final class StageDevices {
    private StageDevices() {}

    /**
     * {@return TornadoVM's device, for {@code TornadoExecutionPlan.withDevice}}
     *
     * @param device one of {@link SortDevice#all}
     * @throws IllegalArgumentException if it is not
     */
    public static TornadoDevice of(SortDevice device) {
        return Handle.of(device);
    }
}
