package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@code sort --check} and {@code verify} of tables. */
class TableCheckTest {
    @TempDir
    Path folder;

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text.replace("''", "").replace(';', '\n'));
    }

    private CommandRun run(String line) {
        return Program.run(CommandRun.words(line, folder));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "h;a;a;b;       | -k h:text                  | ",
        "h;b;a;         | -k h:text                  | line 3: by its keys, this row comes before the one above it",
        "h;b;a;         | -k h:text:desc             | ",
        "h;a;b;         | -k h:text -r               | line 3: by its keys, this row comes before the one above it",
        "h;a;a;         | -k h:text -u               | line 3: this row has the same keys as one above it",
        "h,i;a,2;a,1;   | -k h:text -u               | line 3: this row has the same keys as one above it",
        "h,i;a,2;a,1;   | -k h:text -k i:int8:desc -u | ",
        "h;1.0;1;01;    | -k h:decimal -u            | line 3: this row has the same keys as one above it",
        "h;-1;0.5;1e99;inf;nan | -k h:decimal -u     | ",
        "h;10000000000000000000001;10000000000000000000000 | -k h:decimal | line 3: by its keys, this row comes before the one above it",
        "h;9;10;        | -k h:int8                  | ",
        "h;10;9;        | -k h:text                  | ",
        "h;-1e2;-0;0;.5;inf;nan | -k h:float64       | ",
        "h;nan;Infinity;1.5;-1.5;-inf | -k h:float32:desc | ",
        "h;0;-0;        | -k h:float64               | line 3: by its keys, this row comes before the one above it",
        "h;nan;inf;     | -k h:float64               | line 3: by its keys, this row comes before the one above it",
        "h;18446744073709551614;18446744073709551615 | -k h:uint64 | ",
        "h;18446744073709551615;0 | -k h:uint64      | line 3: by its keys, this row comes before the one above it",
        "h;a;'';        | -k h:text                  | ",
        "h;'';a;        | -k h:text --nulls first    | ",
        "h;'';a;        | -k h:text                  | line 3: by its keys, this row comes before the one above it",
        "h;'';a;'';     | -k h:text --nulls first    | line 4: by its keys, this row comes before the one above it",
        "h;\"a;\"\"x\";b;a; | -k h:text             | line 5: by its keys, this row comes before the one above it",
        "b;a;           | -k 1:text --no-header      | line 2: by its keys, this row comes before the one above it",
        "h;             | -k h                       | ",
        "''             | -k 1:text                  | ",
        "h;x;           | -k h:int8                  | line 2, column 1 'h': expected an int8 (-128 to 127), found 'x'",
    })
    void theOrderIsChecked(String text, String options, String message) throws IOException {
        Path file = write("a.csv", text);

        CommandRun run = run("csv -c @a.csv " + options);
        CommandRun verify = options.contains("-u") ? run : run("verify csv @a.csv " + options);

        if (message == null) {
            assertThat(run.status()).as(run.err()).isZero();
            assertThat(run.out()).isEmpty();
            assertThat(verify.status()).isZero();
        } else {
            assertThat(run).isEqualTo(new CommandRun(1, "", "tornado-sort: " + file + ": " + message + "\n"));
            assertThat(verify).isEqualTo(run);
        }
        assertThat(folder.toFile().list()).containsExactly("a.csv");
    }

    @Test
    void severalFilesAreCheckedAsOne() throws IOException {
        write("a.csv", "h;1;2;");
        write("b.csv", "h;2;3;");
        assertThat(run("csv -c @a.csv @b.csv -k h:int8")).isEqualTo(new CommandRun(0, "", ""));
        run("csv -c @a.csv @b.csv -k h:int8 -u")
                .assertRefused(1, "b.csv: line 2: this row has the same keys as one above it");
        run("csv -c @b.csv @a.csv -k h:int8").assertRefused(1, "a.csv: line 2: by its keys, this row comes before");
    }

    /** Rows whose numbers are equal come in the order of their texts, and not twice. */
    @Test
    void aGuessDoesNotMakeRowsEqual() throws IOException {
        write("a.csv", "h,i;01,3;1,2;1.0,1;2,4;");
        assertThat(run("csv -c -u @a.csv -k h").status()).isZero();
        write("a.csv", "h,i;1,2;1.0,1;1.0,3;2,4;");
        run("csv -c -u @a.csv -k h").assertRefused(1, "a.csv: line 4: this row has the same keys as one above it");
    }

    /** The types are guessed again, and rows are read in pieces. */
    @Test
    void largeFilesAreChecked() throws IOException {
        StringBuilder text = new StringBuilder("h\n");
        for (int i = 10_000; i < 40_000; i++) {
            text.append(i).append('\n');
        }
        write("a.csv", text + "4e4\n");
        assertThat(run("csv -c @a.csv -k h:decimal --memory 60K").err()).isEmpty();
        write("a.csv", text + "20000\n");
        run("csv -c @a.csv -k h --memory 60K").assertRefused(1, "line 30002: by its keys, this row comes before");
    }

    /** Of many files, one is open at a time. */
    @Test
    void linesOfManyAndOfCompressedFilesAreCounted() throws IOException {
        StringBuilder names = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            write(i + ".csv", "h,i;" + i + ",\"a;b\";" + (i == 7 ? "x,c;" : ""));
            names.append(" @").append(i).append(".csv");
        }
        run("csv" + names + " -k h:int8 -o @out").assertRefused(1, "7.csv: line 4, column 1 'h': expected an int8");
        run("csv -c" + names + " -k h:text").assertRefused(1, "8.csv: line 2: by its keys, this row comes before");
        run("csv @0.csv @7.csv --no-header -k 1:text -o @a.csv.gz");
        run("csv @a.csv.gz --no-header -k 1:int8 -o @out").assertRefused(1, "a.csv.gz: line 5, column 1: expected an int8");
    }

    @Test
    void aSortedTableIsCompared() throws IOException {
        write("a.csv", "h,i;b,1;a,2;a,3");
        assertThat(run("csv @a.csv -k h:text -o @b.csv").status()).isZero();
        CommandRun run = run("verify csv @a.csv @b.csv -k h:text");
        assertThat(run).isEqualTo(new CommandRun(0, folder.resolve("b.csv") + ": 3 rows in order, the same rows as "
                + folder.resolve("a.csv") + " (compared by a 128-bit hash)\n", ""));
        assertThat(run("verify csv @b.csv -k h:text").out())
                .isEqualTo(folder.resolve("b.csv") + ": 3 rows in order (not compared with those before the sort)\n");
        run("verify csv @b.csv @a.csv -k h:text").assertRefused(1, "a.csv: line 3: by its keys, this row comes before");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "h,i;a,2;b,1;b,1;  | its rows differ from those of FOLDER/a.csv (compared by a 128-bit hash); FOLDER/a.csv has row 3 (a,3) once",
        "h,i;a,2;b,1;      | expected the 3 rows of FOLDER/a.csv, found 2",
        "h,i;a,2;a,3;b,2;  | its rows differ from those of FOLDER/a.csv (compared by a 128-bit hash)",
        "h,i;a,2;a,2;b,1;  | its rows differ from those of FOLDER/a.csv (compared by a 128-bit hash)",
        "h,j;a,2;a,3;b,1;  | line 1: expected the header of FOLDER/a.csv, 'h', 'i', found 'h', 'j'",
    })
    void otherRowsAreFound(String sorted, String message) throws IOException {
        write("a.csv", "h,i;b,1;a,2;a,3");
        write("b.csv", sorted);
        run("verify csv @a.csv @b.csv -k 1:text --header")
                .assertRefused(1, folder.resolve("b.csv") + ": " + message.replace("FOLDER", folder.toString()));
    }
}
