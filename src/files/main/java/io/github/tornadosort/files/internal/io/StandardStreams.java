package io.github.tornadosort.files.internal.io;

import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The paths that stand for standard input and standard output. They are known on every system. */
public final class StandardStreams {
    public static final Path INPUT = Path.of("/dev/stdin");
    public static final Path OUTPUT = Path.of("/dev/stdout");
    public static final Path ERROR = Path.of("/dev/stderr");

    private StandardStreams() {}

    /** Returns whether a path leads to a terminal. */
    public static boolean isTerminal(Path path) {
        try {
            Path device = path.toRealPath();
            return device.startsWith("/dev/pts") || device.toString().startsWith("/dev/tty");
        } catch (IOException e) {
            // Without /dev/stderr and /dev/stdout, assume that they are terminals if there is a console.
            boolean isStandard = path.equals(ERROR) || path.equals(OUTPUT);
            return isStandard && System.console() != null && System.console().isTerminal();
        }
    }

    /** Opens standard input or a file. To close the stream does not close standard input. */
    static InputStream open(Path path) throws IOException {
        if (!path.equals(INPUT)) {
            return new BufferedInputStream(Channels.newInputStream(FileChannel.open(path, StandardOpenOption.READ)));
        }
        return new FilterInputStream(System.in) {
            @Override
            public void close() {}
        };
    }

    /** Returns the first bytes of standard input, which remain to be read. */
    public static byte[] peek(int length) throws IOException {
        if (Files.isRegularFile(INPUT) && !isPartlyRead()) {
            try (InputStream file = Files.newInputStream(INPUT)) {
                return file.readNBytes(length);
            }
        }
        System.in.mark(length);
        byte[] start = System.in.readNBytes(length);
        System.in.reset();
        return start;
    }

    /** Returns whether another program has read the beginning of standard input, a regular file. */
    static boolean isPartlyRead() {
        try {
            return new FileInputStream(FileDescriptor.in).getChannel().position() > 0;
        } catch (IOException e) {
            return true;
        }
    }

    /** Returns standard output, which must not be closed: the next file would get its descriptor. */
    static FileChannel output() {
        return new FileOutputStream(FileDescriptor.out).getChannel();
    }
}
