package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.internal.laboratory.Laboratory;
import io.github.tornadosort.testing.OtherJvm;
import java.io.File;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;

/** Tests the library without the jar of the laboratory. */
@Tag("slow")
class MissingLaboratoryTest {
    @TempDir
    private Path folder;

    /** Runs in a JVM without the laboratory. */
    static final class Program {
        private Program() {}

        public static void main(String[] args) {
            int[] keys = {3, 1, 2};
            try (Sorter sorter = Sorter.builder().onDevice().open();
                    Sorter radix = Sorter.builder().algorithm("radix").open()) {
                print("default", sorter.sort(Column.of(keys.clone())).keys());
                print("radix", radix.sort(Column.of(keys.clone())).keys());
                refused("named", () -> Sorter.builder().algorithm("bitonic"));
                refused("hybrid", () -> Sorter.builder().algorithm("hybrid"));
                print("keys", Arrays.toString(keys));
            }
        }

        private static void refused(String what, Runnable call) {
            try {
                call.run();
                print(what, "works");
            } catch (IllegalArgumentException e) {
                print(what, e.getMessage());
            }
        }

        private static void print(String what, Object is) {
            System.out.println(what + ": " + is);
        }
    }

    @Test
    void errorsNameTheArtifactAndDefaultSortsWork() throws Exception {
        // The tests of this module have a laboratory of their own, so the program is put elsewhere.
        for (Class<?> type : List.of(Program.class, MissingLaboratoryTest.class)) {
            String file = type.getName().replace('.', '/') + ".class";
            Files.createDirectories(folder.resolve(file).getParent());
            try (InputStream in = type.getClassLoader().getResourceAsStream(file)) {
                Files.copy(in, folder.resolve(file));
            }
        }
        String classPath = String.join(File.pathSeparator, location(Sorter.class), folder.toString(),
                location(IntArray.class), location(Logger.class));
        List<String> lines = OtherJvm.run(120, List.of("-cp", classPath), Program.class);
        String missing = " is in the artifact io.github.tornadosort:tornado-sort-laboratory, which is not on the class path:"
                + " add it there, in the version of tornado-sort";
        assertThat(lines).filteredOn(line -> !line.startsWith("SLF4J")).containsExactly(
                "default: 3", "radix: 3", "named: the algorithm bitonic" + missing,
                "hybrid: the algorithm radix-msd" + missing, "keys: [3, 1, 2]");
    }

    /** The error names the artifact that there is. */
    @Test
    void theArtifactHasThisName() throws Exception {
        String pom = Files.readString(Path.of(System.getProperty("tornadosort.root"), "src/laboratory/pom.xml"));
        assertThat(pom).contains("<artifactId>" + Laboratory.ARTIFACT.split(":")[1] + "</artifactId>");
    }

    private static String location(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    }
}
