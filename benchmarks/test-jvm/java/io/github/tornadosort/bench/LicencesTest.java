package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Checks that docs/licences.txt lists the licences that the build of each module has found. */
class LicencesTest {
    private static final Path ROOT = Path.of(System.getProperty("tornadosort.root"));
    private static final String SPARK = "src/spark";
    private static final List<String> MODULES =
            List.of("src/jvm", "src/library", "src/laboratory", "src/files", "src/arrow", "src/cli", SPARK, "benchmarks");

    @Test
    void listMatchesTheDependencies() throws IOException {
        Path listed = ROOT.resolve("docs/licences.txt");

        TreeSet<String> found = new TreeSet<>();
        for (String module : MODULES) {
            Path made = ROOT.resolve(module).resolve("target/jvm/generated-sources/license/THIRD-PARTY.txt");
            if (module.equals(SPARK) && !Files.exists(made)) {
                continue; // only the profile 'spark' builds it, and only for tests does it have dependencies that Spark has not
            }
            Files.readAllLines(made).stream().filter(line -> line.startsWith("     (")).forEach(found::add);
        }

        assertThat(Files.readAllLines(listed)).as("%s: look at what changed, then write the found lines there", listed)
                .containsExactlyElementsOf(found);
    }
}
