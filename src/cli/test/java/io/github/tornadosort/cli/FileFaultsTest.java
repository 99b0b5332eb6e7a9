package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.SortDevice;
import io.github.tornadosort.testing.CommandRun;
import io.github.tornadosort.testing.OtherJvm;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that a sort in place leaves the file either unchanged or completely sorted if the process is killed, the disk is full,
 * the folder is read-only, or another process sorts the same file.
 */
@Tag("slow")
class FileFaultsTest {
    /** The exit status of a process that a signal terminates is 128 plus the number of the signal. */
    private static final int DONE = 0;
    private static final int SIGKILL = 9;
    private static final int SIGTERM = 15;

    private static final int KEYS = 1 << 20;
    /** A file size limit in blocks of 512 bytes, as defined by POSIX: an eighth of the keys. */
    private static final int FEW_BLOCKS = KEYS * Integer.BYTES / 512 / 8;

    /** The fewest bytes of a file that is mapped into memory. */
    private static final long MAPPED = 64 << 20;

    @TempDir
    Path folder;

    private Path file;
    private byte[] original;
    private byte[] sorted;

    @BeforeEach
    void someKeys() throws IOException {
        assumeTrue(SortDevice.all().getFirst().backend().equals("jvm"), "files are written alike whatever sorts");
        file = folder.resolve("keys.bin");
        generate(file, KEYS);
        original = Files.readAllBytes(file);
        Path other = folder.resolve("sorted");
        assertThat(Program.run(sort(file, other))).isEqualTo(new CommandRun(0, "", ""));
        sorted = Files.readAllBytes(other);
        Files.delete(other);
    }

    private static void generate(Path file, int n) {
        assertThat(Program.run("generate", "-n", n, "--type", "int32", "--distribution", "uniform", "-o", file))
                .isEqualTo(new CommandRun(0, "", ""));
    }

    private static Object[] sort(Path from, Path to, Object... more) {
        List<Object> words = new ArrayList<>(List.of("sort", from, "-o", to, "--type", "int32"));
        words.addAll(List.of(more));
        return words.toArray();
    }

    /** Starts the program in a separate process with a file size limit. Its standard error is written to a file. */
    private Process start(String blocks, Object... words) throws IOException {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", "ulimit -f $0; exec \"$@\"", blocks));
        command.addAll(OtherJvm.command(List.of("-XX:-UsePerfData", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"),
                Main.class, words));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
    }

    private static int end(Process process) throws InterruptedException {
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return process.exitValue();
    }

    /** Waits until part of the new file is written, or the process has exited. */
    private boolean isBeingWritten(Process process) throws IOException, InterruptedException {
        while (process.isAlive()) {
            for (Path part : parts()) {
                if (Files.exists(part) && Files.size(part) > 0) {
                    return true;
                }
            }
            TimeUnit.MICROSECONDS.sleep(200);
        }
        return false;
    }

    private List<Path> parts() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(path -> path.toString().endsWith(".part")).toList();
        }
    }

    private String state(Path path) throws IOException {
        byte[] now = Files.readAllBytes(path);
        return Arrays.equals(now, original) ? "original" : Arrays.equals(now, sorted) ? "sorted" : "neither";
    }

    @Test
    void killedWhileWriting() throws IOException, InterruptedException {
        Random random = new Random(1);
        int whileWriting = 0;
        for (int kill = 0; kill < 4; kill++) {
            Files.write(file, original);
            Process process = start("unlimited", sort(file, file));
            boolean writing = isBeingWritten(process);
            // The rename follows a few milliseconds later.
            TimeUnit.MICROSECONDS.sleep(random.nextInt(5000));
            process.destroyForcibly();
            assertThat(end(process)).isIn(DONE, 128 + SIGKILL);
            whileWriting += writing ? 1 : 0;
            assertThat(state(file)).isIn("original", "sorted");
            for (Path part : parts()) {
                Files.delete(part);
            }
        }
        assertThat(whileWriting).as("processes that were killed when they had begun to write").isPositive();
    }

    @Test
    void killedBeforeWriting() throws IOException, InterruptedException {
        for (int millis : new int[] {50, 300}) {
            Process process = start("unlimited", sort(file, file));
            process.waitFor(millis, TimeUnit.MILLISECONDS);
            process.destroyForcibly();
            assertThat(end(process)).isIn(DONE, 128 + SIGKILL);
            assertThat(state(file)).isIn("original", "sorted");
        }
    }

    @Test
    void terminatedWhileWriting() throws IOException, InterruptedException {
        Process process = start("unlimited", sort(file, file));
        isBeingWritten(process);
        process.destroy();
        assertThat(end(process)).isIn(DONE, 128 + SIGTERM);
        assertThat(state(file)).isIn("original", "sorted");
        assertThat(parts()).isEmpty();
    }

    @Test
    void theDiskIsFull() throws IOException, InterruptedException {
        assertFails(FEW_BLOCKS, "", sort(file, file));
        Object[] byRuns = sort(file, folder.resolve("new"), "--memory", 3_000_000);
        assertFails(FEW_BLOCKS, "cannot write a temporary file", byRuns);
        assertFails(FEW_BLOCKS, "", "lines", file, "-o", file);
        assertFails(FEW_BLOCKS, "cannot write a temporary file",
                "lines", file, "-o", folder.resolve("new"), "-S", "3000000b");
        assertThat(folder.resolve("new")).doesNotExist();
    }

    /** Checks that the sort fails with one line that gives the reason, and that the file is unchanged. */
    private void assertFails(int blocks, String message, Object... words)
            throws IOException, InterruptedException {
        assertThat(end(start(String.valueOf(blocks), words))).isEqualTo(1);
        assertThat(Files.readString(folder.resolve("log")))
                .startsWith("tornado-sort: ")
                .containsAnyOf("cannot be written", "cannot write")
                .contains(message)
                .hasLineCount(1);
        assertThat(state(file)).isEqualTo("original");
        assertThat(parts()).isEmpty();
    }

    /** Sorts keys and values in place when the disk has space for the keys only. */
    @Test
    void theDiskIsFullForTheValuesOnly() throws IOException, InterruptedException {
        Path few = folder.resolve("few.bin");
        generate(few, KEYS / 10);
        original = Files.readAllBytes(few);
        byte[] values = new byte[16 * (KEYS / 10)];
        new Random(2).nextBytes(values);
        Path wide = Files.write(folder.resolve("values"), values);
        file = few;
        Object[] pairs = sort(few, few, "--values", wide, "-v", wide);
        assertFails(FEW_BLOCKS, wide.toString(), pairs);
        assertThat(Files.readAllBytes(wide)).isEqualTo(values);
    }

    @Test
    void devicesThatAreFull() throws IOException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "this system has no /dev/full");
        assertThat(Program.run(sort(file, full)).err()).startsWith("tornado-sort: /dev/full: byte 0: cannot be written");
        // The merge of runs fails.
        assertThat(Program.run(sort(file, full, "--memory", 3_000_000)).err())
                .startsWith("tornado-sort: /dev/full: byte 0: cannot be written");
        assertThat(state(file)).isEqualTo("original");
    }

    /** The input loses half of its pages, or a key of its last page, whose rest is then read as zeros. */
    @ParameterizedTest
    @ValueSource(longs = {MAPPED / 2, Integer.BYTES})
    void theInputBecomesShorter(long lost) throws IOException, InterruptedException {
        assumeTrue(Files.exists(Path.of("/proc/self/maps")), "this system does not tell which files are mapped");
        Path large = folder.resolve("large.bin");
        generate(large, (int) (MAPPED / Integer.BYTES));
        Process process = start("unlimited", sort(large, file));
        while (process.isAlive() && !isMapped(large, process)) {
            TimeUnit.MICROSECONDS.sleep(200);
        }
        try (FileChannel channel = FileChannel.open(large, StandardOpenOption.WRITE)) {
            channel.truncate(MAPPED - lost);
        }
        assertThat(end(process)).isEqualTo(1);
        assertThat(folder.resolve("log"))
                .hasContent("tornado-sort: " + large
                        + ": became shorter while it was read: sort a copy, or do not write to it meanwhile");
        assertThat(state(file)).isEqualTo("original");
        assertThat(parts()).isEmpty();
    }

    private static boolean isMapped(Path path, Process process) throws IOException {
        return Files.readString(Path.of("/proc", String.valueOf(process.pid()), "maps")).contains(path.toString());
    }

    /** Uses a folder in which even the superuser, who may ignore permissions, cannot create files. */
    @Test
    void aFolderThatCannotBeWritten() throws IOException {
        Path readOnly = Files.createDirectory(folder.resolve("read-only"));
        Files.setPosixFilePermissions(readOnly, PosixFilePermissions.fromString("r-xr-xr-x"));
        Path refusing = Files.isWritable(readOnly) ? Path.of("/sys") : readOnly;
        assumeTrue(Files.isDirectory(refusing), "the superuser may write to every folder here");

        CommandRun output = Program.run(sort(file, refusing.resolve("sorted.bin")));
        CommandRun runs = Program.run(sort(file, file, "--memory", 3_000_000, "--tmp", refusing));

        assertThat(output.status()).isEqualTo(1);
        assertThat(output.err()).startsWith("tornado-sort: " + refusing.resolve("sorted.bin") + ": cannot be written: ");
        assertThat(runs.status()).isEqualTo(1);
        // A folder without a disk has no free space either.
        assertThat(runs.err()).startsWith("tornado-sort: ").contains(refusing.toString()).hasLineCount(1);
        assertThat(state(file)).isEqualTo("original");
    }

    /** If only the owner can read the old file, only the owner can read the unfinished new file. */
    @Test
    void otherUsersCannotReadTheUnfinishedFile() throws IOException, InterruptedException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Process process = start("unlimited", sort(file, file));
        Set<String> seen = new HashSet<>();
        while (process.isAlive()) {
            for (Path part : parts()) {
                try {
                    seen.add(PosixFilePermissions.toString(Files.getPosixFilePermissions(part)));
                } catch (NoSuchFileException e) {
                    // The file has been renamed in the meantime.
                }
            }
        }
        assertThat(end(process)).isZero();
        assertThat(seen).isSubsetOf("rw-------");
        assertThat(state(file)).isEqualTo("sorted");
    }

    @Test
    void twoProcessesSortTheSameFile() throws IOException, InterruptedException {
        Process one = start("unlimited", sort(file, file));
        Process other = start("unlimited", sort(file, file));
        assertThat(end(one)).isZero();
        assertThat(end(other)).isZero();
        assertThat(state(file)).isEqualTo("sorted");
        assertThat(parts()).isEmpty();
    }
}
