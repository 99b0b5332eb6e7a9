package io.github.tornadosort.internal.dispatch;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.NoBackendException;
import io.github.tornadosort.Order;
import io.github.tornadosort.SortStats.Reason;
import io.github.tornadosort.internal.device.SortRequest;
import io.github.tornadosort.internal.driver.DriverCalls;
import io.github.tornadosort.internal.driver.DriverFailure;
import io.github.tornadosort.internal.host.keys.HostKeys;
import io.github.tornadosort.internal.host.rows.HostPairs;
import io.github.tornadosort.internal.operation.DeviceOperations;
import io.github.tornadosort.internal.order.ColumnKey;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.policy.Crossovers;
import io.github.tornadosort.internal.policy.Execution;
import io.github.tornadosort.internal.policy.Execution.Processor;
import io.github.tornadosort.internal.policy.SortPolicies;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;

/**
 * Decides where sorts run, and opens the device when the first one needs it. Settings that name a processor decide first, then
 * the number of keys, then the measured costs of the host and the device.
 */
public final class Dispatch implements DevicePreparation.Opener, AutoCloseable {
    /** The host sorts fewer keys whatever devices there are: it takes less than a millisecond, and needs no costs. */
    private static final int FEW_KEYS = 1 << 17;

    private final Supplier<DeviceOperations> openDevice;
    private final Execution execution;
    /** Null if sorts wait until the device is ready. */
    private final DevicePreparation preparation;
    /**
     * The smallest numbers of keys that the device may sort faster than the host. Null until they are needed; exact as soon as
     * the device is open.
     */
    private volatile Crossovers crossovers;
    /** Null until an operation needs the device. */
    private volatile DeviceOperations device;
    private volatile boolean closed;

    /**
     * Decides for sorts that are executed in one way.
     *
     * @param openDevice opens the device; called once, when a sort needs it
     * @param inBackground whether the host sorts while the device is prepared, if that takes less time; otherwise sorts wait
     */
    public Dispatch(Supplier<DeviceOperations> openDevice, Execution execution, boolean inBackground) {
        this.openDevice = openDevice;
        this.execution = execution;
        this.preparation = inBackground ? new DevicePreparation(this) : null;
    }

    /** Returns how sorts are executed. */
    public Execution execution() {
        return execution;
    }

    /** Returns where a sort of a column runs now: {@link Reason#DEVICE}, or on the host for another reason. */
    public Reason where(Column keys, Payload payload, Order order) {
        return where(keys.size(), keys.type(), payload, order);
    }

    /**
     * Returns where a sort runs now: {@link Reason#DEVICE}, or on the host for another reason. Looks for devices only if one
     * may be faster. A call asks once: the time of each sort on the host counts towards the start of the device.
     *
     * @throws IllegalStateException if this object is closed
     */
    public Reason where(long n, KeyType type, Payload payload, Order order) {
        Reason settled = settled(n, type, payload, order);
        return settled != null ? settled : fastest(n, List.of(new SortRequest(type, payload, n)), preparation);
    }

    /** Returns whether a sort runs on the device once that is ready. Prepares nothing. */
    public boolean isOnDevice(long n, KeyType type, Payload payload, Order order) {
        Reason settled = settled(n, type, payload, order);
        Reason where = settled != null ? settled : fastest(n, List.of(new SortRequest(type, payload, n)), null);
        return where == Reason.DEVICE;
    }

    /**
     * Returns whether rows are sorted by several keys on the device: one sort for each key, beginning with the least
     * significant one, all but the first with the indices of the rows as values. The host sorts rows once, by all keys.
     *
     * @param keys at least one, all of the same size; the first one is the primary key
     */
    public boolean isOnDevice(List<ColumnKey> keys) {
        long n = keys.getFirst().keys().size();
        List<SortRequest> sorts = new ArrayList<>();
        for (ColumnKey key : keys.reversed()) {
            sorts.add(new SortRequest(key.keys().type(), sorts.isEmpty() ? Payload.INDICES : Payload.VALUES, n));
        }
        Reason settled = settled(n, keys.getFirst().keys().type(), Payload.INDICES, Order.ASCENDING);
        return (settled != null ? settled : fastest(n, sorts, preparation)) == Reason.DEVICE;
    }

    /** Returns where a sort runs if that does not depend on what it costs, or null. */
    private Reason settled(long n, KeyType type, Payload payload, Order order) {
        requireOpen();
        boolean keysAlone =
                n > HostPairs.MAX_KEYS && payload == Payload.NONE && HostKeys.areComparedByAllBits(type, order);
        long most = keysAlone ? HostKeys.MAX_KEYS : HostPairs.MAX_KEYS;
        return switch (execution.processor()) {
            case HOST -> {
                if (n > most) {
                    throw new IllegalArgumentException(n + " keys: the host sorts at most " + most
                            + (keysAlone ? "" : " together with values or indices, or by some of their bits")
                            + "; sort on the device, which takes chunks");
                }
                yield Reason.HOST_REQUESTED;
            }
            case DEVICE -> Reason.DEVICE;
            case FASTEST -> n > most ? Reason.DEVICE : n < FEW_KEYS ? Reason.HOST : null;
        };
    }

    /**
     * Returns where a call is expected to end first.
     *
     * @param n number of keys
     * @param sorts the sorts on the device that the call consists of; the host sorts once
     * @param unprepared prepares the device if the host sorts meanwhile; null if sorts wait for the device
     */
    private Reason fastest(long n, List<SortRequest> sorts, DevicePreparation unprepared) {
        if (crossovers == null) {
            Crossovers least = SortPolicies.crossovers(null, HostKeys.threads());
            setCrossovers(least, false);
        }
        Crossovers found = crossovers;
        // The other sorts compile their kernels when they run.
        List<SortRequest> faster = sorts.stream().filter(sort -> isFaster(n, sort, found)).toList();
        if (faster.isEmpty() || DriverCalls.areOver()) {
            return Reason.HOST;
        }
        if (unprepared != null) {
            double hostNanos = sorts.stream()
                    .mapToDouble(sort -> found.hostNanos(sort.type(), sort.hasPayload(), n))
                    .average()
                    .orElseThrow();
            Reason where = unprepared.where(hostNanos, faster, device);
            if (where != Reason.DEVICE) {
                return where;
            }
        }
        return hasDevice() && sorts.stream().anyMatch(sort -> isFaster(n, sort, crossovers)) ? Reason.DEVICE : Reason.HOST;
    }

    /** Returns whether the device is expected to sort n keys faster than the host. */
    private static boolean isFaster(long n, SortRequest sort, Crossovers crossovers) {
        return n >= crossovers.of(sort.type(), sort.hasPayload());
    }

    /** Sets the table, unless no device can be used, or, if this one is not exact, another thread has set one. */
    private synchronized void setCrossovers(Crossovers table, boolean exact) {
        if (crossovers == null || exact && crossovers != Crossovers.NONE) {
            crossovers = table;
        }
    }

    /**
     * Returns the operations on the device; opens it on the first call.
     *
     * @throws NoBackendException if there is no implementation of TornadoVM's API
     * @throws IllegalStateException if there is no device, TornadoVM cannot load a driver, or this object is closed
     */
    public DeviceOperations device() {
        DeviceOperations open = device;
        if (open == null) {
            synchronized (openDevice) {
                requireOpen();
                open = device;
                if (open == null) {
                    open = openDevice.get();
                    if (execution.processor() == Processor.FASTEST) {
                        setCrossovers(SortPolicies.crossovers(open.device(), HostKeys.threads()), true);
                    }
                    device = open;
                }
            }
        }
        return open;
    }

    /** Returns whether there is a device; opens it on the first call. */
    private boolean hasDevice() {
        try {
            device();
            return true;
        } catch (CancellationException e) {
            throw e;
        } catch (IllegalStateException e) {
            leaveOut(e);
            return false;
        }
    }

    /** Opens the device on the thread that prepares it. */
    @Override
    public DeviceOperations open(SortRequest sort) {
        DeviceOperations open = device();
        return isFaster(sort.n(), sort, crossovers) ? open : null;
    }

    /** Several threads may find at the same time that the device cannot be used; one says so. */
    @Override
    public void leaveOut(Throwable failure) {
        synchronized (this) {
            if (crossovers == Crossovers.NONE) {
                return;
            }
            crossovers = Crossovers.NONE;
        }
        if (!(failure instanceof NoBackendException)) {
            LoggerFactory.getLogger(Dispatch.class)
                    .warn("The host sorts, since no device can be used: {}",
                            failure instanceof IllegalStateException ? failure.getMessage() : DriverFailure.reason(failure));
        }
    }

    /** Returns the number of results of the device that were wrong. */
    public int mismatches() {
        DeviceOperations open = device;
        return open == null ? 0 : open.mismatches();
    }

    /** Throws an exception if this object is closed. */
    public void requireOpen() {
        if (closed) {
            throw new IllegalStateException("this sorter is closed");
        }
    }

    /**
     * Cancels the preparation of the device, waits for the operation that runs on it, and frees its memory. If the driver does
     * not end the preparation soon, the memory is freed when it does.
     */
    @Override
    public void close() {
        closed = true;
        if (preparation == null) {
            closeDevice();
        } else {
            preparation.close(this::closeDevice);
        }
    }

    private void closeDevice() {
        DeviceOperations open;
        synchronized (openDevice) {
            open = device;
        }
        if (open != null) {
            open.close();
        }
    }
}
