package io.github.tornadosort.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Algorithm;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class AlgorithmRulesTest {
    private static AlgorithmRules rules(String json) throws IOException {
        return AlgorithmRules.read(new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void takesTheFirstRuleThatHolds() throws IOException {
        AlgorithmRules rules = rules("""
                {"notes": "", "families": {"gpu": [
                  {"algorithm": "bitonic", "bytes": 4, "upTo": 100, "measured": ""},
                  {"algorithm": "odd-even-merge", "bytes": 4, "upTo": 200, "measured": ""},
                  {"algorithm": "merge", "bytes": 8, "upTo": 300, "measured": ""}]}}
                """);

        assertThat(rules.choose("gpu", KeyType.INT8, 100)).isEqualTo(Algorithm.BITONIC);
        assertThat(rules.choose("gpu", KeyType.FLOAT32, 101)).isEqualTo(Algorithm.ODD_EVEN_MERGE);
        assertThat(rules.choose("gpu", KeyType.UINT32, 201)).isEqualTo(Algorithm.RADIX);
        assertThat(rules.choose("gpu", KeyType.FLOAT64, 201)).isEqualTo(Algorithm.MERGE);
        assertThat(rules.choose("cpu", KeyType.INT32, 1)).isEqualTo(Algorithm.RADIX);
    }

    @Test
    void shippedRulesNameAlgorithmsAndWhatWasMeasured() throws IOException {
        Path file = Path.of(System.getProperty("tornadosort.root"), "tornado-config", "algorithms.json");
        AlgorithmRules shipped = AlgorithmRules.read(Files.newInputStream(file));

        assertThat(shipped.families()).containsOnlyKeys("gpu", "cpu", "jvm");
        shipped.families().values().forEach(rules -> assertThat(rules).allSatisfy(rule -> {
            assertThat(Algorithm.of(rule.algorithm())).isNotIn(Algorithm.AUTO, Algorithm.RADIX);
            assertThat(rule.bytes()).isIn(4, 8);
            assertThat(rule.measured()).isNotBlank();
        }));
        assertThat(AlgorithmRules.forKeys(SortDevice.preferred(), KeyType.INT32, 1 << 20)).isEqualTo(Algorithm.RADIX);
    }
}
