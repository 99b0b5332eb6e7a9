package io.github.tornadosort.files.internal.sort;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * Returns elements that are read, each when the one before is returned. Throws {@link UncheckedIOException}s.
 *
 * @param <T> the type of the elements
 */
public final class IoIterator<T> implements Iterator<T> {
    /** Reads an element, or returns null at the end. */
    public interface Source<T> {
        T next() throws IOException;
    }

    private final Source<T> source;
    private T next;

    /** Reads the first element. */
    public IoIterator(Source<T> source) {
        this.source = source;
        this.next = read();
    }

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
}
