package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.KeyBits;
import io.github.tornadosort.files.internal.io.KeyReader;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;

/** Reads the keys of a file piece by piece. */
public final class KeyPieces {
    private static final int PIECE = 1 << 20;

    private KeyPieces() {}

    /** Passes the bits of each key to an action, in the order of the file. */
    public static void forEach(KeyReader file, KeyType type, LongConsumer progress, LongConsumer action)
            throws FileSortException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(Math.min(file.count(), PIECE) * type.bytes());
            for (long first = 0; first < file.count(); first += PIECE) {
                long n = Math.min(PIECE, file.count() - first);
                file.read(memory.asSlice(0, n * type.bytes()), progress);
                for (long i = 0; i < n; i++) {
                    action.accept(KeyBits.get(memory, type, i));
                }
            }
        }
    }
}
