package io.github.tornadosort.internal.dispatch;

import io.github.tornadosort.SortStats.Reason;
import io.github.tornadosort.internal.device.SortRequest;
import io.github.tornadosort.internal.operation.DeviceOperations;
import io.github.tornadosort.internal.policy.SortPolicies;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ThreadFactory;

/**
 * Prepares a device on another thread, while the host sorts: opens the device, tests the kernels of the requested sorts and compiles
 * them. The thread is a daemon. It starts with the first request and ends with the last one.
 *
 * <p>How many sorts will follow is not known. The device is prepared when the sorts that it would have taken, and that the host has
 * done for want of it, have cost as much as the preparation: whatever follows, the cost is at most twice the least possible one
 * (Karlin et al. 1988, "Competitive snoopy caching").
 */
public final class DevicePreparation implements AutoCloseable {
    /** If a preparation takes longer than expected, it is expected to take another quarter of that time. */
    private static final int OVERDUE = 4;

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
    /** Expected time of the sorts that the host has done for want of the device, of each kind and in all. */
    private final Map<SortRequest, Double> hostNanos = new HashMap<>();
    private double allHostNanos;

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
     * Returns where a sort runs that a device would do faster. It runs on the device if that is prepared, or is expected to be prepared
     * before the host could end the sort. Otherwise it runs on the host, and the device is prepared for such sorts if they have cost
     * enough by then.
     *
     * @param nanos expected time of the sort on the host
     * @param device the device, or null if it is not open
     * @return {@link Reason#DEVICE}, {@link Reason#DEVICE_STARTING} if the device is being prepared, or
     *     {@link Reason#DEVICE_NOT_STARTED} if it is not worth that yet
     */
    public Reason where(double nanos, SortRequest sort, DeviceOperations device) {
        boolean isPrepared = device != null && device.columns().isPrepared(sort);
        synchronized (this) {
            boolean isRequested = isPrepared || waiting.containsKey(sort) || sort.equals(current);
            long preparation = isRequested ? 0 : SortPolicies.startNanos();
            if (closed || nanos >= remainingNanos() + preparation) {
                return Reason.DEVICE;
            }
            double ofKind = hostNanos.merge(sort, nanos, Double::sum);
            allHostNanos += nanos;
            double cost = isFirst && device == null ? allHostNanos : ofKind;
            return isRequested || cost >= preparation && request(sort, preparation)
                    ? Reason.DEVICE_STARTING
                    : Reason.DEVICE_NOT_STARTED;
        }
    }

    /** Returns the time that all requests are expected to take from now. */
    private long remainingNanos() {
        long sum = waiting.values().stream().mapToLong(nanos -> nanos).sum();
        return current == null
                ? sum
                : sum + Math.max(currentNanos - (System.nanoTime() - currentStart), currentNanos / OVERDUE);
    }

    /** Returns false if no thread can be started, so that the host goes on. */
    private boolean request(SortRequest sort, long nanos) {
        if (thread == null && !startThread()) {
            return false;
        }
        isFirst = false;
        waiting.put(sort, nanos);
        return true;
    }

    private boolean startThread() {
        try {
            Thread started = threads.newThread(this::work);
            started.start();
            // It waits for this object's lock.
            thread = started;
            return true;
        } catch (OutOfMemoryError e) {
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
            return false;
        }
        currentNanos = waiting.remove(current);
        currentStart = System.nanoTime();
        return true;
    }

    private void prepare(SortRequest sort) {
        DeviceOperations device = opener.open(sort);
        if (device != null) {
            device.run(on -> {
                on.columns().prepare(sort);
                return null;
            });
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
}
