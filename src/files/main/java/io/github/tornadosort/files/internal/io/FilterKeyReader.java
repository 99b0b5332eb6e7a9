package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.files.FileSortException;
import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;

/** A reader that passes on what another one reads. Subclasses check or change the keys. */
public abstract class FilterKeyReader implements KeyReader {
    private final KeyReader source;

    /** @param source the other reader, which is closed with this one */
    protected FilterKeyReader(KeyReader source) {
        this.source = source;
    }

    @Override
    public long count() {
        return source.count();
    }

    @Override
    public long bytes() {
        return source.bytes();
    }

    @Override
    public void read(MemorySegment keys, LongConsumer progress) throws FileSortException {
        source.read(keys, progress);
    }

    @Override
    public void close() throws FileSortException {
        source.close();
    }
}
