package io.github.tornadosort.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares {@code lines} with GNU sort in the C locale. The cases are those that the tests of GNU coreutils look at,
 * tests/sort/sort.pl. These differ: the obsolete {@code +POS -POS} and {@code -R} are not known, and {@code -S} has a least value.
 */
class GnuSortTest {
    private static final Path GNU_SORT = Path.of("/usr/bin/sort");

    @TempDir
    private Path folder;

    private CommandRun run(Object... options) {
        List<Object> words = new ArrayList<>(List.of("lines"));
        words.addAll(List.of(options));
        return Program.run(words.toArray());
    }

    private Path text(String content) throws IOException {
        return Files.writeString(folder.resolve("in"), content, ISO_8859_1);
    }

    /** Options, the lines, and the sorted lines. A semicolon ends a line, and a question mark is a control character. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', ignoreLeadingAndTrailingWhitespace = false, value = {
        "-n|.01;0;|0;.01;", "-n|.02;.01;|.01;.02;", "-n|.02;.000;|.000;.02;", "-n|.021;.029;|.021;.029;",
        "-n|.02;.0*;|.0*;.02;", "-n|.02;.*;|.*;.02;", "-s -n -k1,1|.0b;.0a;|.0b;.0a;", "-s -n -k1,1|.00b;.000a;|.00b;.000a;",
        "-s -n -k1,1|.01a;.010;|.01a;.010;", "-s -n -k1,1|.010;.01a;|.010;.01a;", "-n|-1;-9;|-9;-1;", "-n|11;2;|2;11;",
        "-h|1Y;1Z;1E;1P;1T;1G;1M;1K;02;1;Y;-1k;-1M;-1G;|-1G;-1M;-1k;Y;1;02;1K;1M;1G;1T;1P;1E;1Z;1Y;",
        "-h|1M;-2G;-3K;|-2G;-3K;1M;", "-k 2,2h -k 1,1|a 1G;b 1023M;|b 1023M;a 1G;", "-h|1.E;2.M;|2.M;1.E;",
        "-h|1..2E;2..2M;|1..2E;2..2M;", "-h|1GiB;1030MiB;|1030MiB;1GiB;", "-n -k2,2h|1 1E;2 2M;|2 2M;1 1E;",
        "|A;B;C;|A;B;C;", "-k1|B;A;|A;B;", "-k1,1|B;A;|A;B;", "-k1 -k2|A b;A a;|A a;A b;", "-k1n|11;2;|2;11;",
        "-k1|11;2;|11;2;",
        "-k2|ignored B;z-ig A;|z-ig A;ignored B;", "-k1,2|A B A;A A Z;|A A Z;A B A;", "-k2,2|A B Z;A A A;|A A A;A B Z;",
        "-k 2,3|9 a b;7 a a;|7 a a;9 a b;", "-k 2,3|a a b;z a a;|z a a;a a b;", "-k 2,3.0|a a b;z a a;|z a a;a a b;",
        "-n -k1.3,1.1|a 2;b 1;|a 2;b 1;", "-n -k2.2,1.2|aa 2;bb 1;|aa 2;bb 1;", "-k1.3nb,1.3|  a 2;  b 1;|  a 2;  b 1;",
        "-g|1e2;2e1;|2e1;1e2;", "-n|2e1;1e2;|1e2;2e1;", "-k2g|a 1e2;b 2e1;|b 2e1;a 1e2;",
        "-t : -k 2.2,2.2|:ba;:ab;|:ba;:ab;", "-t : -k 2.2,2.2|:ab;:ba;|:ba;:ab;", "-k 2.3,2.3|z ba;z ab;|z ba;z ab;",
        "-b -k 2.2,2.2|z ba;z ab;|z ba;z ab;", "-k 1.2,1.2|ab;ba;|ba;ab;", "-t : -k 1.3,1.3|:ab;:ba;|:ba;:ab;",
        "-k 1.4,1.4|a ab;b ba;|b ba;a ab;", "-t: -k1,1b -k2,2|a\t:a;a :b;|a\t:a;a :b;",
        "-t: -k2,2b -k3,3|z:a :b;a\t:a;|a\t:a;z:a :b;",
        "-n -t: -k2|a:1;b:-;|b:-;a:1;", "-n -t: -k2|a:1;b:X;|b:X;a:1;", "-k1.2n|axx;b-1;|b-1;axx;",
        "-d -u|mal;mal-;mala;|mal;mala;", "-f -d -u|mal;mal-;mala;|mal;mala;", "-i -u|a;a?;|a;", "-i -u|?a;a;|?a;",
        "-u -k2,2 --parallel 1 -S32b|a 7;a 7;a 7;b 1;|b 1;a 7;", "-f|aer;Aag;-s;aag;|-s;Aag;aag;aer;",
        "-k1.1,1.2n| 901;100;| 901;100;", "-b -k1.1,1.2n| 901;100;| 901;100;", "-k1.1,1.2nb| 901;100;|100; 901;",
        "-k1.1b,1.2n| 901;100;| 901;100;", "-nb -k1.1,1.2| 901;100;|100; 901;", "-k1,1b|a  y;a z;|a  y;a z;",
        "-k1,1 -k2nr|b 2;b 1;b 3;|b 3;b 2;b 1;", "-f|_;a;A;|A;a;_;", "-fs|A;a;_;|A;a;_;", "-fu|a;_;|a;_;",
        "-k 2,2fd -k 1,1r|3 b;4 B;|4 B;3 b;", "-k 2,2d -k 1,1r|3 b;4 b;|4 b;3 b;",
        "-s -k1,1 -t/|a b/x;a-b-c/x;|a b/x;a-b-c/x;",
        "-k 99999999999999999999|2;1;|1;2;", "--sort=numeric|.01;0;|0;.01;", "--sort general-numeric|1e2;2e1;|2e1;1e2;",
        "-rnk2|a 1;b 3;c 2;|b 3;c 2;a 1;", "--reverse --key=2 --numeric-sort|a 1;b 3;|b 3;a 1;", "-Vr|1.9;1.10;|1.10;1.9;",
        "-M|feb;x;JAN;|x;JAN;feb;", "-mn|1;3;|1;3;", "-n -n|10;9;|9;10;", "-u|b;a;b;|a;b;", "-r -k1,1n -s|1 b;1 a;|1 b;1 a;",
        "-g -n -k2,2V|a 1.10;b 1.9;|b 1.9;a 1.10;", "-h -g -k2nr|a 1;b 2;|b 2;a 1;", "-t: -k2 -t :|b:a;a:b;|b:a;a:b;",
        "-k2 -t\t|a b\tx;b a\ta;|b a\ta;a b\tx;", "-rt\t -k2|a\tx;b\ty;|b\ty;a\tx;",
        "--field-separator=\t -k2|b\tx;a\ty;|b\tx;a\ty;",
        "-S 1M -S 2M -T /tmp -T . --sort=numeric --sort=numeric|10;9;|9;10;",
        "-S 10% -T /tmp --batch-size 2|b;a;|a;b;", "--buffer-size=2M --temporary-directory=/tmp|b;a;|a;b;",
    })
    void sortsAsGnuSort(String options, String lines, String sorted) throws Exception {
        String[] words = options == null || options.isEmpty() ? new String[0] : options.split(" ");
        Path input = text(lines.replace(';', '\n').replace('?', '\1'));
        Path output = folder.resolve("out");
        List<Object> all = new ArrayList<>(Arrays.asList((Object[]) words));
        all.addAll(List.of("-o", output, input));

        CommandRun run = run(all.toArray());

        assertThat(run.err()).isEmpty();
        assertThat(run.status()).isZero();
        String expected = sorted.replace(';', '\n').replace('?', '\1');
        assertThat(Files.readString(output, ISO_8859_1)).isEqualTo(expected);
        if (Files.isExecutable(GNU_SORT)) {
            assertThat(gnu(all)).isEqualTo(0);
            assertThat(Files.readString(output, ISO_8859_1)).describedAs("GNU sort").isEqualTo(expected);
        }
    }

    private int gnu(List<Object> words) throws Exception {
        List<String> command = new ArrayList<>(List.of(GNU_SORT.toString()));
        words.forEach(word -> command.add(word.toString()));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "-k0     | the key '0': fields and characters are counted from 1 on",
        "-k1.0   | the key '1.0': fields and characters are counted from 1 on",
        "-k2.,3  | the key '2.,3': expected N[.C][LETTERS][,M[.C][LETTERS]]",
        "-k1x    | the key '1x': unknown letter 'x' of an order",
        "-hn     | the orders 'h' and 'n' exclude each other",
        "-in     | the orders 'i' and 'n' exclude each other",
        "-hn -k1 | the key '1': the orders 'h' and 'n' exclude each other",
        "-k1 -hn -k2n | the key '1': the orders 'h' and 'n' exclude each other",
        "-t , -t ; | '--field-separator' is given with ',' and with ';'; leave out one of them",
        "-o x -o y | '--output' is given with 'x' and with 'y'; leave out one of them",
        "--sort=numeric --sort=month | '--sort' is given with 'numeric' and with 'month'; leave out one of them",
        "--compress-program gzip --compress-program lz4 | '--compress-program' is given with 'gzip' and with 'lz4'",
        "--head 1 --head 2 | '--head' is given with '1' and with '2'; leave out one of them",
        "--check --check=quiet | '-c' and '-C' exclude each other",
        "--check=silent --check | '-c' and '-C' exclude each other",
        "-cC     | '-c' and '-C' exclude each other",
        "-cm     | '--merge', '-o' and '--head' cannot be used with '--check'",
        "-C -o x | '--merge', '-o' and '--head' cannot be used with '--check'",
        "-c --head 3 | '--merge', '-o' and '--head' cannot be used with '--check'",
        "--check=x | Invalid value for option '--check': expected quiet, silent or diagnose-first, found 'x'",
        "--check= | Invalid value for option '--check': expected quiet, silent or diagnose-first",
        "--check=false | Invalid value for option '--check': expected quiet, silent or diagnose-first, found 'false'",
        "-t ab   | Invalid value for option '-t': expected one ASCII character, found 'ab'",
        "--sort=random | Invalid value for option '--sort': expected one of general-numeric",
        "--parallel 0 | Invalid value for option '--parallel': expected a number from 1 on",
        "--batch-size 1 | Invalid value for option '--batch-size': expected a number from 2 on",
        "--compress-program xz | expected one of gzip, lz4, zstd, found 'xz'; no program is started",
        "-S x    | expected a size such as 512M, 2G, 100b or 50% (KiB without a unit), found 'x'",
        "--files0-from=x y | '--files0-from' cannot be used with names of files",
        "-R      | Unknown option: '-R'",
    })
    void refusesWhatMakesNoSense(String options, String message) {
        run((Object[]) options.trim().split(" ")).assertRefused(2, message);
    }

    @Test
    void checksTheOrder() throws IOException {
        Path file = text("A\nC\nB\n");

        run("-c", file).assertRefused(1, file + ": line 3: disorder: B");
        run("--check", file).assertRefused(1, file + ": line 3: disorder: B");
        run("-c", "-k1,1f", file).assertRefused(1, file + ": line 3: disorder: B");
        run("-cu", "-n", text("1\n01\n")).assertRefused(1, file + ": line 2: disorder: 01");
        for (String quiet : List.of("-C", "--check=quiet", "--check=silent")) {
            assertThat(run(quiet, "-n", file)).isEqualTo(new CommandRun(1, "", ""));
        }
        assertThat(run("-c", text("a\na b\n"))).isEqualTo(new CommandRun(0, "", ""));
        assertThat(run("-C", "-k1,1V", text("a\na b\n"))).isEqualTo(new CommandRun(0, "", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-z", "--zero-terminated"})
    void linesMayEndWithZeros(String option) throws IOException {
        Path output = folder.resolve("out");

        assertThat(run(option, "-k2,2", text("1\n2\0002\n1\0"), "-o", output).err()).isEmpty();

        assertThat(output).hasContent("2\n1\0001\n2\0");
    }

    @Test
    void fieldsMayBeSeparatedByZeros() throws IOException {
        Path output = folder.resolve("out");

        assertThat(run("-k2,2", "-t", "\\0", text("a\0z\1\nb\0y\2\n"), "-o", output).err()).isEmpty();

        assertThat(Files.readString(output)).isEqualTo("b\0y\2\na\0z\1\n");
    }

    @Test
    void readsTheNamesOfItsInputsFromAFile() throws IOException {
        Path one = Files.writeString(folder.resolve("one"), "2\n");
        Path two = Files.writeString(folder.resolve("two"), "10\n");
        Path list = Files.writeString(folder.resolve("list"), one + "\0" + two + "\0");
        Path output = folder.resolve("out");

        assertThat(run("-n", "--files0-from", list, "-o", output).err()).isEmpty();

        assertThat(output).hasContent("2\n10\n");
        run("--files0-from", text(""), "-o", output).assertRefused(1, "expected names of files, found none");
        run("--files0-from", folder.resolve("none"), "-o", output).assertRefused(1, "no such file or directory");
    }

    @Test
    void helpAndVersionHaveLongNamesOnly() {
        assertThat(run("--help").out()).contains("--human-numeric-sort", "--version");
        assertThat(run("--version").out()).contains("tornado-sort");
    }

    @Test
    void smallMemoryGivesTheSameLines() throws IOException {
        assumeTrue(Files.isExecutable(GNU_SORT));
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 60_000; i++) {
            lines.append(i * 7919 % 1000).append(' ').append(i * 31 % 977).append(" some more text\n");
        }
        Path input = text(lines.toString());
        Path output = folder.resolve("out");

        assertThat(run("-k2,2nr", "-k1,1n", "-S", "1M", "-o", output, input).err()).isEmpty();

        String sorted = Files.readString(output);
        assertThat(run("-c", "-k2,2nr", "-k1,1n", output).status()).isZero();
        assertThat(run("-k2,2nr", "-k1,1n", "-S", "1M", "--compress-program=lz4", "-o", output, input).err()).isEmpty();
        assertThat(Files.readString(output)).isEqualTo(sorted);
        try {
            assertThat(gnu(List.of("-k2,2nr", "-k1,1n", "-o", output, input))).isZero();
        } catch (Exception e) {
            throw new IOException(e);
        }
        assertThat(sorted).isEqualTo(Files.readString(output));
    }

    @Test
    void mergesSortedFilesSomeAtATime(@TempDir Path folder) throws IOException {
        List<Object> words = new ArrayList<>(List.of("lines", "-m", "-k2,2n", "-s", "--batch-size=2"));
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            List<String> lines = new ArrayList<>();
            for (int number = i % 3; number < 2000; number += 1 + i) {
                lines.add("file" + i + " " + number);
            }
            expected.addAll(lines);
            words.add(Files.writeString(folder.resolve("in" + i), String.join("\n", lines))); // without a last end
        }
        expected.sort(Comparator.comparingInt(line -> Integer.parseInt(line.split(" ")[1])));
        Path output = folder.resolve("out");
        words.addAll(List.of("-o", output));

        assertThat(Program.run(words.toArray()).err()).isEmpty();
        assertThat(Files.readString(output)).isEqualTo(String.join("\n", expected) + "\n");

        Path lines = Files.writeString(folder.resolve("lines"), "b\nc\na\n");
        Program.run("lines", "-m", words.getLast(), lines)
                .assertRefused(1, lines + ": line 3: disorder: a");
        Program.run("lines", "-m", "--batch-size=1", lines).assertRefused(2, "'--batch-size'");
    }

    /** GNU sort takes any size, and raises it to what it needs. */
    @Test
    void littleMemoryIsEnoughForAMerge(@TempDir Path folder) throws IOException {
        List<Object> words = new ArrayList<>(List.of("lines", "-m", "-S", "1b"));
        for (int i = 0; i < 40; i++) {
            words.add(Files.writeString(folder.resolve("in" + i), "a\n" + "b".repeat(8000) + "\n"));
        }
        Path output = folder.resolve("out");
        words.addAll(List.of("-o", output));

        assertThat(Program.run(words.toArray()).err()).isEmpty();
        assertThat(output).hasContent("a\n".repeat(40) + ("b".repeat(8000) + "\n").repeat(40));
    }

    @Test
    void linesLongerThanABufferAreMerged(@TempDir Path folder) throws IOException {
        String one = "a".repeat(100_000) + "\n" + "c".repeat(200_000) + "\n";
        String other = "b\n";
        Path output = folder.resolve("out");
        assertThat(Program.run("lines", "-m", Files.writeString(folder.resolve("one"), one),
                Files.writeString(folder.resolve("other"), other), "-o", output).err()).isEmpty();
        assertThat(Files.readString(output)).isEqualTo("a".repeat(100_000) + "\nb\n" + "c".repeat(200_000) + "\n");
    }
}
