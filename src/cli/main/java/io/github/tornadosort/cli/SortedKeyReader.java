package io.github.tornadosort.cli;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortOptions;
import io.github.tornadosort.cli.data.KeyBits;
import io.github.tornadosort.cli.io.FilterKeyReader;
import io.github.tornadosort.cli.io.KeyFileException;
import io.github.tornadosort.cli.io.KeyReader;
import io.github.tornadosort.cli.options.CommandFailure;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/** A reader of sorted keys. It throws {@link CommandFailure} when it reads a key that is out of order. */
final class SortedKeyReader extends FilterKeyReader {
    private final Path path;
    private final KeyType type;
    private final OrderCheck check;

    SortedKeyReader(Path path, KeyReader file, KeyType type, SortOptions options) {
        super(file);
        this.path = path;
        this.type = type;
        this.check = new OrderCheck(type, options, false);
    }

    @Override
    public void read(MemorySegment keys, LongConsumer progress) throws KeyFileException {
        super.read(keys, progress);
        for (long i = 0; i < keys.byteSize() / type.bytes(); i++) {
            check.accept(KeyBits.get(keys, type, i));
        }
        if (check.violation() != null) {
            throw new CommandFailure(path + ": " + check.violation());
        }
    }
}
