package io.github.tornadosort.arrow;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.testing.OtherJvm;
import java.io.IOException;
import java.util.List;
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
        assertThat(OtherJvm.run(60, List.of("-XX:TieredStopAtLevel=1"), Program.class)).containsExactly(
                "Arrow needs access to direct buffers; start Java with --add-opens=java.base/java.nio=ALL-UNNAMED");
    }
}
