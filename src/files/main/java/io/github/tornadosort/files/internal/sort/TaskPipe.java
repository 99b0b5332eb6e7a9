package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.files.internal.io.OutputFile;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** The output of a task, which is read while the task goes on. */
public final class TaskPipe implements AutoCloseable {
    /** What runs, and writes the output. */
    public interface Body {
        void run(SortSettings.Output output) throws IOException;
    }

    /** Reads an element, or returns null at the end. */
    public interface Source<T> {
        T next() throws IOException;
    }

    /** Bytes that are read at a time, which Linux's pipes have room for. */
    private static final int BLOCK = 1 << 16;

    private final Pipe pipe;
    private final DataInputStream bytes;
    private final SortTask task;

    /**
     * Starts a task.
     *
     * @param threads the most threads that its loops use
     * @param name of the output in messages
     * @throws UncheckedIOException if the system has no more pipes
     */
    public TaskPipe(int threads, Path name, Body body) {
        try {
            this.pipe = Pipe.open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.bytes = new DataInputStream(new BufferedInputStream(Channels.newInputStream(pipe.source()), BLOCK));
        this.task = new SortTask(threads, running -> {
            try {
                body.run(() -> running.create(() -> OutputFile.of(pipe.sink(), name)));
            } finally {
                pipe.sink().close();
            }
        });
    }

    /** Returns the bytes of the output. */
    public DataInputStream bytes() {
        return bytes;
    }

    /** Waits for the end of the task after the last byte was read, and throws its failure. */
    public void end() throws IOException {
        task.finish();
    }

    /** Ends the task, and returns when it uses no memory and no file any more. */
    @Override
    public void close() {
        try {
            pipe.source().close(); // What is written from now on fails.
        } catch (IOException e) {
            // Nothing more is read.
        }
        task.end();
        task.join();
    }

    /** Returns the elements of a source. The iterator throws {@link UncheckedIOException}s. */
    public static <T> Iterator<T> iterator(Source<T> source) {
        return new Iterator<>() {
            private T next = read();

            private T read() {
                try {
                    return source.next();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }

            @Override
            public boolean hasNext() {
                return next != null;
            }

            @Override
            public T next() {
                if (next == null) {
                    throw new NoSuchElementException();
                }
                T current = next;
                next = read();
                return current;
            }
        };
    }
}
