package io.github.tornadosort.internal.policy;

import io.github.tornadosort.internal.policy.SortPolicy.Kernels;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.TreeSet;

/**
 * A file of properties, in UTF-8, that replaces built-in values:
 *
 * <pre>
 * # components of SortPolicy
 * radixBits = 7
 * blocksPerUnit = 4
 * # nanoseconds per key of one core of the host, and microseconds and nanoseconds per key of the device
 * cost.keys32 = 17 600 0.30
 * # until the device sorts keys of one kind
 * startMillis = 2000
 * </pre>
 *
 * If there is a cost, the device is used for the kinds of sorts that have one: keys32, keys64, pairs32 and pairs64. An unknown name is an
 * error, since a misspelt name would have no effect.
 */
final class PolicyFile {
    private static final List<String> KINDS = List.of("keys32", "keys64", "pairs32", "pairs64");
    private static final String COST = "cost.";
    private static final String KERNELS = "kernels";
    private static final String START = "startMillis";
    private static final List<String> NAMES = List.of(
            KERNELS, "radixBits", "blocksPerUnit", "workItems", "laboratoryItems", "keysAtOnce", "bucketedKeys",
            "chunkKeys",
            START, "cost.keys32", "cost.keys64", "cost.pairs32", "cost.pairs64");

    private final String file;
    private final Properties values;

    private PolicyFile(String file, Properties values) {
        this.file = file;
        this.values = values;
    }

    /**
     * Reads the file that the system property names. Returns null if it is not set.
     *
     * @throws PolicyFileException if it cannot be read, or a name is unknown
     */
    static PolicyFile ofUser() {
        String file = System.getProperty(SortPolicies.PROPERTY);
        return file == null ? null : read(file);
    }

    private static PolicyFile read(String file) {
        Properties values = new Properties();
        try (Reader in = Files.newBufferedReader(Path.of(file))) {
            values.load(in);
        } catch (NoSuchFileException e) {
            throw new PolicyFileException(file, "no such file (-D" + SortPolicies.PROPERTY + " names it)", e);
        } catch (IOException | IllegalArgumentException e) {
            throw new PolicyFileException(file, "cannot be read: " + e, e);
        }
        for (String name : new TreeSet<>(values.stringPropertyNames())) {
            if (!NAMES.contains(name)) {
                throw new PolicyFileException(file, "there is no '" + name + "', only " + NAMES, null);
            }
        }
        return new PolicyFile(file, values);
    }

    /** Returns a policy with the components that the file names. */
    SortPolicy policy(SortPolicy policy) {
        try {
            return new SortPolicy(
                    kernels(policy.kernels()),
                    number("radixBits", policy.radixBits()),
                    number("blocksPerUnit", policy.blocksPerUnit()),
                    number("workItems", policy.workItems()),
                    number("laboratoryItems", policy.laboratoryItems()),
                    number("keysAtOnce", policy.keysAtOnce()),
                    number("bucketedKeys", policy.bucketedKeys()),
                    number("chunkKeys", policy.chunkKeys()));
        } catch (PolicyFileException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw new PolicyFileException(file, e.getMessage(), e);
        }
    }

    private Kernels kernels(Kernels otherwise) {
        String text = values.getProperty(KERNELS, otherwise.name()).strip();
        for (Kernels kernels : Kernels.values()) {
            if (kernels.name().equals(text)) {
                return kernels;
            }
        }
        throw expected(KERNELS, List.of(Kernels.values()).toString());
    }

    private int number(String name, int otherwise) {
        String text = values.getProperty(name);
        try {
            return text == null ? otherwise : Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw expected(name, "a whole number");
        }
    }

    /** Returns the time until a device sorts. */
    long startMillis(long otherwise) {
        int millis = number(START, (int) otherwise);
        if (millis < 0) {
            throw expected(START, "0 or more");
        }
        return millis;
    }

    boolean hasCosts() {
        return KINDS.stream().anyMatch(kind -> values.containsKey(COST + kind));
    }

    /** Returns the costs by kind; null where there is none. */
    Crossovers.Cost[] costs() {
        return KINDS.stream().map(kind -> cost(COST + kind)).toArray(Crossovers.Cost[]::new);
    }

    private Crossovers.Cost cost(String name) {
        String text = values.getProperty(name);
        if (text == null) {
            return null;
        }
        String[] numbers = text.strip().split("\\s+");
        for (String number : numbers) {
            if (numbers.length != 3 || !number.matches("\\d{1,9}(\\.\\d{1,9})?")) {
                throw expected(name, "three numbers: ns per key of a core of the host, µs and ns per key of the device");
            }
        }
        return new Crossovers.Cost(
                Double.parseDouble(numbers[0]), Double.parseDouble(numbers[1]), Double.parseDouble(numbers[2]));
    }

    private PolicyFileException expected(String name, String allowed) {
        return new PolicyFileException(file, "'" + name + "' is '" + values.getProperty(name) + "', must be " + allowed,
                null);
    }
}
