package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.FilterKeyReader;
import io.github.tornadosort.files.internal.io.KeyBits;
import io.github.tornadosort.files.internal.io.KeyReader;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/** A reader of sorted keys. It throws an {@link io.github.tornadosort.files.UnsortedException} when it reads a key that is out of order. */
public final class SortedKeyReader extends FilterKeyReader {
    private final Path path;
    private final KeyType type;
    private final OrderCheck check;

    public SortedKeyReader(Path path, KeyReader file, KeyType type, SortOptions options) {
        super(file);
        this.path = path;
        this.type = type;
        this.check = new OrderCheck(type, options, false);
    }

    @Override
    public void read(MemorySegment keys, LongConsumer progress) throws FileSortException {
        super.read(keys, progress);
        for (long i = 0; i < keys.byteSize() / type.bytes(); i++) {
            check.accept(KeyBits.get(keys, type, i));
        }
        check.requireOrder(path);
    }
}
