package io.github.tornadosort.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyFileTest {
    private static SortPolicy read(String text) {
        return PolicyFile.read("mine.properties", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void readsAPolicyAndSkipsComments() {
        SortPolicy policy = read("""
                # mine

                kernels = WORK_GROUP
                radixBits=7  # fast
                  blocksPerUnit =4
                workItems = 64
                itemsPerWorkItem = 8
                """);

        assertThat(policy).isEqualTo(new SortPolicy(Kernels.WORK_GROUP, 7, 4, 64, 8));
    }

    @Test
    void blockKernelsNeedNoTile() {
        assertThat(read("kernels = BLOCK\nradixBits = 9\nblocksPerUnit = 2"))
                .isEqualTo(new SortPolicy(Kernels.BLOCK, 9, 2, 0, 0));
    }

    @Test
    void readsWhatItWrites() {
        for (SortPolicy policy : new SortPolicy[] {
            new SortPolicy(Kernels.BLOCK, 9, 2, 0, 0),
            new SortPolicy(Kernels.WORK_GROUP, 7, 4, 64, 8),
            new SortPolicy(Kernels.WORK_GROUP, 7, 4, 64, 8, 1 << 15)
        }) {
            String text = PolicyFile.text("a = family\nof two lines", policy, Map.of("blocksPerUnit", "4: 1 ms\n8: 2 ms"));

            assertThat(read(text)).isEqualTo(policy);
            assertThat(text)
                    .startsWith("# a = family\n# of two lines\nkernels = ")
                    .contains("\n# 4: 1 ms\n# 8: 2 ms\nblocksPerUnit = ");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            radixBits = 8          | radixBit = 8        | line 2: there is no 'radixBit'            | itemsPerWorkItem
            radixBits = 8          | radixBits = 8.5     | 'radixBits' is '8.5'                      | a whole number
            radixBits = 8          | radixBits =         | 'radixBits' is ''                         | a whole number
            radixBits = 8          | radixBits = 9       | radixBits is 9                            | from 1 to 8
            radixBits = 8          | ''                  | 'radixBits' is missing                    | a whole number
            radixBits = 8          | radixBits 8         | line 2: expected 'name = value'           | radixBits 8
            blocksPerUnit = 4      | radixBits = 8       | line 3: 'radixBits' is repeated           | radixBits
            blocksPerUnit = 4      | blocksPerUnit = 0   | blocksPerUnit is 0                        | from 1 to 1024
            workItems = 64         | workItems = 65      | workItems is 65                           | a multiple of 32
            workItems = 64         | ''                  | 'workItems' is missing                    | a whole number
            kernels = WORK_GROUP   | kernels = GPU       | 'kernels' is 'GPU'                        | [BLOCK, WORK_GROUP]
            kernels = WORK_GROUP   | ''                  | 'kernels' is missing                      | [BLOCK, WORK_GROUP]
            """)
    void errorsNameFileLineAndAllowedValues(String right, String wrong, String problem, String allowed) {
        String good = "kernels = WORK_GROUP\nradixBits = 8\nblocksPerUnit = 4\nworkItems = 64\nitemsPerWorkItem = 8\n";
        assertThat(good).contains(right);

        assertThatThrownBy(() -> read(good.replace(right, wrong)))
                .isInstanceOf(PolicyFileException.class)
                .hasMessageStartingWith("policy file mine.properties: ")
                .hasMessageContaining(problem)
                .hasMessageContaining(allowed);
    }

    @Test
    void aFileThatCannotBeReadIsNamed() throws IOException {
        InputStream broken = InputStream.nullInputStream();
        broken.close();
        assertThatThrownBy(() -> PolicyFile.read("mine.properties", broken))
                .isInstanceOf(PolicyFileException.class)
                .hasMessage("policy file mine.properties: cannot be read: Stream closed");
    }
}
