package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.KeyType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramContenderTest {
    private static final Map<String, String> COMMANDS =
            Map.of("lines", "LC_ALL=C exec sort $IN -o $OUT", "table", "sort $IN -o $OUT");

    @TempDir
    private Path folder;

    private Reply measure(String operation, Map<String, String> commands) throws IOException {
        Path keys = Files.write(folder.resolve("keys.raw"),
                ByteBuffer.allocate(12).order(ByteOrder.nativeOrder()).putInt(10).putInt(9).putInt(100).array());
        Map<String, String> verify = Map.of("lines", "LC_ALL=C sort -c $OUT", "table", "head -n 1 $OUT | grep '^id,'");
        Suite suite =
                new Suite("files", "?", Suite.Kind.PROGRAMS, 1, List.of("a shell"), Map.of("a shell", commands), verify,
                        List.of(), null, 1, 1);
        return new ProgramContender("a shell", suite, folder, folder.resolve("log"))
                .measure(new Request(new BenchCase(operation, KeyType.INT32, 3, "uniform"), keys, Reply.WALL));
    }

    @Test
    void sortsFiles() throws IOException {
        Reply reply = measure("lines", COMMANDS);

        assertThat(reply.failed()).isNull();
        assertThat(reply.nanos()).isPositive();
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("keys.raw", "log");
    }

    /** A header is not the first line of a file that is sorted as text. */
    @Test
    void wrongResultsAreFound() throws IOException {
        assertThat(measure("table", COMMANDS).failed()).startsWith("the result is wrong");
        assertThat(measure("lines", Map.of("lines", "false")).failed()).startsWith("the process exited with status 1");
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("keys.raw", "log");
    }

    @Test
    void otherOperationsAreSkipped() throws IOException {
        assertThat(measure("sort", COMMANDS).skipped()).isEqualTo("has no sort");
    }
}
