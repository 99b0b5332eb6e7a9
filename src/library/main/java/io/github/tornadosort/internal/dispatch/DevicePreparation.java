package io.github.tornadosort.internal.dispatch;

import io.github.tornadosort.SortStats.Reason;
import io.github.tornadosort.internal.device.SortRequest;
import io.github.tornadosort.internal.operation.DeviceOperations;
import io.github.tornadosort.internal.policy.SortPolicies;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ThreadFactory;

/**
 * Prepares a device on another thread, while the host sorts: opens the device, tests the kernels of the requested sorts and
 * compiles them. The thread is a daemon. It starts with the first request and ends with the last one.
 *
 * <p>How many sorts will follow is not known. The device is prepared when the sorts that it would have taken, and that the host
 * has done for want of it, have cost as much as the preparation: whatever follows, the cost is at most twice the least possible
 * one (Karlin et al. 1988, "Competitive snoopy caching").
 */
public final class DevicePreparation {
    /** How long {@link #close} waits. */
    private static final Duration LONGEST_WAIT = Duration.ofMillis(500);
    /** If a preparation takes longer than expected, it is expected to take another quarter of that time. */
    private static final int OVERDUE = 4;

    private final Opener opener;
    private final ThreadFactory threads;
    /** The requests that wait. */
    private final LinkedHashSet<SortRequest> waiting = new LinkedHashSet<>();
    /** The request that the thread works on; null if there is no thread. */
    private SortRequest current;
    private long currentStart;
    private Thread thread;
    private boolean isFirst = true;
    private boolean closed;
    /** What the thread does at its end; null if {@link #close} does that. */
    private Runnable atEnd;
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
     * Returns where a call runs that a device would do faster. It runs on the device if that is prepared, or is expected to be
     * prepared before the host could end the call. Otherwise it runs on the host, and the device is prepared for such sorts if
     * they have cost enough by then.
     *
     * @param nanos expected time of the call on the host
     * @param sorts the sorts on the device that the call consists of, each of which has cost a part of the time
     * @param device the device, or null if it is not open
     * @return {@link Reason#DEVICE}, {@link Reason#DEVICE_STARTING} if the device is being prepared, or
     *     {@link Reason#DEVICE_NOT_STARTED} if it is not worth that yet
     */
    public Reason where(double nanos, List<SortRequest> sorts, DeviceOperations device) {
        Set<SortRequest> missing = new LinkedHashSet<>(sorts);
        missing.removeIf(sort -> device != null && device.isPrepared(sort));
        synchronized (this) {
            Set<SortRequest> unrequested = new LinkedHashSet<>(missing);
            unrequested.removeIf(sort -> waiting.contains(sort) || sort.equals(current));
            long preparation = SortPolicies.startNanos();
            if (closed || nanos >= remainingNanos(preparation) + unrequested.size() * preparation) {
                return Reason.DEVICE;
            }
            allHostNanos += nanos;
            sorts.forEach(sort -> hostNanos.merge(sort, nanos / sorts.size(), Double::sum));
            boolean started = unrequested.size() < missing.size() || missing.isEmpty();
            for (SortRequest sort : unrequested) {
                double cost = isFirst && device == null ? allHostNanos : hostNanos.get(sort);
                started |= cost >= preparation && request(sort);
            }
            return started ? Reason.DEVICE_STARTING : Reason.DEVICE_NOT_STARTED;
        }
    }

    /** Returns the time that all requests are expected to take from now, if one takes this time. */
    private long remainingNanos(long each) {
        long left = current == null ? 0 : Math.max(each - (System.nanoTime() - currentStart), each / OVERDUE);
        return waiting.size() * each + left;
    }

    /** Returns false if no thread can be started, so that the host goes on. */
    private boolean request(SortRequest sort) {
        if (thread == null && !startThread()) {
            return false;
        }
        isFirst = false;
        waiting.add(sort);
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
            } catch (Throwable e) {
                fail(e);
            }
        }
    }

    /** Takes the next request; returns false if there is none. */
    private boolean next() {
        Runnable free;
        synchronized (this) {
            current = closed || waiting.isEmpty() ? null : waiting.removeFirst();
            if (current != null) {
                currentStart = System.nanoTime();
                return true;
            }
            thread = null;
            free = atEnd;
        }
        if (free != null) {
            free.run();
        }
        return false;
    }

    private void prepare(SortRequest sort) {
        DeviceOperations device = opener.open(sort);
        if (device != null) {
            device.prepare(sort);
        }
    }

    private synchronized void fail(Throwable e) {
        if (!closed) {
            waiting.clear();
            opener.leaveOut(e);
        }
    }

    /**
     * Cancels the preparation and frees what it uses when its thread has ended. A driver cannot be interrupted: if the thread
     * does not end soon, it frees all itself when it ends, and this method does not wait for that.
     *
     * @param free frees what the preparation uses; called once
     */
    public void close(Runnable free) {
        Thread running = cancel();
        if (running != null) {
            awaitEnd(running);
        }
        synchronized (this) {
            if (thread != null) {
                atEnd = free;
                return;
            }
        }
        free.run();
    }

    /** Returns the thread that will end soon, or null if there is none. */
    private synchronized Thread cancel() {
        closed = true;
        if (thread != null) {
            thread.interrupt();
        }
        return thread;
    }

    /** Waits for the end of a thread, but not long. If the calling thread is interrupted, it waits all the same. */
    private static void awaitEnd(Thread running) {
        long end = System.nanoTime() + LONGEST_WAIT.toNanos();
        boolean interrupted = Thread.interrupted();
        for (long left = end - System.nanoTime(); left > 0 && running.isAlive(); left = end - System.nanoTime()) {
            try {
                running.join(Duration.ofNanos(left));
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
