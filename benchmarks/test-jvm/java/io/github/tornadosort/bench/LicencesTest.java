package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Checks that docs/licences.txt lists the licences that the build of each module, except that of Spark, has found. */
class LicencesTest {
    private static final Path ROOT = Path.of(System.getProperty("tornadosort.root"));
    private static final List<String> MODULES =
            List.of("src/jvm", "src/library", "src/laboratory", "src/files", "src/arrow", "src/cli", "benchmarks");

    @Test
    void listMatchesTheDependencies() throws IOException {
        Path listed = ROOT.resolve("docs/licences.txt");

        TreeSet<String> found = new TreeSet<>();
        for (String module : MODULES) {
            Path made = ROOT.resolve(module).resolve("target/jvm/generated-sources/license/THIRD-PARTY.txt");
            assumeTrue(Files.exists(made), "the whole project is built");
            Files.readAllLines(made).stream().filter(line -> line.startsWith("     (")).forEach(found::add);
        }

        assertThat(Files.readAllLines(listed)).as("%s: look at what changed, then write the found lines there", listed)
                .containsExactlyElementsOf(found);
    }
}
