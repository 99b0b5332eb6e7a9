package io.github.tornadosort.internal.policy;

import io.github.tornadosort.Algorithm;
import io.github.tornadosort.KeyType;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Rules that choose the algorithm for {@link Algorithm#AUTO} on a family of devices: radix, unless a rule applies. Rules are
 * read from a {@linkplain DataFile data file}, a table with one rule per line and these columns:
 *
 * <pre>
 * family  algorithm  types         upTo   leastBits  payload
 * gpu     merge      int32,uint32  16384  25         any
 * </pre>
 *
 * @param rules in order of precedence: the first rule that applies decides
 */
public record AlgorithmRules(List<Rule> rules) {
    /** No rules: always radix. */
    static final AlgorithmRules NONE = new AlgorithmRules(List.of());
    private static final String COLUMNS = "family algorithm types upTo leastBits payload";
    private static final List<String> FAMILIES = List.of("gpu", "cpu", "jvm");
    private static final List<String> PAYLOADS = List.of("any", "none");

    /**
     * A rule that chooses an algorithm other than radix.
     *
     * @param types the key types that the rule applies to
     * @param upTo the largest number of keys that the rule applies to
     * @param leastBits the smallest number of bits in which keys must differ; if they differ in fewer bits, a radix sort may
     *     need fewer passes
     * @param keysOnly whether the rule applies only to sorts without values
     */
    public record Rule(Algorithm algorithm, List<KeyType> types, long upTo, int leastBits, boolean keysOnly) {

        private boolean applies(KeyType type, long n, int bits, boolean alone) {
            return types.contains(type) && n <= upTo && bits >= leastBits && (alone || !keysOnly);
        }

        private static Rule parse(String[] columns) {
            Algorithm algorithm = Algorithm.named(columns[1]);
            if (algorithm == Algorithm.AUTO) {
                throw new IllegalArgumentException("a rule for auto cannot name auto");
            }
            List<KeyType> types = List.of(columns[2].split(",")).stream().map(KeyType::of).toList();
            return new Rule(
                    algorithm,
                    types,
                    number("upTo", columns[3]),
                    (int) number("leastBits", columns[4]),
                    oneOf("payload", columns[5], PAYLOADS).equals("none"));
        }

        private static long number(String column, String text) {
            if (!text.matches("\\d{1,18}")) {
                throw new IllegalArgumentException(column + " is '" + text + "', must be a whole number");
            }
            return Long.parseLong(text);
        }
    }

    /**
     * Returns the algorithm for n keys.
     *
     * @param bits the number of bits in which the keys differ, among those that they are sorted by
     * @param alone whether the sort has no values
     */
    public Algorithm choose(KeyType type, long n, int bits, boolean alone) {
        for (Rule rule : rules) {
            if (rule.applies(type, n, bits, alone)) {
                return rule.algorithm();
            }
        }
        return Algorithm.RADIX;
    }

    /**
     * Reads the rules of a family. A family that the file does not name has no rules.
     *
     * @param file the file name for error messages
     * @throws PolicyFileException if a line is not a valid rule
     */
    static AlgorithmRules read(String file, InputStream in, String family) {
        List<Rule> rules = new ArrayList<>();
        for (DataFile.Line line : DataFile.read(file, in)) {
            String[] columns = line.text().split("\\s+");
            try {
                if (columns.length != 6) {
                    throw new IllegalArgumentException("expected the columns " + COLUMNS + ", found '" + line.text() + "'");
                }
                boolean ours = oneOf("family", columns[0], FAMILIES).equals(family);
                Rule rule = Rule.parse(columns);
                if (ours) {
                    rules.add(rule);
                }
            } catch (IllegalArgumentException e) {
                throw new PolicyFileException(file, "line " + line.number() + ": " + e.getMessage(), e);
            }
        }
        return new AlgorithmRules(List.copyOf(rules));
    }

    private static String oneOf(String column, String text, List<String> allowed) {
        if (!allowed.contains(text)) {
            throw new IllegalArgumentException(column + " is '" + text + "', must be one of " + allowed);
        }
        return text;
    }
}
