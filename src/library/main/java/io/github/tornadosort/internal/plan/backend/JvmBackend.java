package io.github.tornadosort.internal.plan.backend;

import io.github.tornadosort.SortDevice;

/** The JVM backend runs kernels as Java, in the host's memory. */
final class JvmBackend extends Backend {
    JvmBackend(SortDevice device) {
        super(device);
    }

    @Override
    public boolean compilesKernels() {
        return false;
    }

    @Override
    boolean groupsWait() {
        return true;
    }

    @Override
    public boolean sharesMemory() {
        return true;
    }
}
