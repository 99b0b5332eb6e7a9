package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The list of all dependencies' licences is the one that this build has made. */
class LicencesTest {
    private static final Path ROOT = Path.of(System.getProperty("tornadosort.root"));

    @Test
    void theListIsThatOfTheDependencies() throws IOException {
        Path made = ROOT.resolve("target/jvm/generated-sources/license/THIRD-PARTY.txt");
        Path listed = ROOT.resolve("docs/licences.txt");

        assertThat(Files.readAllLines(listed))
                .as("look at what changed, then copy %s to %s", made, listed)
                .isEqualTo(Files.readAllLines(made));
    }
}
