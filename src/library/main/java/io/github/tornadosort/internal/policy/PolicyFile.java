package io.github.tornadosort.internal.policy;

import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import java.io.InputStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A policy as a {@linkplain DataFile data file} with one {@code name = value} per line. The names are the components of {@link
 * SortPolicy}. An unknown or repeated name is an error, since a misspelt name would otherwise change the policy silently.
 */
public final class PolicyFile {
    private static final String KERNELS = "kernels";
    private static final String RADIX_BITS = "radixBits";
    private static final String BLOCKS_PER_UNIT = "blocksPerUnit";
    private static final String WORK_ITEMS = "workItems";
    private static final String ITEMS_PER_WORK_ITEM = "itemsPerWorkItem";
    private static final String MERGED_KEYS = "mergedKeys";
    private static final String BUCKETED_KEYS = "bucketedKeys";
    private static final String CHUNK_KEYS = "chunkKeys";
    private static final List<String> NAMES =
            List.of(KERNELS, RADIX_BITS, BLOCKS_PER_UNIT, WORK_ITEMS, ITEMS_PER_WORK_ITEM, MERGED_KEYS, BUCKETED_KEYS,
                    CHUNK_KEYS);

    private final Map<String, String> values;

    private PolicyFile(Map<String, String> values) {
        this.values = values;
    }

    /**
     * Reads a policy.
     *
     * @param file the file name for error messages
     * @throws PolicyFileException if a line is malformed or a value is out of range
     */
    static SortPolicy read(String file, InputStream in) {
        Map<String, String> values = new LinkedHashMap<>();
        for (DataFile.Line line : DataFile.read(file, in)) {
            String[] parts = line.text().split("=", 2);
            String name = parts[0].strip();
            String problem = parts.length < 2
                    ? "expected 'name = value', found '" + line.text() + "'"
                    : !NAMES.contains(name)
                            ? "there is no '" + name + "', only " + NAMES
                    : values.put(name, parts[1].strip()) != null ? "'" + name + "' is repeated" : null;
            if (problem != null) {
                throw new PolicyFileException(file, "line " + line.number() + ": " + problem, null);
            }
        }
        try {
            return new PolicyFile(values).policy();
        } catch (IllegalArgumentException e) {
            throw new PolicyFileException(file, e.getMessage(), e);
        }
    }

    private SortPolicy policy() {
        Kernels kernels = kernels();
        String none = kernels == Kernels.WORK_GROUP ? null : "0";
        return new SortPolicy(
                kernels,
                number(RADIX_BITS, null),
                number(BLOCKS_PER_UNIT, null),
                number(WORK_ITEMS, none),
                number(ITEMS_PER_WORK_ITEM, none),
                number(MERGED_KEYS, "0"),
                number(BUCKETED_KEYS, "0"),
                number(CHUNK_KEYS, "0"));
    }

    private Kernels kernels() {
        String text = values.get(KERNELS);
        return Arrays.stream(Kernels.values())
                .filter(kernels -> kernels.name().equals(text))
                .findFirst()
                .orElseThrow(() -> expected(KERNELS, "one of " + Arrays.toString(Kernels.values())));
    }

    /** @param otherwise the default value of a missing name; null if the name is required */
    private int number(String name, String otherwise) {
        String text = values.getOrDefault(name, otherwise);
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw expected(name, "a whole number");
        }
    }

    private IllegalArgumentException expected(String name, String allowed) {
        String found = values.containsKey(name) ? "is '" + values.get(name) + "'" : "is missing";
        return new IllegalArgumentException("'" + name + "' " + found + ", must be " + allowed);
    }

    /**
     * Returns the text of a policy file, as {@link SortPolicies#PROPERTY} names one.
     *
     * @param description the comment at the start of the file
     * @param measured the comment above each value, by name: the measurements that the value is based on
     */
    public static String text(String description, SortPolicy policy, Map<String, String> measured) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put(KERNELS, policy.kernels());
        values.put(RADIX_BITS, policy.radixBits());
        values.put(BLOCKS_PER_UNIT, policy.blocksPerUnit());
        if (policy.kernels() == Kernels.WORK_GROUP) {
            values.put(WORK_ITEMS, policy.workItems());
            values.put(ITEMS_PER_WORK_ITEM, policy.itemsPerWorkItem());
            values.put(MERGED_KEYS, policy.mergedKeys());
            values.put(BUCKETED_KEYS, policy.bucketedKeys());
            values.put(CHUNK_KEYS, policy.chunkKeys());
        }
        StringBuilder text = new StringBuilder();
        comment(text, description);
        values.forEach((name, value) -> {
            comment(text, measured.getOrDefault(name, ""));
            text.append(name).append(" = ").append(value).append('\n');
        });
        return text.toString();
    }

    private static void comment(StringBuilder text, String comment) {
        comment.lines().forEach(line -> text.append("# ").append(line).append('\n'));
    }
}
