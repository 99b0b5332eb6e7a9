package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.cli.options.DeviceOptions;
import io.github.tornadosort.internal.policy.SortPolicies;
import io.github.tornadosort.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TuneCommandTest {
    @TempDir
    Path folder;

    @AfterEach
    void noPolicy() {
        System.clearProperty(SortPolicies.PROPERTY);
        System.clearProperty(SortPolicies.COSTS_PROPERTY);
    }

    /** Programs read the files, so their digits and the case of their letters are not those of the user's language. */
    @Tag("slow")
    @Test
    void writesCostsThatSortersUse() throws IOException {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("tr-TR-u-nu-arab"));
        try {
            assertCostsAreUsed();
        } finally {
            Locale.setDefault(before);
        }
    }

    private void assertCostsAreUsed() throws IOException {
        Path costs = folder.resolve("tuned.rules");

        CommandRun run = Program.run("tune", "-n", 1024, "--costs", costs);

        assertThat(run.err()).isEmpty();
        assertThat(run.status()).isZero();
        String text = Files.readString(costs);
        assertThat(run.out())
                .contains("Best: ", "\n" + text)
                .endsWith("\nTo use it: JAVA_OPTS=-Dtornadosort.costs=" + costs + " scripts/tornado-sort ...\n");
        assertThat(text).startsWith("# ").contains("threads of the host; uniform keys\n", "# µs by number of keys: 1,024: ");
        SortDevice device = SortDevice.preferred();
        assertThat(text.lines().filter(line -> !line.startsWith("#") && !line.isEmpty()))
                .hasSize(8)
                .filteredOn(line -> line.startsWith(SortPolicies.family(device)))
                .hasSize(4);
        System.setProperty(SortPolicies.COSTS_PROPERTY, costs.toString());
        assertThat(SortPolicies.crossovers(device, 2).of(KeyType.INT32, false)).isNotNegative();
    }

    @Tag("slow")
    @Test
    void writesAPolicyThatSortersCanUse() throws IOException {
        Path present = policy("present.properties", 5);
        Path tuned = folder.resolve("tuned.properties");
        System.setProperty(SortPolicies.PROPERTY, present.toString());

        CommandRun run = Program.run("tune", "-n", "2^12", "-o", tuned);

        assertThat(run.err()).isEmpty();
        assertThat(run.status()).isZero();
        assertThat(run.out())
                .startsWith("4,096 uniform int32 keys on " + DeviceOptions.describe(SortDevice.preferred()) + "\n")
                .contains("radixBits 5, blocksPerUnit 1\n", "radixBits 4, blocksPerUnit 1\n",
                        "radixBits 12, blocksPerUnit 1\n", "Best: ");
        System.setProperty(SortPolicies.PROPERTY, tuned.toString());
        int[] keys = {3, -1, 2};
        try (Sorter sorter = Sorter.open()) {
            sorter.sort(keys);
            assertThat(run.out()).contains("Best: radixBits " + sorter.policy().radixBits() + ", blocksPerUnit ");
        }
        assertThat(keys).containsExactly(-1, 2, 3);
        assertThat(Files.readString(tuned)).contains("\n# radixBits 5, blocksPerUnit 1: ", "\nradixBits = ",
                "4,096 uniform int32 keys");
    }

    @Test
    void usesThePolicyOfTheUser() throws IOException {
        System.setProperty(SortPolicies.PROPERTY, policy("mine.properties", 6).toString());

        try (Sorter sorter = Sorter.open()) {
            assertThat(sorter.policy().radixBits()).isEqualTo(6);
        }
    }

    @Test
    void anInvalidPolicyIsOneLine() throws IOException {
        Path bad = policy("bad.properties", 17);
        System.setProperty(SortPolicies.PROPERTY, bad.toString());

        CommandRun run = Program.run("demo", "-n", 1000, "--device", SortDevice.preferred().id());

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err())
                .startsWith("tornado-sort: policy file " + bad + ": policy: radixBits is 17, must be from 1 to 16")
                .hasLineCount(1);
    }

    @Test
    void aMissingPolicyIsOneLine() {
        System.setProperty(SortPolicies.PROPERTY, folder.resolve("none.properties").toString());

        CommandRun run = Program.run("tune", "-n", 5000);

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("none.properties: no such file").hasLineCount(1);
    }

    @Test
    void rejectsTooFewKeys() {
        CommandRun run = Program.run("tune", "-n", 1000);

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("-n 1000: expected 1024 to").hasLineCount(1);
    }

    private Path policy(String name, int radixBits) throws IOException {
        return Files.writeString(
                folder.resolve(name),
                "kernels = BLOCK\nradixBits = " + radixBits + "\nblocksPerUnit = 1\n");
    }
}
