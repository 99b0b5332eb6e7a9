package io.github.tornadosort.internal.device;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.plan.SortPlan;
import java.time.Duration;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs a line if the first run of a plan, which compiles its kernels, takes more than a second. */
final class CompilationNotice implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CompilationNotice.class);
    private static final long DELAY_MILLIS = 1000;
    private static final Set<SortPlan> STARTED = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private final Thread thread;

    private CompilationNotice(SortDevice device) {
        this.thread = Thread.ofPlatform().daemon().name("tornado-sort compilation").start(() -> {
            try {
                Thread.sleep(DELAY_MILLIS);
                LOG.info("Device {} compiles the kernels of this sort; later sorts of such keys reuse them", device);
            } catch (InterruptedException e) {
                // The kernels are compiled.
            }
        });
    }

    /**
     * Returns a notice that must be closed after the run. Returns null if the plan has run before, or if the device is the JVM
     * backend, which compiles in no time.
     */
    static CompilationNotice of(SortPlan plan, SortDevice device) {
        return device.backend().equals("jvm") || !STARTED.add(plan) ? null : new CompilationNotice(device);
    }

    /** Waits for the end of the thread. Returns false if it does not end before it would log. */
    boolean join() throws InterruptedException {
        return thread.join(Duration.ofMillis(DELAY_MILLIS - 100));
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
