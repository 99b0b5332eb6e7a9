package io.github.tornadosort.internal.device;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.plan.backend.Backend;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/** Logs a line if the first run of a plan, which compiles its kernels, takes more than a second. */
final class CompilationNotice implements AutoCloseable {
    private static final Duration DELAY = Duration.ofSeconds(1);

    private final Thread thread;

    /**
     * Starts a thread that waits.
     *
     * @param delay the longest run without a message
     * @param news receives the message
     */
    CompilationNotice(SortDevice device, Duration delay, Consumer<String> news) {
        this.thread = Thread.ofPlatform().daemon().name("tornado-sort compilation").start(() -> {
            try {
                Thread.sleep(delay);
                news.accept("Device " + device + " compiles the kernels of this sort; later sorts of such keys reuse them");
            } catch (InterruptedException e) {
                // The kernels are compiled.
            }
        });
    }

    /** Returns a notice that must be closed after the run. Returns null if the backend compiles nothing. */
    static CompilationNotice of(SortDevice device) {
        return Backend.of(device).compilesKernels()
                ? new CompilationNotice(device, DELAY,
                        message -> LoggerFactory.getLogger(CompilationNotice.class).info(message))
                : null;
    }

    /** Waits until the message is out, or is not sent any more. */
    void join() throws InterruptedException {
        thread.join();
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
