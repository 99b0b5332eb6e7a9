package io.github.tornadosort.files.internal.io;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.stream.Stream;

/** The owner, group and permissions of a file, and whether it has more than these. */
final class FileAttributes {
    /** The set-user-ID, set-group-ID and sticky bits of a mode. */
    private static final int SPECIAL = 07000;
    /** A new file gets a label of its own. */
    private static final String LABEL = "security.selinux";
    private static final long MOST_NAMES = 1 << 16;

    private FileAttributes() {}

    /**
     * Gives a new file the owner, the group and the permissions of another one.
     *
     * @return whether it has all that the other one has; otherwise it has more names, an access control list or other attributes, or the
     *     process may not give files away
     */
    static boolean copy(Path from, Path to) throws IOException {
        PosixFileAttributeView old = Files.getFileAttributeView(from, PosixFileAttributeView.class);
        if (old == null) {
            return true; // This system has none of these.
        }
        PosixFileAttributes attributes = old.readAttributes();
        // The new file may have the list that its folder gives to new files.
        if (hasMore(from) || hasMore(to)) {
            return false;
        }
        PosixFileAttributeView fresh = Files.getFileAttributeView(to, PosixFileAttributeView.class);
        try {
            fresh.setGroup(attributes.group());
            fresh.setOwner(attributes.owner());
        } catch (IOException e) {
            return false;
        }
        fresh.setPermissions(attributes.permissions());
        return true;
    }

    private static boolean hasMore(Path file) throws IOException {
        int mode;
        try {
            mode = (int) Files.getAttribute(file, "unix:mode");
            if ((int) Files.getAttribute(file, "unix:nlink") > 1 || (mode & SPECIAL) != 0) {
                return true;
            }
        } catch (UnsupportedOperationException | IllegalArgumentException e) {
            return false; // This system does not tell.
        }
        // The rights in an access control list are shown as those of the group, which others need not have.
        return FileAttributes.class.getModule().isNativeAccessEnabled()
                ? hasExtended(file)
                : hasUserAttributes(file) || (mode >> 3 & ~mode & 7) != 0;
    }

    private static boolean hasUserAttributes(Path file) {
        try {
            return !Files.getFileAttributeView(file, UserDefinedFileAttributeView.class).list().isEmpty();
        } catch (IOException | NullPointerException e) {
            return false; // The file system has none.
        }
    }

    /** Returns whether a file has extended attributes. On Linux, an access control list is one. */
    @SuppressWarnings("restricted")
    private static boolean hasExtended(Path file) {
        Linker linker = Linker.nativeLinker();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment function = linker.defaultLookup().find("llistxattr").orElse(null);
            if (function == null) {
                return false; // This is not Linux.
            }
            MemorySegment list = arena.allocate(MOST_NAMES);
            long size = (long) linker.downcallHandle(function, FunctionDescriptor.of(JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG))
                    .invokeExact(
                            arena.allocateFrom(file.toString(), Charset.forName(System.getProperty("sun.jnu.encoding"))),
                            list,
                            list.byteSize());
            String names = new String(list.asSlice(0, Math.max(0, size)).toArray(JAVA_BYTE), StandardCharsets.UTF_8);
            return Stream.of(names.split("\0")).anyMatch(name -> !name.isEmpty() && !name.equals(LABEL));
        } catch (Throwable e) {
            throw new IllegalStateException("the attributes of " + file + " cannot be listed", e);
        }
    }
}
