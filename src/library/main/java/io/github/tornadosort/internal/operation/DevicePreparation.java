package io.github.tornadosort.internal.operation;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.internal.device.SortRequest;
import io.github.tornadosort.internal.plan.PlanShape;
import io.github.tornadosort.internal.policy.SortPolicies;
import io.github.tornadosort.internal.policy.StartUp;
import io.github.tornadosort.internal.selftest.SelfTests;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;

/**
 * Prepares a device on another thread, while the host sorts: opens the device, tests the kernels of the requested sorts and compiles
 * them. The thread is a daemon. It starts with the first request and ends with the last one.
 *
 * <p>A driver may crash if the process ends while it compiles. The shutdown of the JVM therefore waits until the current execution
 * on the device has ended, and the preparation is cancelled before the next one.
 */
public final class DevicePreparation implements AutoCloseable {
    /** If a preparation takes longer than expected, it is expected to take another quarter of that time. */
    private static final int OVERDUE = 4;

    /** The backends that may load an OpenCL driver. */
    private static final List<String> OPENCL = List.of("opencl", "spirv");

    private final Opener opener;
    private final ThreadFactory threads;
    /** The requests that wait, and the time that each is expected to take. */
    private final Map<SortRequest, Long> waiting = new LinkedHashMap<>();
    /** The request that the thread works on; null if there is no thread. */
    private SortRequest current;
    private long currentStart;
    private long currentNanos;
    private Thread thread;
    private boolean isFirst = true;
    private boolean closed;

    /** Opens the device, or does without it. */
    public interface Opener {
        /** Opens the device when it is first called. Returns null if the host sorts such keys faster than the device. */
        DeviceOperations open(SortRequest sort);

        /** Lets the host sort from now on. The device cannot be used because of this failure. */
        void leaveOut(Throwable failure);
    }

    /** Makes a preparation without requests. */
    public DevicePreparation(Opener opener) {
        this(opener, Thread.ofPlatform().daemon().name("tornado-sort device preparation").factory());
    }

    /** @param threads makes daemon threads */
    DevicePreparation(Opener opener, ThreadFactory threads) {
        this.opener = opener;
        this.threads = threads;
    }

    /**
     * Returns whether the host is expected to sort before the device is prepared. If so, requests that the device is prepared for
     * such sorts.
     *
     * @param hostNanos expected time of the sort on the host
     * @param device the device, or null if it is not open
     */
    public boolean takesLonger(double hostNanos, SortRequest sort, DeviceOperations device) {
        boolean isPrepared = device != null && device.columns().isPrepared(sort);
        synchronized (this) {
            boolean isRequested = isPrepared || waiting.containsKey(sort) || sort.equals(current);
            long nanos = isRequested ? 0 : expectedNanos(sort, device);
            if (closed || hostNanos >= remainingNanos() + nanos) {
                return false;
            }
            return isRequested || request(sort, nanos);
        }
    }

    /** Returns the time that a further request is expected to take, without its self-test. */
    private long expectedNanos(SortRequest sort, DeviceOperations device) {
        StartUp startUp = SortPolicies.startUp(device == null ? unopened() : device.devices().getFirst().backend());
        long open = isFirst && device == null ? startUp.openNanos() : 0;
        return open + (isFirst ? startUp.compileNanos() : startUp.againNanos()) + sort.bytes() * startUp.nanosPerByte();
    }

    /**
     * Returns the backend by which start-up times are found before the device is open. An SDK with OpenCL is known beforehand, because
     * its driver must not start while the host sorts; see {@code startup.rules}.
     */
    private static String unopened() {
        if (System.getProperty("tornado.load.runtime.implementation") == null) {
            return "jvm";
        }
        for (String backend : OPENCL) {
            if (ModuleLayer.boot().findModule("tornado.drivers." + backend).isPresent()) {
                return backend;
            }
        }
        return StartUp.SDK;
    }

    /** Returns the time that all requests are expected to take from now. */
    private long remainingNanos() {
        long sum = waiting.values().stream().mapToLong(nanos -> nanos).sum();
        return current == null
                ? sum
                : sum + Math.max(currentNanos - (System.nanoTime() - currentStart), currentNanos / OVERDUE);
    }

    /** Returns false if no thread can be started: the JVM is shutting down, or has no memory for one. */
    private boolean request(SortRequest sort, long nanos) {
        if (thread == null && !startThread()) {
            return false;
        }
        isFirst = false;
        waiting.put(sort, nanos);
        return true;
    }

    private boolean startThread() {
        if (!ShutDown.waitsFor(this)) {
            return false;
        }
        try {
            Thread started = threads.newThread(this::work);
            started.start();
            // It waits for this object's lock.
            thread = started;
            return true;
        } catch (OutOfMemoryError e) {
            ShutDown.BUSY.remove(this);
            return false;
        }
    }

    private void work() {
        while (next()) {
            try {
                prepare(current);
            } catch (CancellationException e) {
                // Closed.
            } catch (RuntimeException | Error e) {
                fail(e);
            }
        }
    }

    /** Takes the next request; returns false if there is none. */
    private synchronized boolean next() {
        current = closed || waiting.isEmpty() ? null : waiting.keySet().iterator().next();
        if (current == null) {
            thread = null;
            ShutDown.BUSY.remove(this);
            return false;
        }
        expect(waiting.remove(current));
        return true;
    }

    private synchronized void expect(long nanos) {
        currentStart = System.nanoTime();
        currentNanos = nanos;
    }

    private void prepare(SortRequest sort) {
        DeviceOperations device = opener.open(sort);
        if (device != null) {
            expectTest(device.devices().getFirst(), sort);
            device.run(on -> {
                on.columns().prepare(sort);
                return null;
            });
        }
    }

    /** Expects a self-test before kernels are compiled, if there is no verdict yet. */
    private void expectTest(SortDevice device, SortRequest sort) {
        if (!SelfTests.ofUser().isTested(device, PlanShape.of(sort.type(), sort.payload()))) {
            StartUp startUp = SortPolicies.startUp(device.backend());
            expect(startUp.testNanos() + startUp.compileNanos() + sort.bytes() * startUp.nanosPerByte());
        }
    }

    private synchronized void fail(Throwable e) {
        if (!closed) {
            waiting.clear();
            opener.leaveOut(e);
        }
    }

    /**
     * Cancels the preparation and waits until its thread has ended. Its current execution on the device cannot be interrupted. If
     * the calling thread is interrupted, it waits all the same.
     */
    @Override
    public void close() {
        Thread running = cancel();
        boolean interrupted = false;
        while (running != null && running.isAlive()) {
            try {
                running.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the thread that will end soon, or null if there is none. */
    private synchronized Thread cancel() {
        closed = true;
        if (thread != null) {
            thread.interrupt();
        }
        return thread;
    }

    /** Cancels the preparations that are under way when the JVM shuts down. */
    private static final class ShutDown extends Thread {
        /** A driver that hangs must not keep the process alive for ever. */
        private static final long MOST_MILLIS = 10_000;

        private static final Set<DevicePreparation> BUSY = ConcurrentHashMap.newKeySet();
        private static ShutDown hook;
        private static boolean begun;

        private ShutDown() {
            super("tornado-sort shutdown");
        }

        /** Makes the shutdown wait for a preparation; returns false if the JVM is shutting down already. */
        private static synchronized boolean waitsFor(DevicePreparation preparation) {
            if (hook == null) {
                ShutDown added = new ShutDown();
                try {
                    Runtime.getRuntime().addShutdownHook(added);
                } catch (IllegalStateException e) {
                    return false;
                }
                hook = added;
            }
            BUSY.add(preparation);
            return !begun;
        }

        private static synchronized void begin() {
            begun = true;
        }

        @Override
        public void run() {
            begin();
            List<Thread> threads = BUSY.stream().map(DevicePreparation::cancel).filter(Objects::nonNull).toList();
            try {
                for (Thread each : threads) {
                    each.join(MOST_MILLIS);
                }
            } catch (InterruptedException e) {
                // The process ends at once.
            }
        }
    }
}
