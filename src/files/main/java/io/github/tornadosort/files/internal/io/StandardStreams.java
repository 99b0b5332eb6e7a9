package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.files.ClosedStreamException;
import io.github.tornadosort.files.FileSortException;
import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** The paths that stand for standard input and standard output. They are known on every system. */
public final class StandardStreams {
    public static final Path INPUT = Path.of("/dev/stdin");
    public static final Path OUTPUT = Path.of("/dev/stdout");

    /** Linux's flag of files that are closed when another program is started. */
    private static final int CLOSE_ON_EXEC = 02000000;

    private StandardStreams() {}

    /**
     * Opens standard input or a file. To close the stream does not close standard input.
     *
     * @throws ClosedStreamException if standard input is closed
     */
    public static InputStream open(Path path) throws IOException {
        if (!path.equals(INPUT)) {
            return new BufferedInputStream(Channels.newInputStream(FileChannel.open(path, StandardOpenOption.READ)));
        }
        requireOpen(INPUT);
        return new FilterInputStream(System.in) {
            @Override
            public void close() {}
        };
    }

    /** Reads names of files, each of which ends with a zero byte. There is at least one. */
    public static List<Path> namesIn(Path list) throws FileSortException {
        try (InputStream bytes = open(list)) {
            String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.readAllBytes())).toString();
            if (text.indexOf('\ufffd') >= 0) { // as the JVM shows bytes that it cannot read
                throw new CharacterCodingException();
            }
            if (text.isEmpty() || text.contains("\0\0") || text.startsWith("\0")) {
                throw new FileSortException(
                        list, "expected names of files, found " + (text.isEmpty() ? "none" : "an empty one"));
            }
            return Stream.of(text.split("\0")).map(name -> name.equals("-") ? INPUT : Path.of(name)).toList();
        } catch (CharacterCodingException e) {
            throw new FileSortException(list, "expected names of files in UTF-8, found other bytes; rename the files", e);
        } catch (InvalidPathException e) {
            throw new FileSortException(list, "expected names of files, found '" + e.getInput() + "': " + e.getReason(), e);
        } catch (IOException e) {
            throw FileSortException.of(list, "cannot be opened", e);
        }
    }

    /** Returns whether another program has read the beginning of standard input, a regular file. */
    static boolean isPartlyRead() {
        try {
            return new FileInputStream(FileDescriptor.in).getChannel().position() > 0;
        } catch (IOException e) {
            return true;
        }
    }

    /**
     * Returns standard input, a regular file, as the process was given it: its user may not be allowed to open the file again. It must
     * not be closed: the next file would get its descriptor.
     *
     * @throws ClosedStreamException if it is closed
     */
    static FileChannel input() throws ClosedStreamException {
        requireOpen(INPUT);
        return new FileInputStream(FileDescriptor.in).getChannel();
    }

    /**
     * Returns standard output, which must not be closed: the next file would get its descriptor.
     *
     * @throws ClosedStreamException if it is closed
     */
    static FileChannel output() throws ClosedStreamException {
        requireOpen(OUTPUT);
        return new FileOutputStream(FileDescriptor.out).getChannel();
    }

    /**
     * Checks that a standard stream is one that the process was started with. If it was started without, the first file that the JVM opens
     * has its descriptor: the JDK's classes, or on Linux a file that is marked as one that programs started from here do not get.
     */
    private static void requireOpen(Path stream) throws ClosedStreamException {
        Path state = Path.of("/proc/self/fdinfo/" + (stream.equals(INPUT) ? 0 : 1));
        boolean isOfJvm;
        try (Stream<String> lines = Files.lines(state)) {
            isOfJvm = lines.filter(line -> line.startsWith("flags:"))
                    .anyMatch(line -> (Integer.parseInt(line.substring("flags:".length()).strip(), 8) & CLOSE_ON_EXEC) != 0)
                    || Files.isSameFile(stream, Path.of(System.getProperty("java.home"), "lib", "modules"));
        } catch (NoSuchFileException e) {
            isOfJvm = Files.exists(state.getParent());
        } catch (IOException | UncheckedIOException e) {
            return; // This system does not tell.
        }
        if (isOfJvm) {
            throw new ClosedStreamException(stream);
        }
    }
}
