package io.github.tornadosort.policy;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A policy as a JSON object: the fields of {@link SortPolicy} by their names, and beside them, for people, {@code family},
 * {@code notes}, and {@code measured}, an object that says in free text for any of those fields what was gained. Any other
 * field is an error: it would be a misspelt one, and the policy another than was meant.
 *
 * @param family which devices it is for
 * @param measured by field, what was measured; in the order in which it is written
 */
public record PolicyFile(String family, SortPolicy policy, Map<String, String> measured) {
    private static final ObjectMapper JSON = new ObjectMapper()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);

    private static final List<String> CHOICES =
            List.of("kernels", "radixBits", "blocksPerUnit", "workItems", "itemsPerWorkItem", "mergedKeys");

    private static final List<String> FOR_PEOPLE = List.of("family", "notes", "measured");

    /**
     * Reads a policy.
     *
     * @param file what the errors call it
     * @throws PolicyFileException if it is not as described above, or the policy's figures are not allowed
     */
    static PolicyFile read(String file, InputStream in) {
        JsonNode tree;
        try {
            tree = JSON.readTree(in);
        } catch (JacksonException e) {
            String where = e.getLocation() == null
                    ? ""
                    : "line " + e.getLocation().getLineNr() + ", column " + e.getLocation().getColumnNr() + ": ";
            throw new PolicyFileException(file, where + "not JSON: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new PolicyFileException(file, "cannot be read: " + e.getMessage(), e);
        }
        try {
            return of(tree);
        } catch (IllegalArgumentException e) {
            throw new PolicyFileException(file, e.getMessage(), e);
        }
    }

    private static PolicyFile of(JsonNode tree) {
        require(tree.isObject(), "expected a JSON object with the fields " + CHOICES);
        requireKnown("", tree, CHOICES, FOR_PEOPLE);
        SortPolicy.Kernels kernels = kernels(tree);
        boolean groups = kernels == Kernels.WORK_GROUP;
        SortPolicy policy = new SortPolicy(
                kernels,
                number(tree, "radixBits"),
                number(tree, "blocksPerUnit"),
                groups || tree.has("workItems") ? number(tree, "workItems") : 0,
                groups || tree.has("itemsPerWorkItem") ? number(tree, "itemsPerWorkItem") : 0,
                tree.has("mergedKeys") ? number(tree, "mergedKeys") : 0);
        return new PolicyFile(tree.path("family").asText(), policy, measured(tree));
    }

    private static Kernels kernels(JsonNode tree) {
        String text = tree.path("kernels").asText();
        return Arrays.stream(Kernels.values())
                .filter(kernels -> kernels.name().equals(text))
                .findFirst()
                .orElseThrow(() -> expected(tree, "kernels", "one of " + Arrays.toString(Kernels.values())));
    }

    private static int number(JsonNode tree, String field) {
        JsonNode value = tree.path(field);
        if (!value.isInt()) {
            throw expected(tree, field, "a whole number");
        }
        return value.intValue();
    }

    private static Map<String, String> measured(JsonNode tree) {
        JsonNode measured = tree.path("measured");
        if (!measured.isObject() && !measured.isMissingNode()) {
            throw expected(tree, "measured", "an object with a text for each of the fields " + CHOICES);
        }
        requireKnown("measured.", measured, CHOICES, List.of());
        Map<String, String> texts = new LinkedHashMap<>();
        measured.properties().forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
        return texts;
    }

    private static void requireKnown(String prefix, JsonNode object, List<String> choices, List<String> others) {
        object.fieldNames().forEachRemaining(field -> require(
                choices.contains(field) || others.contains(field),
                "there is no field '" + prefix + field + "', only " + choices
                        + (others.isEmpty() ? "" : " and, for people, " + others)));
    }

    private static IllegalArgumentException expected(JsonNode tree, String field, String allowed) {
        return new IllegalArgumentException(
                tree.has(field)
                        ? "field '" + field + "' is " + tree.get(field) + ", must be " + allowed
                        : "field '" + field + "' is missing, must be " + allowed);
    }

    private static void require(boolean holds, String problem) {
        if (!holds) {
            throw new IllegalArgumentException(problem);
        }
    }

    /** The file's text, which {@link SortPolicies#PROPERTY} takes. */
    public String toJson() {
        ObjectNode tree = JSON.createObjectNode().put("family", family);
        tree.put("kernels", policy.kernels().name());
        tree.put("radixBits", policy.radixBits());
        tree.put("blocksPerUnit", policy.blocksPerUnit());
        if (policy.kernels() == Kernels.WORK_GROUP) {
            tree.put("workItems", policy.workItems());
            tree.put("itemsPerWorkItem", policy.itemsPerWorkItem());
            tree.put("mergedKeys", policy.mergedKeys());
        }
        measured.forEach(tree.putObject("measured")::put);
        try {
            return JSON.writeValueAsString(tree) + "\n";
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
