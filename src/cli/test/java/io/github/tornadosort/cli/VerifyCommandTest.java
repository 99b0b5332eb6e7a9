package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerifyCommandTest {
    @TempDir
    Path folder;

    private CommandRun verify(String type, String input, String sorted) throws IOException {
        Path before = Files.writeString(folder.resolve("input.txt"), input.replace(' ', '\n'));
        Path after = Files.writeString(folder.resolve("sorted.txt"), sorted.replace(' ', '\n'));
        return Program.run("verify", before, after, "--type", type);
    }

    @ParameterizedTest
    @CsvSource({
        "int32,3 -1 2 -1,-1 -1 2 3",
        "uint32,4294967295 0,0 4294967295",
        "uint64,18446744073709551615 0,0 18446744073709551615",
        "int8,127 -128,-128 127",
        "float32,NaN 0.0 -0.0 -inf,-inf -0.0 0.0 NaN",
        "float64,2 1,1 2",
        "int32,'',''"
    })
    void acceptsSortedKeys(String type, String input, String sorted) throws IOException {
        CommandRun run = verify(type, input, sorted);

        assertThat(run.err()).isEmpty();
        assertThat(run.status()).isZero();
        assertThat(run.out()).contains(" keys in order, the same keys as ").hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "int32   | 1 2 3 | 1 3 2    | key 2 (2) is less than key 1 (3), expected ascending order",
                "int32   | 1 2 3 | 3 2 1    | key 1 (2) is less than key 0 (3), expected ascending order",
                "int32   | 1 -1  | 1 -1     | key 1 (-1) is less than key 0 (1), expected ascending order",
                "uint32  | 0 4294967295 | 4294967295 0 | key 1 (0) is less than key 0 (4294967295),"
                        + " expected ascending order",
                "float32 | 0.0 -0.0 | 0.0 -0.0 | key 1 (-0.0) is less than key 0 (0.0), expected ascending"
                        + " order",
                "float64 | NaN 1 | NaN 1    | key 1 (1.0) is less than key 0 (NaN), expected ascending order",
                "int32   | 1 2 3 | 1 2 4    | its keys differ from those of INPUT (compared by a 128-bit hash)"
                        + "; INPUT has key 2 (3) once more; SORTED has key 2 (4) once more",
                "int32   | 1 2 2 | 1 1 2    | its keys differ from those of INPUT (compared by a 128-bit hash)"
                        + "; INPUT has key 1 (2) once more; SORTED has key 0 (1) once more",
                "int32   | 5 5 5 | 4 5 5    | its keys differ from those of INPUT (compared by a 128-bit hash)"
                        + "; INPUT has key 0 (5) once more; SORTED has key 0 (4) once more",
            })
    void describesTheFirstError(String type, String input, String sorted, String message) throws IOException {
        CommandRun run = verify(type, input, sorted);

        assertThat(run)
                .isEqualTo(new CommandRun(1, "", "tornado-sort: " + folder.resolve("sorted.txt") + ": "
                        + message.replace("INPUT", folder.resolve("input.txt").toString())
                                .replace("SORTED", folder.resolve("sorted.txt").toString())
                        + "\n"));
    }

    @Test
    void reportsMissingKeys() throws IOException {
        CommandRun run = verify("int32", "1 2 3", "1 2");

        assertThat(run.status()).isOne();
        assertThat(run.err()).contains("sorted.txt: expected the 3 keys of ")
                .endsWith("input.txt, found 2; " + folder.resolve("input.txt") + " has key 2 (3) once more\n");
    }

    private CommandRun verifyLines(String input, String sorted, String... options) throws IOException {
        Path before = Files.writeString(folder.resolve("input"), input);
        Path after = Files.writeString(folder.resolve("sorted"), sorted);
        List<Object> words = new ArrayList<>(List.of("verify", "lines", before, after));
        words.addAll(List.of(options));
        return Program.run(words.toArray());
    }

    @ParameterizedTest
    @CsvSource({
        "'b\na\nb\n','a\nb\nb\n'", "'b\na','a\nb'", "'b\r\na\r\n','a\r\nb\r\n'", "'',''", "'b\na\r','a\r\nb'",
        "'b\r\na','a\nb\r'", "'\n\n','\n\n'"
    })
    void linesAreVerified(String input, String sorted) throws IOException {
        CommandRun run = verifyLines(input, sorted);

        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .matches(".*sorted: [0-3] lines in order, the same lines as .*input \\(compared by a 128-bit hash\\)\n");
        assertThat(Program.run("verify", "lines", folder.resolve("sorted")).out())
                .endsWith(" lines in order (not compared with those before the sort)\n");
    }

    @Test
    void linesHaveOptionsOfTheOrder() throws IOException {
        assertThat(verifyLines("a\nb\n", "b\na\n", "-r").status()).isZero();
        // CR comes after the tab.
        assertThat(verifyLines("a\r\na\t\r\n", "a\t\r\na\r\n").status()).isZero();
        verifyLines("b\r\na\r\n", "a\nb\n").assertRefused(1, "its lines differ from those of ");
    }
}
