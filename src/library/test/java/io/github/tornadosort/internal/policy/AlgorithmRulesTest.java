package io.github.tornadosort.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.Algorithm;
import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.Sorter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AlgorithmRulesTest {
    @TempDir
    private Path folder;

    @AfterEach
    void noRules() {
        System.clearProperty(SortPolicies.RULES_PROPERTY);
    }

    private static String rule(String algorithm, String types, int upTo, int leastBits, boolean keysOnly) {
        return algorithm + " " + types + " " + upTo + " " + leastBits + (keysOnly ? " none" : " any");
    }

    private static String table(String family, String... rules) {
        return Stream.of(rules).map(rule -> family + "  " + rule + "\n").collect(Collectors.joining("# by hand\n"));
    }

    private static AlgorithmRules rules(String text, String family) {
        return AlgorithmRules.read("my.rules", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), family);
    }

    @Test
    void theFirstRuleThatAppliesDecides() {
        String text = table(
                "gpu",
                rule("bitonic", "int8,uint32", 100, 0, false),
                rule("odd-even-merge", "uint32", 200, 8, false),
                rule("merge", "float64", 300, 0, true));
        AlgorithmRules rules = rules(text, "gpu");

        assertThat(rules.choose(KeyType.INT8, 100, 8, false)).isEqualTo(Algorithm.BITONIC);
        assertThat(rules.choose(KeyType.INT8, 101, 8, false)).as("too many").isEqualTo(Algorithm.RADIX);
        assertThat(rules.choose(KeyType.UINT32, 101, 8, false)).isEqualTo(Algorithm.ODD_EVEN_MERGE);
        assertThat(rules.choose(KeyType.UINT32, 101, 7, false)).as("too few bits").isEqualTo(Algorithm.RADIX);
        assertThat(rules.choose(KeyType.FLOAT64, 300, 64, true)).isEqualTo(Algorithm.MERGE);
        assertThat(rules.choose(KeyType.FLOAT64, 300, 64, false)).as("with values").isEqualTo(Algorithm.RADIX);
        assertThat(rules.choose(KeyType.INT32, 1, 32, true)).as("no rule").isEqualTo(Algorithm.RADIX);
        assertThat(rules(text, "cpu").choose(KeyType.INT8, 1, 8, true)).as("no family").isEqualTo(Algorithm.RADIX);
    }

    @Test
    void shippedRulesHaveTheirMeasurements() throws IOException {
        Path file = Path.of(System.getProperty("tornadosort.root"), "tornado-config", "algorithms.rules");
        int rules = 0;
        for (String family : new String[] {"gpu", "cpu", "jvm"}) {
            AlgorithmRules shipped = AlgorithmRules.read(file.toString(), Files.newInputStream(file), family);
            assertThat(shipped.rules())
                    .allSatisfy(rule -> assertThat(rule.algorithm()).isNotEqualTo(Algorithm.RADIX));
            assertThat(shipped.choose(KeyType.INT32, 1 << 20, 32, true)).isEqualTo(Algorithm.RADIX);
            rules += shipped.rules().size();
        }
        assertThat(rules).as("rules of all families").isPositive();
        assertThat(SortPolicies.algorithms(SortDevice.preferred()).choose(KeyType.INT32, 1 << 20, 32, true))
                .isEqualTo(Algorithm.RADIX);
    }

    /** Sorting by odd-even transposition takes a launch for 4096 keys or fewer, which no radix sort of 32 bits does. */
    @Test
    void sortersUseTheRulesOfTheUser() throws IOException {
        SortDevice device = SortDevice.preferred();
        Path file = Files.writeString(
                folder.resolve("my.rules"),
                table(SortPolicies.family(device), rule("transposition", "uint32", 100, 32, true)));
        System.setProperty(SortPolicies.RULES_PROPERTY, file.toString());
        try (Sorter sorter = Sorter.open(device, SortPolicies.forDevice(device))) {
            assertThat(passes(sorter, 100, SortOptions.ascending())).isEqualTo(1);
            assertThat(passes(sorter, 101, SortOptions.ascending())).isGreaterThan(1);
            assertThat(passes(sorter, 100, SortOptions.builder().algorithm(Algorithm.RADIX).build()))
                    .isGreaterThan(1);
            assertThat(passes(sorter, random(100, 0xffff), SortOptions.ascending())).as("few bits").isGreaterThan(1);
            assertThat(passes(sorter, new int[100], SortOptions.ascending())).as("sorted").isZero();
        }
    }

    private static int[] random(int n, int mask) {
        return new SplittableRandom(1).ints(n).map(key -> key & mask).toArray();
    }

    private static int passes(Sorter sorter, int n, SortOptions options) {
        return passes(sorter, random(n, -1), options);
    }

    private static int passes(Sorter sorter, int[] keys, SortOptions options) {
        int[] expected = keys.clone();
        // The order of unsigned numbers is that of signed numbers with the sign bit flipped.
        Arrays.setAll(expected, i -> expected[i] ^ Integer.MIN_VALUE);
        Arrays.sort(expected);
        Arrays.setAll(expected, i -> expected[i] ^ Integer.MIN_VALUE);
        int passes = sorter.sort(Column.of(keys).unsigned(), options).passesIssued();
        assertThat(keys).isEqualTo(expected);
        return passes;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            gpu quick int32 1 0 none     | no algorithm 'quick'
            gpu auto int32 1 0 none      | cannot name auto
            gpu merge int33 1 0 none     | no key type 'int33'
            gpu merge int32 -1 0 none    | upTo is '-1', must be a whole number
            gpu merge int32 1 x none     | leastBits is 'x', must be a whole number
            gpu merge int32 1 0 some     | payload is 'some', must be one of [any, none]
            fpga merge int32 1 0 none    | family is 'fpga', must be one of [gpu, cpu, jvm]
            gpu merge int32 1 0          | expected the columns family algorithm types upTo leastBits payload
            cpu quick int32 1 0 none     | no algorithm 'quick'
            """)
    void errorsNameTheDefectOfARule(String line, String problem) {
        assertThatThrownBy(() -> rules("# a comment\n" + line, "gpu"))
                .isInstanceOf(PolicyFileException.class)
                .hasMessageStartingWith("policy file my.rules: line 2: ")
                .hasMessageContaining(problem);
    }

    @Test
    void aMissingFileOfRulesIsNamed() {
        System.setProperty(SortPolicies.RULES_PROPERTY, folder.resolve("none.rules").toString());
        try (Sorter sorter = Sorter.open()) {
            assertThatThrownBy(() -> sorter.device()).hasMessageContaining("tornadosort.algorithms names it");
        }
    }
}
