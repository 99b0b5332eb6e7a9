package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.KeyType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgramContenderTest {
    private static final Map<String, String> COMMANDS = Map.of(
            "lines", "env LC_ALL=C sort $IN -o $OUT",
            // In the order of text, which is not that of integers.
            "integers", "env LC_ALL=C sort $IN -o $OUT",
            "table", "sh -c 'head -n 1 $IN >$OUT; tail -n +2 $IN | LC_ALL=C sort -t, -k2,2 -k3,3nr >>$OUT'");

    @TempDir
    private Path folder;

    private Reply measure(String operation, Map<String, String> commands) throws IOException {
        Path keys = Files.write(folder.resolve("keys.raw"),
                ByteBuffer.allocate(12).order(ByteOrder.nativeOrder()).putInt(10).putInt(9).putInt(100).array());
        return new ProgramContender("a shell", commands, folder, folder.resolve("log"))
                .measure(new Request(new BenchCase(operation, KeyType.INT32, 3, "uniform"), keys, Reply.WALL));
    }

    @ParameterizedTest
    @ValueSource(strings = {"lines", "table"})
    void sortsFiles(String operation) throws IOException {
        Reply reply = measure(operation, COMMANDS);

        assertThat(reply.failed()).isNull();
        assertThat(reply.nanos().get(Reply.WALL)).isPositive();
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("keys.raw", "log");
    }

    @Test
    void wrongResultsAreFound() throws IOException {
        assertThat(measure("integers", COMMANDS).failed()).isEqualTo("line 3 is not in order");
        assertThat(measure("lines", Map.of("lines", "tail -n 1 $IN >$OUT")).failed())
                .isEqualTo("the lines are not those of the input");
        assertThat(measure("lines", Map.of("lines", "false")).failed()).startsWith("the process exited with status 1");
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("keys.raw", "log");
    }

    @Test
    void otherOperationsAreSkipped() throws IOException {
        assertThat(measure("sort", COMMANDS).skipped()).isEqualTo("has no sort");
    }
}
