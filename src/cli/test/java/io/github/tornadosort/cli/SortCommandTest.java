package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.cli.options.DeviceOptions;
import io.github.tornadosort.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SortCommandTest {
    @TempDir
    Path folder;

    private Path generate(String name, long n, String type, String distribution) {
        Path file = folder.resolve(name);
        assertThat(Program.run("generate", "-n", n, "--type", type, "--distribution", distribution, "-o", file))
                .isEqualTo(new CommandRun(0, "", ""));
        return file;
    }

    private void assertFails(int status, String message, Object... words) {
        CommandRun run = Program.run(words);

        assertThat(run.err()).isEqualTo("tornado-sort: " + message + "\n");
        assertThat(run.status()).isEqualTo(status);
        assertThat(run.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "a.bin,int32,uniform,100000", "a.npy,uint32,zipf,70001", "a.txt,int32,sorted,1000",
        "a.txt,uint32,uniform,1000", "a.npy,int32,sorted,5000", "a.bin,uint32,few-values,17", "a.bin,int32,uniform,0",
        "a.bin,int32,uniform,1",
        // 64 MiB: keys are written while others are sorted.
        "a.npy,uint32,uniform,16777300"
    })
    void sortsAFile(String name, String type, String distribution, long n) {
        Path input = generate(name, n, type, distribution);
        Path output = folder.resolve("sorted-" + name);

        assertThat(Program.run("sort", input, "-o", output, "--type", type)).isEqualTo(new CommandRun(0, "", ""));

        assertThat(Program.run("verify", input, output, "--type", type))
                .isEqualTo(new CommandRun(0, output + ": " + n + " " + type + " keys in order, the same keys as " + input
                        + " (compared by a 128-bit hash)\n", ""));
    }

    /** The output is compressed, and has to be written from its beginning; then the input and the output are one file. */
    @Tag("slow")
    @Test
    void aLargeFileIsSortedInPlace() {
        Path file = generate("a.bin", (1 << 24) + 3, "int32", "uniform");
        Path compressed = folder.resolve("a.bin.zst");

        assertThat(Program.run("sort", file, "-o", compressed, "--type", "int32")).isEqualTo(new CommandRun(0, "", ""));
        assertThat(Program.run("verify", file, compressed, "--type", "int32").status()).isZero();
        assertThat(Program.run("sort", file, "-o", file, "--type", "int32")).isEqualTo(new CommandRun(0, "", ""));
        assertThat(Program.run("verify", compressed, file, "--type", "int32").status()).isZero();
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("a.bin", "a.bin.zst");
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "radix", "radix:3", "radix-scan", "radix-split", "radix-local:2", "radix-four-way",
        "sample", "merge", "bitonic", "odd-even-merge"})
    void sortsByEachAlgorithm(String algorithm) {
        Path input = generate("a.bin", 3000, "uint64", "few-values");
        Path output = folder.resolve("b.bin");

        assertThat(Program.run("sort", input, "-o", output, "--type", "uint64", "--algorithm", algorithm))
                .isEqualTo(new CommandRun(0, "", ""));

        assertThat(Program.run("verify", input, output, "--type", "uint64").status()).isZero();
    }

    @Test
    void rejectsUnknownAlgorithms() {
        assertFails(2,
                "Invalid value for option '--algorithm': digits of '9' bits: expected 1 to 8"
                        + " (see 'tornado-sort sort --help')",
                "sort", folder.resolve("a"), "-o", folder.resolve("b"), "--type", "int32",
                "--algorithm", "radix:9");
        assertFails(2, "Invalid value for option '--algorithm': merge has no digits whose width could be chosen"
                + " (see 'tornado-sort sort --help')", "sort", folder.resolve("a"), "-o", folder.resolve("b"), "--type",
                "int32", "--algorithm", "merge:4");
    }

    @Test
    void verifiesWhatItSorts() throws IOException {
        Path input = generate("a.bin", 3000, "int32", "uniform");
        Path output = folder.resolve("b.bin");

        assertThat(Program.run("sort", input, "-o", output, "--type", "int32", "--verify"))
                .isEqualTo(new CommandRun(0, "", ""));
        assertThat(Program.run("argsort", input, "-o", folder.resolve("c.bin"), "--type", "int32", "--verify"))
                .isEqualTo(new CommandRun(0, "", ""));
        assertThat(Program.run("sort", input, "-o", output, "--type", "int32", "--verify", "--algorithm", "merge"))
                .isEqualTo(new CommandRun(0, "", ""));
    }

    @Test
    void rejectsInvalidTextAndKeepsTheOldOutput() throws IOException {
        Path input = Files.writeString(folder.resolve("a.txt"), "1\n2\nthree\n");
        Path output = Files.writeString(folder.resolve("out.txt"), "old\n");

        assertFails(1, input + ": line 3: expected an int32 (-2147483648 to 2147483647), found 'three'"
                + "; 'tornado-sort lines' sorts lines of text", "sort", input,
                "-o", output, "--type", "int32");

        assertThat(output).hasContent("old\n");
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("a.txt", "out.txt");
    }

    /** A small --head is selected without a sort, unless an algorithm is given. */
    @Test
    void headUsesTheSelectedAlgorithm() throws IOException {
        Path input = generate("a.bin", 5000, "uint32", "uniform");
        Path expected = folder.resolve("expected");
        Path output = folder.resolve("out");

        Program.run("sort", input, "-o", expected, "--type", "uint32", "--head", "10");
        assertThat(Program.run(
                "sort", input, "-o", output, "--type", "uint32", "--head", "10", "--algorithm", "merge").status())
                .isZero();
        assertThat(output).hasSameBinaryContentAs(expected);
    }

    @ParameterizedTest
    @EnumSource
    void sortsEveryTypeEitherWay(KeyType type) {
        Path input = generate("a.bin", 5000, type.label(), "uniform");
        Path output = folder.resolve("out.npy");
        for (String order : new String[] {"--debug", "--descending", "--bits=2:" + (type.bits() - 1)}) {
            assertThat(Program.run("sort", input, "-o", output, "--type", type.label(), order))
                    .isEqualTo(new CommandRun(0, "", ""));
            assertThat(Program.run("verify", input, output, "--type", type.label(), order).err()).isEmpty();
        }
        assertThat(Program.run("verify", input, output, "--type", type.label()).err()).contains("is less than key");
    }

    @ParameterizedTest
    @ValueSource(strings = {"3", "3:3", "4:3", "0:33", "-1:3", "a:b", "1:2:3", ":"})
    void rejectsInvalidBits(String bits) {
        assertFails(2, "Invalid value for option '--bits': expected LO:HI with 0 <= LO < HI <= 32, the width of int32,"
                + " found '" + bits + "' (see 'tornado-sort sort --help')", "sort", folder.resolve("a"), "-o",
                folder.resolve("b"), "--type", "int32", "--bits=" + bits);
    }

    @Test
    void rejectsUnknownBackendsAndDevices() {
        Path input = generate("a.bin", 10, "int32", "uniform");
        String there = String.join(", ", SortDevice.all().stream().map(DeviceOptions::describe).toList());

        assertFails(2, "no metal device found, available: " + there + " (see 'tornado-sort sort --help')", "sort", input,
                "-o", folder.resolve("b"), "--type", "int32", "--backend", "metal");
        assertFails(2, "no device 7:3 found, available: " + there + " (see 'tornado-sort sort --help')", "sort", input,
                "-o", folder.resolve("b"), "--type", "int32", "--device", "7:3");
    }

    @Test
    void debugPrintsTheStackTrace() {
        Path missing = folder.resolve("missing");

        CommandRun run = Program.run("sort", missing, "-o", folder.resolve("out"), "--type", "int32", "--debug");

        assertThat(run.status()).isOne();
        assertThat(run.err())
                .startsWith("tornado-sort: " + missing + ": cannot be opened")
                .contains("io.github.tornadosort.files.FileSortException", "\tat io.github.tornadosort");
    }
}
