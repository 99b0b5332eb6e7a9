package io.github.tornadosort.policy;

import io.github.tornadosort.Algorithm;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import uk.ac.manchester.tornado.api.enums.TornadoDeviceType;

/** Finds the policy for a device: the user's file, or else the one of its family in {@code tornado-config}. */
public final class SortPolicies {
    /** System property: a {@linkplain PolicyFile policy file} that is used on every device, instead of its family's. */
    public static final String PROPERTY = "tornadosort.policy";

    private SortPolicies() {}

    /**
     * The policy in the user's file, if the property names one, otherwise that of the device's family.
     *
     * @throws PolicyFileException if the user's file cannot be used
     */
    public static SortPolicy forDevice(SortDevice device) {
        String file = System.getProperty(PROPERTY);
        if (file != null) {
            return fromFile(file);
        }
        return builtIn(family(device)).policy();
    }

    /** What {@code auto} sorts so many keys by, on this device. */
    public static Algorithm algorithm(SortDevice device, KeyType type, long n) {
        return AlgorithmRules.forKeys(device, type, n);
    }

    static String family(SortDevice device) {
        if (device.type() == TornadoDeviceType.GPU) {
            return "gpu";
        }
        return device.backend().equals("jvm") ? "jvm" : "cpu";
    }

    private static SortPolicy fromFile(String file) {
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            return PolicyFile.read(file, in).policy();
        } catch (NoSuchFileException e) {
            throw new PolicyFileException(file, "there is no such file (-D" + PROPERTY + " names it)", e);
        } catch (IOException e) {
            throw new PolicyFileException(file, "cannot be read: " + e, e);
        }
    }

    /** {@code tornado-config/<family>.json}. */
    static PolicyFile builtIn(String family) {
        String resource = "/tornado-config/" + family + ".json";
        try (InputStream in = SortPolicies.class.getResourceAsStream(resource)) {
            return PolicyFile.read(resource, in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
