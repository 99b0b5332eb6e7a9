package io.github.tornadosort.policy;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BiFunction;
import uk.ac.manchester.tornado.api.enums.TornadoDeviceType;

/** Finds the policy for a device: the user's file, or else the one of its family in {@code tornado-config}. */
public final class SortPolicies {
    /** System property: a {@linkplain PolicyFile policy file} that is used on every device, instead of its family's. */
    public static final String PROPERTY = "tornadosort.policy";
    /** System property: a file of rules for {@code auto}, in the place of {@code tornado-config/algorithms.json}. */
    public static final String RULES_PROPERTY = "tornadosort.algorithms";

    private SortPolicies() {}

    /**
     * The policy in the user's file, if the property names one, otherwise that of the device's family.
     *
     * @throws PolicyFileException if the user's file cannot be used
     */
    public static SortPolicy forDevice(SortDevice device) {
        return fromFile(PROPERTY, (file, in) -> PolicyFile.read(file, in).policy())
                .orElseGet(() -> builtIn(family(device)).policy());
    }

    /**
     * What {@code auto} sorts by on this device: by the user's rules, if the property names a file of them, otherwise by
     * those in {@code tornado-config}.
     *
     * @throws PolicyFileException if the user's file cannot be used
     */
    public static AlgorithmRules algorithms(SortDevice device) {
        BiFunction<String, InputStream, AlgorithmRules> read =
                (file, in) -> AlgorithmRules.read(file, in, family(device));
        return fromFile(RULES_PROPERTY, read).orElseGet(() -> fromResource("algorithms", read));
    }

    static String family(SortDevice device) {
        if (device.type() == TornadoDeviceType.GPU) {
            return "gpu";
        }
        return device.backend().equals("jvm") ? "jvm" : "cpu";
    }

    /** What is read from the file that a property names, if it names one. */
    private static <T> Optional<T> fromFile(String property, BiFunction<String, InputStream, T> read) {
        String file = System.getProperty(property);
        if (file == null) {
            return Optional.empty();
        }
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            return Optional.of(read.apply(file, in));
        } catch (NoSuchFileException e) {
            throw new PolicyFileException(file, "there is no such file (-D" + property + " names it)", e);
        } catch (IOException e) {
            throw new PolicyFileException(file, "cannot be read: " + e, e);
        }
    }

    /** {@code tornado-config/<family>.json}. */
    static PolicyFile builtIn(String family) {
        return fromResource(family, PolicyFile::read);
    }

    private static <T> T fromResource(String name, BiFunction<String, InputStream, T> read) {
        String resource = "/tornado-config/" + name + ".json";
        try (InputStream in = SortPolicies.class.getResourceAsStream(resource)) {
            return read.apply(resource, in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
