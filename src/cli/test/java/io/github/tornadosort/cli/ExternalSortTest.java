package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.Sorter;
import io.github.tornadosort.files.FileSorter;
import io.github.tornadosort.files.internal.sort.SystemMemory;
import io.github.tornadosort.testing.CommandRun;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that sorts in less memory than the size of the file have the same results as sorts in memory. */
@Tag("slow")
class ExternalSortTest {
    private static final int KEYS = 400_000;

    /** A memory limit that needs several runs for each file, for every type. */
    private static final long MEMORY = 1_300_000;

    private static final CommandRun DONE = new CommandRun(0, "", "");

    @TempDir
    Path folder;

    private Path generate(String name, KeyType type, String distribution) {
        Path file = folder.resolve(name);
        assertThat(Program.run("generate", "-n", KEYS, "--type", type.label(), "--distribution", distribution, "-o", file))
                .isEqualTo(DONE);
        return file;
    }

    private Path sort(String name, Object... words) {
        Path output = folder.resolve(name);
        Object[] all = new Object[words.length + 3];
        all[0] = "sort";
        all[1] = "-o";
        all[2] = output;
        System.arraycopy(words, 0, all, 3, words.length);
        assertThat(Program.run(all)).isEqualTo(DONE);
        return output;
    }

    private void assertNothingLeft(int files) {
        assertThat(folder.toFile().list()).hasSize(files);
    }

    /** Returns all orders for two types, and one for each of the others. */
    private static List<String> orders(KeyType type) {
        List<String> all = List.of("--debug", "--descending", "--bits=2:" + (type.bits() - 1));
        boolean every = type == KeyType.INT32 || type == KeyType.FLOAT64;
        return every ? all : List.of(all.get(type.ordinal() % all.size()));
    }

    @ParameterizedTest
    @EnumSource
    void keysOfEveryType(KeyType type) {
        Path input = generate("a.bin", type, "uniform");
        for (String order : orders(type)) {
            Path whole = sort("whole", input, "--type", type.label(), order);
            Path byRuns = sort("runs", input, "--type", type.label(), order, "--memory", MEMORY);

            assertThat(byRuns).hasSameBinaryContentAs(whole);
            assertThat(Program.run("sort", "--check", whole, "--type", type.label(), order)).isEqualTo(DONE);
        }
        assertNothingLeft(3);
    }

    @ParameterizedTest
    @CsvSource({"--unique", "--head=1000", "--head=300000", "--unique --head=77", "--unique --descending"})
    void someOfTheKeys(String words) {
        Path input = generate("a.bin", KeyType.INT32, "uniform");
        Object[] options = (input + " --type int32 --bits=20:32 " + words).split(" ");
        Object[] tight = (input + " --type int32 --bits=20:32 --memory " + MEMORY + " " + words).split(" ");

        assertThat(sort("runs.npy", tight)).hasSameBinaryContentAs(sort("whole.npy", options));
        assertNothingLeft(3);
    }

    @Test
    void aFailureLeavesNoPartialFiles() throws IOException {
        Path input = generate("a.txt", KeyType.INT32, "uniform");
        Files.writeString(input, Files.readString(input) + "nothing\n");
        Path output = Files.writeString(folder.resolve("out"), "old");

        CommandRun run = Program.run("sort", input, "-o", output, "--type", "int32", "--memory", MEMORY);

        assertThat(run.status()).isOne();
        assertThat(run.err()).contains(input + ": line " + (KEYS + 1) + ": expected an int32");
        assertThat(output).hasContent("old");
        assertNothingLeft(2);
    }

    @Test
    void rejectsTooLittleDiskSpace() throws IOException {
        Path input = folder.resolve("sparse.bin");
        try (RandomAccessFile file = new RandomAccessFile(input.toFile(), "rw")) {
            long holes = Files.getFileStore(folder).getTotalSpace() + SystemMemory.bytes();
            file.setLength(holes / Integer.BYTES * Integer.BYTES); // a sparse file needs no disk space
        }

        CommandRun run = Program.run("sort", input, "-o", folder.resolve("out"), "--type", "int32", "--memory", "64M");

        assertThat(run.status()).isOne();
        assertThat(run.err())
                .matches("tornado-sort: \\Q" + input
                        + "\\E: sorting it in [0-9.]+ MiB of memory needs [0-9.]+ [A-Z]iB of disk"
                        + " space, but only [0-9.]+ [A-Z]iB is free in \\Q" + folder + "\\E\n");
        assertNothingLeft(1);
    }

    @Test
    void aFailureOfTheSortLeavesNoPartialFiles() throws IOException {
        Path input = generate("a.bin", KeyType.INT32, "uniform");
        Sorter closed = Sorter.open();
        closed.close();
        FileSorter sorter = FileSorter.keys(KeyType.INT32).sorter(closed).memory(MEMORY);

        assertThatThrownBy(() -> sorter.sort(List.of(input), folder.resolve("out")))
                .isInstanceOf(IllegalStateException.class);

        assertNothingLeft(1);
    }
}
