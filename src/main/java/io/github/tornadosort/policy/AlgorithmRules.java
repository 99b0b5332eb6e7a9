package io.github.tornadosort.policy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.tornadosort.Algorithm;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/**
 * What {@link Algorithm#AUTO} means: radix, but for what {@code tornado-config/algorithms.json} has for a family of devices, with
 * what was measured beside it. How many bits vary need not be asked: a radix sort sees that by itself.
 *
 * @param notes for people
 * @param families the rules of each family, the first that holds first
 */
record AlgorithmRules(String notes, Map<String, List<Rule>> families) {
    private static final String RESOURCE = "/tornado-config/algorithms.json";
    private static final AlgorithmRules SHIPPED = shipped();

    /**
     * When to take another algorithm than radix.
     *
     * @param algorithm its label
     * @param bytes width of the keys on the device, 4 or 8
     * @param upTo most keys
     * @param measured what it gains, and where that was measured
     */
    record Rule(String algorithm, int bytes, long upTo, String measured) {
        private boolean holds(KeyType type, long n) {
            return Math.max(Integer.BYTES, type.bytes()) == bytes && n <= upTo;
        }
    }

    static Algorithm forKeys(SortDevice device, KeyType type, long n) {
        return SHIPPED.choose(SortPolicies.family(device), type, n);
    }

    Algorithm choose(String family, KeyType type, long n) {
        return families.getOrDefault(family, List.of()).stream()
                .filter(rule -> rule.holds(type, n))
                .findFirst()
                .map(rule -> Algorithm.of(rule.algorithm()))
                .orElse(Algorithm.RADIX);
    }

    static AlgorithmRules read(InputStream in) throws IOException {
        return new ObjectMapper().readValue(in, AlgorithmRules.class);
    }

    private static AlgorithmRules shipped() {
        try (InputStream in = AlgorithmRules.class.getResourceAsStream(RESOURCE)) {
            return read(in);
        } catch (IOException e) {
            throw new UncheckedIOException(RESOURCE, e);
        }
    }
}
