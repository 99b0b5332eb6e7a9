package io.github.tornadosort.internal.driver;

import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;

/**
 * Keeps calls of drivers and the end of the process apart. When the JVM shuts down, TornadoVM destroys contexts, and the
 * libraries of drivers are then unloaded. A thread that still calls a driver would crash the process. Therefore the shutdown
 * waits for the calls that are under way, and no further ones begin: they throw a {@link CancellationException}, and memory of
 * devices is not freed.
 */
public final class DriverCalls {
    /** A driver that hangs must not keep the process alive for ever. */
    private static final long MOST_MILLIS = 10_000;

    private static final Object LOCK = new Object();
    /** Only ever added and removed again, which fails as soon as the first hook may run, TornadoVM's included. */
    private static final Thread PROBE = new Thread(() -> {});
    private static boolean hooked;
    private static int underWay;

    private DriverCalls() {}

    /**
     * Calls a driver.
     *
     * @throws CancellationException if the JVM is shutting down; the driver was not called
     */
    public static <T> T call(Supplier<T> driver) {
        if (!begin()) {
            throw cancelled();
        }
        try {
            return driver.get();
        } catch (RuntimeException | Error e) {
            // TornadoVM may have destroyed the context meanwhile.
            if (areOver()) {
                throw (CancellationException) cancelled().initCause(e);
            }
            throw e;
        } finally {
            end();
        }
    }

    private static CancellationException cancelled() {
        return new CancellationException("the JVM is shutting down, so the device does not sort; the keys are unchanged");
    }

    /**
     * Frees what a plan holds on its device, unless the JVM is shutting down.
     *
     * @throws IllegalStateException if the plan cannot be closed
     */
    public static void close(TornadoExecutionPlan plan) {
        free(() -> {
            try {
                plan.close();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                // A class of TornadoVM here would be loaded with this one, also by programs that have no TornadoVM.
                throw new IllegalStateException("could not close the plan: " + e.getMessage(), e);
            }
        });
    }

    /** Calls a driver to free what it holds, unless the JVM is shutting down. */
    public static void free(Runnable driver) {
        if (begin()) {
            try {
                driver.run();
            } finally {
                end();
            }
        }
    }

    /** Returns whether the JVM is shutting down. */
    public static boolean areOver() {
        boolean begun = begin();
        if (begun) {
            end();
        }
        return !begun;
    }

    /** Returns false if the JVM is shutting down. */
    private static boolean begin() {
        synchronized (LOCK) {
            try {
                if (!hooked) {
                    Runtime.getRuntime().addShutdownHook(new Thread(DriverCalls::awaitCalls, "tornado-sort shutdown"));
                    hooked = true;
                }
                Runtime.getRuntime().addShutdownHook(PROBE);
                Runtime.getRuntime().removeShutdownHook(PROBE);
            } catch (IllegalStateException e) {
                return false;
            }
            underWay++;
            return true;
        }
    }

    private static void end() {
        synchronized (LOCK) {
            underWay--;
            LOCK.notifyAll();
        }
    }

    private static void awaitCalls() {
        long end = System.nanoTime() + MOST_MILLIS * 1_000_000;
        synchronized (LOCK) {
            try {
                for (long millis = MOST_MILLIS; underWay > 0 && millis > 0; millis = (end - System.nanoTime()) / 1_000_000) {
                    LOCK.wait(millis);
                }
            } catch (InterruptedException e) {
                // The process ends at once.
            }
        }
    }
}
