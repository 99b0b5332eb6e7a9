package io.github.tornadosort.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyFileTest {
    private static PolicyFile read(String json) {
        return PolicyFile.read("mine.json", new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void readsAPolicyAndWhatIsSaidAboutIt() {
        PolicyFile file = read("""
                {"family": "mine", "notes": ["any", "thing"], "kernels": "WORK_GROUP", "radixBits": 7, "blocksPerUnit": 4,
                 "workItems": 64, "itemsPerWorkItem": 8, "measured": {"radixBits": "7: fast"}}""");

        assertThat(file).isEqualTo(new PolicyFile(
                "mine", new SortPolicy(Kernels.WORK_GROUP, 7, 4, 64, 8), Map.of("radixBits", "7: fast")));
    }

    @Test
    void blockKernelsNeedNoTile() {
        assertThat(read("{\"kernels\": \"BLOCK\", \"radixBits\": 9, \"blocksPerUnit\": 2}").policy())
                .isEqualTo(new SortPolicy(Kernels.BLOCK, 9, 2, 0, 0));
    }

    @Test
    void readsWhatItWrites() {
        for (SortPolicy policy : new SortPolicy[] {
            new SortPolicy(Kernels.BLOCK, 9, 2, 0, 0),
            new SortPolicy(Kernels.WORK_GROUP, 7, 4, 64, 8),
            new SortPolicy(Kernels.WORK_GROUP, 7, 4, 64, 8, 1 << 15)
        }) {
            PolicyFile file = new PolicyFile("a \"family\"", policy, Map.of("blocksPerUnit", "4: 1 ms\n8: 2 ms"));

            assertThat(read(file.toJson())).isEqualTo(file);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "radixBits": 8            | "radixBit": 8             | no field 'radixBit'            | itemsPerWorkItem
            "radixBits": 8            | "radixBits": "8"          | field 'radixBits' is "8"       | a whole number
            "radixBits": 8            | "radixBits": 8.5          | field 'radixBits' is 8.5       | a whole number
            "radixBits": 8            | "radixBits": 9            | radixBits is 9                 | from 1 to 8
            "radixBits": 8            | "notes": ""               | field 'radixBits' is missing   | a whole number
            "radixBits": 8            | "radixBits": 8, "radixBits": 7 | line 1, column              | radixBits
            "blocksPerUnit": 4        | "blocksPerUnit": 0        | blocksPerUnit is 0             | from 1 to 1024
            "workItems": 64           | "workItems": 65           | workItems is 65                | a multiple of 32
            "workItems": 64           | "notes": ""               | field 'workItems' is missing   | a whole number
            "kernels": "WORK_GROUP"   | "kernels": "GPU"          | field 'kernels' is "GPU"       | [BLOCK, WORK_GROUP]
            "kernels": "WORK_GROUP"   | "kernels" "GPU"           | line 1, column                 | not JSON
            "measured": {}            | "measured": 7             | field 'measured' is 7          | an object
            "measured": {}            | "measured": {"speed": ""} | no field 'measured.speed'      | radixBits
            """)
    void namesFileFieldAndWhatIsAllowed(String right, String wrong, String field, String allowed) {
        String good = "{\"kernels\": \"WORK_GROUP\", \"radixBits\": 8, \"blocksPerUnit\": 4, \"workItems\": 64,"
                + " \"itemsPerWorkItem\": 8, \"measured\": {}}";
        assertThat(good).contains(right);

        assertThatThrownBy(() -> read(good.replace(right, wrong)))
                .isInstanceOf(PolicyFileException.class)
                .hasMessageStartingWith("policy file mine.json: ")
                .hasMessageContaining(field)
                .hasMessageContaining(allowed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{} {}", "{"})
    void refusesWhatIsNoObject(String json) {
        assertThatThrownBy(() -> read(json))
                .isInstanceOf(PolicyFileException.class)
                .hasMessageStartingWith("policy file mine.json: ");
    }

    @Test
    void saysWhatItExpects() {
        assertThatThrownBy(() -> read("[]")).hasMessageContaining("expected a JSON object with the fields [kernels,");
        assertThatThrownBy(() -> read("{\"a\": 1}")).hasMessageContaining(", for people, [family, notes, measured]");
        assertThatThrownBy(
                () -> read("{\"kernels\": \"BLOCK\", \"radixBits\": 9, \"blocksPerUnit\": 2, \"measured\": {\"a\": 1}}"))
                .hasMessageContaining("no field 'measured.a'")
                .message()
                .doesNotContain("for people");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jvm", "cpu", "gpu"})
    void everyFamilySaysWhatWasMeasured(String family) {
        assertThat(SortPolicies.builtIn(family).measured()).containsKey("radixBits");
    }
}
