package io.github.tornadosort.internal.policy;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import uk.ac.manchester.tornado.api.enums.TornadoDeviceType;

/**
 * Finds the policy for a device: the policy in the user's file, or else the policy of the device's family in {@code
 * tornado-config}. Files in {@code tornado-config} are read once per JVM.
 */
public final class SortPolicies {
    /** System property: a {@linkplain PolicyFile policy file} that replaces the policies of all devices. */
    public static final String PROPERTY = "tornadosort.policy";
    /** System property: a file of {@linkplain Crossovers costs} that replaces {@code tornado-config/costs.rules}. */
    public static final String COSTS_PROPERTY = "tornadosort.costs";

    /** System property: a file of {@linkplain StartUp start-up times} that replaces {@code tornado-config/startup.rules}. */
    public static final String STARTUP_PROPERTY = "tornadosort.startup";

    private static final Map<String, Crossovers> CROSSOVERS = new ConcurrentHashMap<>();
    private static final Map<String, SortPolicy> POLICIES = new ConcurrentHashMap<>();
    private static final Map<String, StartUp> START_UPS = new ConcurrentHashMap<>();

    private SortPolicies() {}

    /**
     * Returns the policy in the user's file if the property names one, and otherwise the policy of the device's family.
     *
     * @throws PolicyFileException if the user's file cannot be used
     */
    public static SortPolicy forDevice(SortDevice device) {
        return fromFile(PROPERTY, PolicyFile::read).orElseGet(() -> builtIn(family(device)));
    }

    /**
     * Returns the numbers of keys from which a device is expected to sort faster than the host.
     *
     * @param threads the number of the host's cores
     * @throws PolicyFileException if the user's file cannot be used
     */
    public static Crossovers crossovers(SortDevice device, int threads) {
        return crossovers(family(device), threads);
    }

    /**
     * Returns the numbers of keys from which the fastest of several devices is expected to sort faster than the host.
     *
     * @param devices at least one
     * @param threads the number of the host's cores
     * @throws PolicyFileException if the user's file cannot be used
     */
    public static Crossovers crossovers(List<SortDevice> devices, int threads) {
        return devices.stream()
                .map(device -> crossovers(device, threads))
                .min(Comparator.comparingLong(each -> each.of(KeyType.INT32, false)))
                .orElseThrow();
    }

    /**
     * Returns the smallest numbers of keys from which any device may be faster than the host. The host sorts fewer keys, whatever
     * devices there are.
     *
     * @param threads the number of the host's cores
     * @throws PolicyFileException if the user's file cannot be used
     */
    public static Crossovers leastCrossovers(int threads) {
        return crossovers(Crossovers.ANY, threads);
    }

    private static Crossovers crossovers(String family, int threads) {
        BiFunction<String, InputStream, Crossovers> read = (file, in) -> Crossovers.read(file, in, family, threads);
        return fromFile(COSTS_PROPERTY, read)
                .orElseGet(() -> CROSSOVERS.computeIfAbsent(
                        family + " " + threads, _ -> fromResource("costs.rules", read)));
    }

    /**
     * Returns how long the devices of a backend take to start.
     *
     * @param backend as {@link SortDevice#backend}, or {@link StartUp#SDK}
     * @throws PolicyFileException if the user's file cannot be used
     */
    public static StartUp startUp(String backend) {
        BiFunction<String, InputStream, StartUp> read = (file, in) -> StartUp.read(file, in, backend);
        return fromFile(STARTUP_PROPERTY, read)
                .orElseGet(() -> START_UPS.computeIfAbsent(backend, _ -> fromResource("startup.rules", read)));
    }

    /** Returns the family of a device: gpu, cpu or jvm. */
    public static String family(SortDevice device) {
        if (device.type() == TornadoDeviceType.GPU) {
            return "gpu";
        }
        return device.backend().equals("jvm") ? "jvm" : "cpu";
    }

    /** Reads the file that a property names. Returns an empty optional if the property is not set. */
    private static <T> Optional<T> fromFile(String property, BiFunction<String, InputStream, T> read) {
        String file = System.getProperty(property);
        if (file == null) {
            return Optional.empty();
        }
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            return Optional.of(read.apply(file, in));
        } catch (NoSuchFileException e) {
            throw new PolicyFileException(file, "no such file (-D" + property + " names it)", e);
        } catch (IOException e) {
            throw new PolicyFileException(file, "cannot be read: " + e, e);
        }
    }

    /** {@return the policy in {@code tornado-config/<family>.properties}} */
    static SortPolicy builtIn(String family) {
        return POLICIES.computeIfAbsent(family, _ -> fromResource(family + ".properties", PolicyFile::read));
    }

    private static <T> T fromResource(String name, BiFunction<String, InputStream, T> read) {
        String resource = "/tornado-config/" + name;
        try (InputStream in = SortPolicies.class.getResourceAsStream(resource)) {
            return read.apply(resource, in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
