package io.github.tornadosort.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the sort of arrays of several dimensions. The headers are those of NumPy, padded to 128 bytes. */
class ArraySortTest {
    @TempDir
    Path folder;

    private static String npy(String dictionary, String data) {
        return "\u0093NUMPY\1\0v\0" + dictionary + " ".repeat(117 - dictionary.length()) + "\n" + data;
    }

    private static String array(String shape, String data) {
        return npy("{'descr': '|u1', 'fortran_order': False, 'shape': (" + shape + "), }", data);
    }

    private CommandRun run(String content, String line) throws IOException {
        Files.writeString(folder.resolve("a.npy"), content, ISO_8859_1);
        return Program.run(CommandRun.words(line, folder));
    }

    @ParameterizedTest
    @CsvSource({
        "'2, 3',cabfed,abcdef", "'3, 2',cabfed,acbfde", "'6, 1',cabfed,cabfed", "'1, 6',fedcba,abcdef",
        "'2, 1, 3',cabfed,abcdef",
        "'0, 3','',''", "'3, 0','',''", "'2, 2, 2',hgfedcba,ghefcdab",
    })
    void sortsAlongTheLastDimension(String shape, String data, String sorted) throws IOException {
        assertThat(run(array(shape, data), "sort @a.npy -o @b.npy")).isEqualTo(new CommandRun(0, "", ""));

        assertThat(Files.readString(folder.resolve("b.npy"), ISO_8859_1)).isEqualTo(array(shape, sorted));
    }

    @Test
    void theOrderIsThatOfTheOptions() throws IOException {
        assertThat(run(array("2, 3", "cabfed"), "sort @a.npy -o @a.npy -r --type uint8"))
                .isEqualTo(new CommandRun(0, "", ""));
        assertThat(Files.readString(folder.resolve("a.npy"), ISO_8859_1)).isEqualTo(array("2, 3", "cbafed"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "sort @a.npy -o @b.npy --unique | 2 | '--unique' cannot be used with 'an array of several dimensions'",
        "sort @a.npy -o @b.npy --head 1 | 2 | '--head' cannot be used with",
        "sort @a.npy -o @b.npy --stats @s | 2 | '--stats' cannot be used with",
        "sort @a.npy -o @b.npy --memory 1M | 2 | '--memory' and '--tmp' cannot be used with",
        "sort @a.npy -o @b.txt | 2 | has several dimensions, so the output must be a .npy file too",
        "sort @a.npy -o @b.npy --type int8 | 1 | expected int8 keys ('|i1'), found '|u1'",
        "sort @a.npy @a.npy -o @b.npy | 1 | expected a one-dimensional array, found shape (2, 3)",
        "sort -c @a.npy | 1 | expected a one-dimensional array, found shape (2, 3)",
        "argsort @a.npy -o @b.npy | 1 | expected a one-dimensional array, found shape (2, 3)",
        "verify @a.npy @a.npy | 1 | expected a one-dimensional array, found shape (2, 3)",
    })
    void otherOperationsNeedOneDimension(String line, int status, String message) throws IOException {
        run(array("2, 3", "cabfed"), line).assertRefused(status, message);
        assertThat(folder.resolve("b.npy")).doesNotExist();
    }

    @Test
    void rejectsWhatCannotBe() throws IOException {
        run(array("2, 4", "cabfed"), "sort @a.npy -o @b.npy").assertRefused(
                1, "byte 128: expected the 8 keys of the header's shape in 8 bytes, found 6 bytes");
        run(array("2, 99999999999999999999", ""), "sort @a.npy -o @b.npy").assertRefused(
                1, "byte 10: expected lengths that a file can have, found shape (2, 99999999999999999999)");
        run(npy("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }", "cabfed"), "sort @a.npy -o @b.npy")
                .assertRefused(1, "byte 10: expected an array in C order, found one of shape (2, 3) in Fortran order");
        run(array("", "c"), "sort @a.npy -o @b.npy").assertRefused(1, "expected a one-dimensional array, found shape ()");
    }
}
