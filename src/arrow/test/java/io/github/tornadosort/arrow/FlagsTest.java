package io.github.tornadosort.arrow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.arrow.vector.FieldVector;
import org.junit.jupiter.api.Test;

/** Runs a program in a JVM without Arrow's flags. */
class FlagsTest {
    /** Prints the message of the failure. */
    public static final class Program {
        public static void main(String[] args) {
            try {
                ArrowSort.take((FieldVector) null, new int[0], null);
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    @Test
    void missingFlagIsNamed() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1", "-cp",
                System.getProperty("java.class.path"), Program.class.getName()).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).isZero();
        assertThat(output.strip()).isEqualTo(
                "Arrow needs access to direct buffers; start Java with --add-opens=java.base/java.nio=ALL-UNNAMED");
    }
}
