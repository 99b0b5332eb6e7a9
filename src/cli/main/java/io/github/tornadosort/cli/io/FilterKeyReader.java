package io.github.tornadosort.cli.io;

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
    public void read(MemorySegment keys, LongConsumer progress) throws KeyFileException {
        source.read(keys, progress);
    }

    @Override
    public void close() throws KeyFileException {
        source.close();
    }
}
