package io.github.tornadosort.internal.dispatch;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.NoBackendException;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortKey;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.SortOptions.Processor;
import io.github.tornadosort.SortStats;
import io.github.tornadosort.SortStats.Reason;
import io.github.tornadosort.internal.device.SortRequest;
import io.github.tornadosort.internal.driver.DriverCalls;
import io.github.tornadosort.internal.driver.DriverFailure;
import io.github.tornadosort.internal.host.keys.HostKeys;
import io.github.tornadosort.internal.host.rows.HostPairs;
import io.github.tornadosort.internal.operation.DeviceOperations;
import io.github.tornadosort.internal.plan.Checkpoint;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import io.github.tornadosort.internal.policy.Crossovers;
import io.github.tornadosort.internal.policy.SortPolicies;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;

/**
 * Decides where sorts run, and opens the device when the first one needs it. Options that name a processor decide first, then the
 * number of keys, then the measured costs of the host and the device.
 */
public final class Dispatch implements DevicePreparation.Opener, AutoCloseable {
    /** The host sorts fewer keys whatever devices there are: it takes less than a millisecond, and needs no costs. */
    private static final int FEW_KEYS = 1 << 17;

    private final Supplier<DeviceOperations> openDevice;
    private final boolean deviceAlone;
    /** Null if sorts wait until the device is ready. */
    private final DevicePreparation preparation;
    /**
     * The smallest numbers of keys that the device may sort faster than the host. Null until they are needed; exact as soon as the
     * device is open.
     */
    private volatile Crossovers crossovers;
    /** Null until an operation needs the device. */
    private volatile DeviceOperations device;
    private volatile boolean closed;

    private Dispatch(Supplier<DeviceOperations> openDevice, boolean deviceAlone, boolean background) {
        this.openDevice = openDevice;
        this.deviceAlone = deviceAlone;
        this.preparation = background ? new DevicePreparation(this) : null;
    }

    /** Chooses between the host and the device. While the device is prepared, the host sorts. */
    public static Dispatch inBackground(Supplier<DeviceOperations> openDevice) {
        return new Dispatch(openDevice, false, true);
    }

    /** Chooses between the host and the device. Sorts wait until the device is ready. */
    public static Dispatch waiting(Supplier<DeviceOperations> openDevice) {
        return new Dispatch(openDevice, false, false);
    }

    /** Sorts on the device, unless options ask for the host. */
    public static Dispatch deviceAlone(Supplier<DeviceOperations> openDevice) {
        return new Dispatch(openDevice, true, false);
    }

    /** Opens the first device. A class, since the first lambda expression of a JVM takes some 20 ms. */
    public static final class FirstDevice implements Supplier<DeviceOperations> {
        @Override
        public DeviceOperations get() {
            SortDevice first = SortDevice.preferred();
            return new DeviceOperations(first, SortPolicies.forDevice(first), Checkpoint.INTERRUPTS);
        }
    }

    /** Returns where a sort of a column runs now: {@link Reason#DEVICE}, or on the host for another reason. */
    public Reason where(Column keys, Payload payload, SortOptions options) {
        return where(keys.size(), keys.type(), payload, options);
    }

    /**
     * Returns where a sort runs now: {@link Reason#DEVICE}, or on the host for another reason. Looks for devices only if one may be
     * faster.
     *
     * @throws IllegalStateException if this object is closed
     */
    public Reason where(long n, KeyType type, Payload payload, SortOptions options) {
        return where(n, type, payload, options, preparation, 1);
    }

    /** Returns whether a sort runs on the device once that is ready. Prepares nothing. */
    public boolean isOnDevice(long n, KeyType type, Payload payload, SortOptions options) {
        return where(n, type, payload, options, null, 1) == Reason.DEVICE;
    }

    /**
     * Returns whether rows are sorted by several keys on the device: if a key's sort is faster there and no other key's kernels are
     * missing, or if one insists on the device.
     */
    public boolean isLexsortOnDevice(List<SortKey> keys) {
        boolean faster = false;
        boolean unprepared = false;
        for (int i = 0; i < keys.size(); i++) {
            Column key = keys.get(i).keys();
            SortOptions options = keys.get(i).options();
            // The host sorts rows once, by all keys.
            Reason where = where(key.size(), key.type(), i == 0 ? Payload.INDICES : Payload.VALUES, options, preparation,
                    1.0 / keys.size());
            if (where == Reason.DEVICE && (options.processor() == Processor.DEVICE || options.needDevice())) {
                return true;
            }
            faster |= where == Reason.DEVICE;
            unprepared |= isUnprepared(where);
        }
        return faster && !unprepared;
    }

    /**
     * Returns where a sort runs.
     *
     * @param unprepared prepares the device if the host sorts meanwhile; null if sorts wait for the device
     * @param share the part of the host's time that the device would save
     */
    private Reason where(
            long n, KeyType type, Payload payload, SortOptions options, DevicePreparation unprepared, double share) {
        requireOpen();
        boolean keysAlone =
                n > HostPairs.MAX_KEYS && payload == Payload.NONE && HostKeys.areComparedByAllBits(type, options);
        long most = keysAlone ? HostKeys.MAX_KEYS : HostPairs.MAX_KEYS;
        return switch (options.processor()) {
            case HOST -> {
                if (n > most) {
                    throw new IllegalArgumentException(n + " keys: the host sorts at most " + most
                            + (keysAlone ? "" : " together with values or indices, or by some of their bits")
                            + "; sort on the device, which takes chunks");
                }
                yield Reason.HOST_REQUESTED;
            }
            case DEVICE -> Reason.DEVICE;
            case FASTEST -> deviceAlone || options.needDevice() || n > most
                    ? Reason.DEVICE
                    : n < FEW_KEYS ? Reason.HOST : fastest(n, type, payload, unprepared, share);
        };
    }

    private Reason fastest(long n, KeyType type, Payload payload, DevicePreparation unprepared, double share) {
        boolean hasPayload = payload != Payload.NONE;
        if (crossovers == null) {
            Crossovers least = SortPolicies.crossovers(null, HostKeys.threads());
            setCrossovers(least, false);
        }
        Crossovers found = crossovers;
        if (n < found.of(type, hasPayload) || DriverCalls.areOver()) {
            return Reason.HOST;
        }
        Reason where = unprepared == null
                ? Reason.DEVICE
                : unprepared.where(
                        share * found.hostNanos(type, hasPayload, n), new SortRequest(type, payload, n), device);
        if (where != Reason.DEVICE) {
            return where;
        }
        return hasDevice() && n >= crossovers.of(type, hasPayload) ? Reason.DEVICE : Reason.HOST;
    }

    /** Sets the table, unless a thread has found meanwhile that no device can be used, or, if this one is not exact, set another. */
    private synchronized void setCrossovers(Crossovers table, boolean exact) {
        if (crossovers == null || exact && crossovers != Crossovers.NONE) {
            crossovers = table;
        }
    }

    /** Returns whether the host sorts because the device is not ready. */
    private static boolean isUnprepared(Reason where) {
        return where == Reason.DEVICE_NOT_STARTED || where == Reason.DEVICE_STARTING;
    }

    /** Returns the statistics of a sort on the host, with the reason for which it ran there. */
    public static SortStats onHost(Reason where, SortStats stats) {
        return isUnprepared(where) && stats.reason() == Reason.HOST
                ? stats.toBuilder().ran(where, stats.device()).build()
                : stats;
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
                    if (!deviceAlone) {
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
        return sort.n() < crossovers.of(sort.type(), sort.hasPayload()) ? null : open;
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
     * Cancels the preparation of the device, waits for the operation that runs on it, and frees its memory. If the driver does not end the
     * preparation soon, the memory is freed when it does.
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
