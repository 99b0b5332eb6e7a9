package io.github.tornadosort.policy;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.tornadosort.Algorithm;
import io.github.tornadosort.KeyType;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;

/**
 * What {@link Algorithm#AUTO} means on a family of devices: radix, but for these rules, with what was measured beside each.
 *
 * @param rules the first that holds decides
 */
public record AlgorithmRules(List<Rule> rules) {
    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    /**
     * When to take another algorithm than radix.
     *
     * @param algorithm its label
     * @param types labels of the keys' types
     * @param upTo most keys
     * @param leastBits bits in which keys differ, at least: each in which they do not may spare a radix sort a pass
     * @param alone whether the rule is for keys with nothing beside them only
     * @param measured what it gains, and where that was measured
     */
    public record Rule(String algorithm, List<String> types, long upTo, int leastBits, boolean alone, String measured) {
        /** Checks every field. */
        public Rule {
            if (Algorithm.of(algorithm) == Algorithm.AUTO) {
                throw new IllegalArgumentException("a rule for auto cannot name auto");
            }
            if (types == null || types.isEmpty() || measured == null || measured.isBlank()) {
                throw new IllegalArgumentException("a rule needs 'types' and 'measured'");
            }
            types.forEach(KeyType::of);
        }

        private boolean holds(KeyType type, long n, int bits, boolean keysAlone) {
            return types.contains(type.label()) && n <= upTo && bits >= leastBits && (keysAlone || !alone);
        }
    }

    /** All families, as a file has them. */
    private record Families(String notes, Map<String, List<Rule>> families) {}

    /**
     * The algorithm for so many keys.
     *
     * @param bits that they are sorted by and in which they differ
     * @param alone whether nothing moves with them
     */
    public Algorithm choose(KeyType type, long n, int bits, boolean alone) {
        return rules.stream()
                .filter(rule -> rule.holds(type, n, bits, alone))
                .findFirst()
                .map(rule -> Algorithm.of(rule.algorithm()))
                .orElse(Algorithm.RADIX);
    }

    /**
     * Reads a family's rules; a family that is not named has none.
     *
     * @param file what the errors call it
     * @throws PolicyFileException if it is not a file of rules
     */
    static AlgorithmRules read(String file, InputStream in, String family) {
        try {
            Families all = JSON.readValue(in, Families.class);
            if (all.families() == null) {
                throw new PolicyFileException(file, "there is no field 'families'", null);
            }
            return new AlgorithmRules(all.families().getOrDefault(family, List.of()));
        } catch (JacksonException e) {
            throw new PolicyFileException(file, "no rules for auto: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new PolicyFileException(file, "cannot be read: " + e.getMessage(), e);
        }
    }
}
