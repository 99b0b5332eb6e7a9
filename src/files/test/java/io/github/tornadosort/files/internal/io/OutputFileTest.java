package io.github.tornadosort.files.internal.io;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.files.FileSortException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutputFileTest {
    /** The group may read, and its list gives the user 65,534 and those in the mask more. */
    private static final byte[] LIST =
            HexFormat.of().parseHex("02000000" + "01000600ffffffff" + "02000700feff0000" + "04000400ffffffff"
                    + "10000700ffffffff" + "20000000ffffffff");

    @TempDir
    Path folder;

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void write(Path path, String text) throws IOException {
        try (OutputFile file = OutputFile.create(path)) {
            file.write(bytes(text));
            file.commit();
        }
    }

    @AfterEach
    void noUnfinishedFilesAreLeft() throws IOException {
        assertThat(parts(folder)).isEmpty();
    }

    @Test
    void appearsOnCommitAndNotBefore() throws IOException {
        Path path = folder.resolve("new");
        try (OutputFile file = OutputFile.create(path)) {
            file.write(bytes("whole"));
            assertThat(path).doesNotExist();
            file.commit();
            assertThat(path).hasContent("whole");
        }
        assertThat(path).hasContent("whole");
    }

    @Test
    void theOldFileIsUnchangedUntilTheCommit() throws IOException {
        Path path = Files.writeString(folder.resolve("old"), "old");
        try (OutputFile file = OutputFile.create(path)) {
            file.write(bytes("new and unfinished"));
        }
        assertThat(path).hasContent("old");

        write(path, "new");
        assertThat(path).hasContent("new");
    }

    @Test
    void keepsPermissions() throws IOException {
        Path path = Files.writeString(folder.resolve("old"), "old");
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r-----"));

        write(path, "new");

        assertThat(permissions(path)).isEqualTo("rw-r-----");
    }

    @Test
    void keepsTheOwnerIfThisUserMayGiveFilesAway() throws IOException {
        Path path = Files.writeString(folder.resolve("old"), "old");
        assumeTrue(Files.getAttribute(path, "unix:uid").equals(0), "only root may");
        Files.setAttribute(path, "unix:uid", 65_534);
        Files.setAttribute(path, "unix:gid", 65_534);

        write(path, "new");

        assertThat(path).hasContent("new");
        assertThat(Files.readAttributes(path, "unix:uid,gid").values()).containsOnly(65_534);
    }

    /** Of different lengths, since the old file is overwritten. */
    @ParameterizedTest
    @ValueSource(strings = {"new", "a new content that is longer than the old one", ""})
    void keepsOtherNames(String content) throws IOException {
        Path path = Files.writeString(folder.resolve("old"), "an old content");
        Path other = Files.createLink(folder.resolve("other"), path);

        write(path, content);

        assertThat(other).hasContent(content);
        assertThat(Files.isSameFile(path, other)).isTrue();
    }

    @Test
    void keepsAttributes() throws IOException {
        Path path = Files.writeString(folder.resolve("old"), "old");
        var attributes = Files.getFileAttributeView(path, UserDefinedFileAttributeView.class);
        assumeTrue(attributes != null && Files.getFileStore(folder).supportsFileAttributeView("user"), "no such attributes");
        attributes.write("origin", bytes("a sensor"));

        write(path, "new");

        assertThat(path).hasContent("new");
        assertThat(attributes.list()).containsExactly("origin");
    }

    /** The rights of the group in the mode are those that the list gives to anybody: the group itself may only read. */
    @Test
    void keepsAccessControlLists() throws Throwable {
        Path path = Files.writeString(folder.resolve("old"), "old");
        try (Arena arena = Arena.ofConfined()) {
            assumeTrue(attribute("setxattr", "access", arena, path, arena.allocateFrom(JAVA_BYTE, LIST)) == 0,
                    "no access control lists");

            write(path, "new");

            MemorySegment kept = arena.allocate(LIST.length);
            assertThat(attribute("getxattr", "access", arena, path, kept)).isEqualTo(LIST.length);
            assertThat(kept.toArray(JAVA_BYTE)).isEqualTo(LIST);
        }
        assertThat(path).hasContent("new");
    }

    /** A new file in this folder gets a list, by which others than before might read the output. */
    @Test
    void givesNobodyElseRights() throws Throwable {
        Path path = Files.writeString(folder.resolve("old"), "old");
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r--r--"));
        try (Arena arena = Arena.ofConfined()) {
            assumeTrue(attribute("setxattr", "default", arena, folder, arena.allocateFrom(JAVA_BYTE, LIST)) == 0,
                    "no access control lists");

            write(path, "new");

            assertThat(attribute("getxattr", "access", arena, path, arena.allocate(LIST.length))).isNegative();
        }
        assertThat(path).hasContent("new");
    }

    @SuppressWarnings("restricted")
    private static long attribute(String function, String kind, Arena arena, Path path, MemorySegment value)
            throws Throwable {
        Linker linker = Linker.nativeLinker();
        Optional<MemorySegment> found = linker.defaultLookup().find(function);
        assumeTrue(System.getProperty("os.name").equals("Linux") && found.isPresent(), "not Linux");
        MemorySegment name = arena.allocateFrom("system.posix_acl_" + kind);
        MemorySegment file = arena.allocateFrom(path.toString());
        return function.equals("getxattr")
                ? (long) linker.downcallHandle(
                        found.get(), FunctionDescriptor.of(JAVA_LONG, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG))
                        .invokeExact(file, name, value, value.byteSize())
                : (int) linker.downcallHandle(
                        found.get(), FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT))
                        .invokeExact(file, name, value, value.byteSize(), 0);
    }

    @Test
    void writesAFileInAFolderThatCannotBeWritten() throws IOException {
        Path closed = Files.createDirectory(folder.resolve("closed"));
        Path path = Files.writeString(closed.resolve("old"), "old");
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("r-xr-xr-x"));
        try {
            assumeTrue(!Files.isWritable(closed), "this user may write everywhere");

            Set<Path> before = parts(TemporaryFile.folder());
            OutputFile failing = OutputFile.create(folder.resolve("other"));
            failing.close();
            try (OutputFile file = OutputFile.create(path)) {
                file.write(bytes("complete"));
                assertThatThrownBy(() -> OutputFile.commitAll(file, failing)).isInstanceOf(FileSortException.class);
                Set<Path> elsewhere = parts(TemporaryFile.folder());
                elsewhere.removeAll(before);
                // Others could read the old file, which they cannot reach in its folder.
                assertThat(elsewhere).singleElement()
                        .satisfies(part -> assertThat(permissions(part)).isEqualTo("rw-------"));
            }
            assertThat(path).hasContent("old");

            write(path, "new and longer");

            assertThat(path).hasContent("new and longer");
        } finally {
            Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    @Test
    void newFilesHaveDefaultPermissions() throws IOException {
        Path reference = Files.createFile(folder.resolve("reference"));
        Path path = folder.resolve("new");

        write(path, "new");

        assertThat(Files.getPosixFilePermissions(path)).isEqualTo(Files.getPosixFilePermissions(reference));
    }

    @Test
    void aSymbolicLinkIsKept() throws IOException {
        Path target = Files.writeString(Files.createDirectory(folder.resolve("elsewhere")).resolve("old"), "old");
        Path link = Files.createSymbolicLink(folder.resolve("link"), target);

        write(link, "new");

        assertThat(link).isSymbolicLink();
        assertThat(target).hasContent("new");
    }

    private static Set<Path> parts(Path in) throws IOException {
        try (Stream<Path> files = Files.list(in)) {
            return files.filter(file -> file.toString().endsWith(".part")).collect(Collectors.toSet());
        }
    }

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    /** Returns the permissions of the only unfinished file. */
    private String permissionsOfThePart() throws IOException {
        return permissions(parts(folder).iterator().next());
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-------", "rw-rw-r--", "rwxrwxrwx"})
    void onlyTheOwnerCanReadAnUnfinishedReplacement(String permissions) throws IOException {
        Path path = Files.writeString(folder.resolve("old"), "old");
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
        try (OutputFile file = OutputFile.create(path)) {
            assertThat(permissionsOfThePart()).isEqualTo("rw-------");
            file.write(bytes("new"));
            file.commit();
        }
        assertThat(permissions(path)).isEqualTo(permissions);
    }

    @Test
    void anUnfinishedNewFileHasDefaultPermissions() throws IOException {
        Path reference = Files.createFile(folder.resolve("reference"));
        try (OutputFile _ = OutputFile.create(folder.resolve("new"))) {
            assertThat(permissionsOfThePart())
                    .isEqualTo(permissions(reference));
        }
    }

    @Test
    void aDanglingLinkIsFollowed() throws IOException {
        Path other = Files.createDirectory(folder.resolve("elsewhere"));
        Path second = Files.createSymbolicLink(other.resolve("second"), Path.of("target"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("elsewhere", "second"));

        write(link, "new");

        assertThat(link).isSymbolicLink();
        assertThat(second).isSymbolicLink();
        assertThat(other.resolve("target")).hasContent("new");
    }

    @Test
    void rejectsLinksWithoutATarget() throws IOException {
        Path loop = Files.createSymbolicLink(folder.resolve("loop"), Path.of("back"));
        Files.createSymbolicLink(folder.resolve("back"), Path.of("loop"));
        Path missing = Files.createSymbolicLink(folder.resolve("link"), Path.of("missing", "file"));

        assertThatThrownBy(() -> OutputFile.create(loop))
                .isInstanceOf(FileSortException.class)
                .hasMessage(loop + ": cannot be written: too many levels of symbolic links");
        assertThatThrownBy(() -> OutputFile.create(missing))
                .isInstanceOf(FileSortException.class)
                .hasMessage(missing + ": cannot be written: no such file or directory");
    }

    @Test
    void reportsAFolderCreatedInTheMeantime() throws IOException {
        Path path = folder.resolve("new");
        try (OutputFile file = OutputFile.create(path)) {
            file.write(bytes("new"));
            Files.createFile(Files.createDirectory(path).resolve("inside"));

            assertThatThrownBy(file::commit)
                    .isInstanceOf(FileSortException.class)
                    .hasMessage(path + ": cannot be written: Is a directory");
        }
        assertThat(path.resolve("inside")).exists();
    }

    @Test
    void aClosedFileCannotBeCommitted() throws IOException {
        Path path = Files.writeString(folder.resolve("old"), "old");
        OutputFile file = OutputFile.create(path);
        file.write(bytes("new"));
        file.close();

        assertThatThrownBy(() -> file.write(bytes("more")))
                .isInstanceOf(FileSortException.class)
                .hasMessage(path + ": byte 3: cannot be written: ClosedChannelException");
        assertThatThrownBy(file::commit)
                .isInstanceOf(FileSortException.class)
                .hasMessage(path + ": cannot be written: ClosedChannelException");
        assertThat(path).hasContent("old");
    }

    /** If the second file cannot be completed, the first is not replaced either. */
    @Test
    void commitsAllFilesOrNone() throws IOException {
        Path one = Files.writeString(folder.resolve("one"), "old");
        Path other = Files.writeString(folder.resolve("other"), "old");
        OutputFile second = OutputFile.create(other);
        second.close();
        try (OutputFile first = OutputFile.create(one)) {
            first.write(bytes("new"));
            assertThatThrownBy(() -> OutputFile.commitAll(first, second)).isInstanceOf(FileSortException.class);
        }
        assertThat(one).hasContent("old");
        try (OutputFile first = OutputFile.create(one);
                OutputFile last = OutputFile.create(other)) {
            first.write(bytes("new"));
            last.write(bytes("newer"));
            OutputFile.commitAll(first, last);
        }
        assertThat(one).hasContent("new");
        assertThat(other).hasContent("newer");
    }

    @Test
    void recognizesNamesOfTheSameFile() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("file"));
        Path none = folder.resolve("none");
        Path dangling = Files.createSymbolicLink(folder.resolve("dangling"), none);

        assertThat(Replacement.isSame(file, link)).isTrue();
        assertThat(Replacement.isSame(none, dangling)).isTrue();
        assertThat(Replacement.isSame(none, none)).isTrue();
        assertThat(Replacement.isSame(file, none)).isFalse();
        assertThat(Replacement.isSame(none, link)).isFalse();
        assertThat(Replacement.isSame(none, folder.resolve("other"))).isFalse();
        assertThat(Replacement.isSame(Path.of("/"), none)).isFalse();
        assertThat(Replacement.isSame(none.resolve("a"), none.resolve("a"))).isFalse();
        assertThat(Replacement.isSame(Path.of("/dev/null"), Path.of("/dev/null"))).isFalse();
    }

    @Test
    void aPipeIsWrittenTo() throws Exception {
        Path pipe = folder.resolve("pipe");
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "this system has no mkfifo");
        var reader = CompletableFuture.supplyAsync(() -> {
            try {
                return Files.readString(pipe);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });

        write(pipe, "through");

        assertThat(reader.get(1, TimeUnit.MINUTES)).isEqualTo("through");
        assertThat(Files.isRegularFile(pipe)).isFalse();
    }

    @Test
    void aNameMayBeAsLongAsTheSystemAllows() throws IOException {
        Path path = folder.resolve("x".repeat(255));
        write(path, "new");
        assertThat(path).hasContent("new");
    }

    @Test
    void rejectsFoldersAndMissingFolders() {
        assertThatThrownBy(() -> OutputFile.create(folder))
                .isInstanceOf(FileSortException.class)
                .hasMessage(folder + ": is a directory, expected a file");
        Path path = folder.resolve("missing").resolve("file");
        assertThatThrownBy(() -> OutputFile.create(path))
                .isInstanceOf(FileSortException.class)
                .hasMessage(path + ": cannot be written: no such file or directory");
    }

    @Test
    void reportsAFullDeviceAndKeepsIt() throws IOException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "this system has no /dev/full");

        assertThatThrownBy(() -> write(full, "too much"))
                .isInstanceOf(FileSortException.class)
                .hasMessage("/dev/full: byte 0: cannot be written: No space left on device");
        assertThat(Files.isRegularFile(full)).isFalse();
    }
}
