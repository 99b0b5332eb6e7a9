package io.github.tornadosort.files.internal.sort;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.KeyBits;
import io.github.tornadosort.files.internal.io.KeyReader;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

/** Tests that a file of any length is read in order, in pieces of limited size. */
class KeyPiecesTest {
    private static final long PIECE = 1 << 20;

    /** A file of the numbers from 0. Collects the lengths of the pieces that are read. */
    private static final class Numbers implements KeyReader {
        private final long count;
        private final List<Long> lengths = new ArrayList<>();
        private long next;

        private Numbers(long count) {
            this.count = count;
        }

        @Override
        public long count() {
            return count;
        }

        @Override
        public long bytes() {
            return count * Short.BYTES;
        }

        @Override
        public void read(MemorySegment keys, LongConsumer progress) {
            long n = keys.byteSize() / Short.BYTES;
            lengths.add(n);
            for (long i = 0; i < n; i++) {
                KeyBits.set(keys, KeyType.UINT16, i, next++);
            }
            progress.accept(keys.byteSize());
        }

        @Override
        public void close() {}
    }

    private static List<Long> lengths(long count) throws FileSortException {
        Numbers file = new Numbers(count);
        long[] progress = {0};
        long[] seen = {0};
        KeyPieces.forEach(file, KeyType.UINT16, bytes -> progress[0] += bytes, bits -> {
            if (bits != (seen[0]++ & 0xFFFF)) {
                throw new AssertionError("number " + bits + " is number " + (seen[0] - 1) + " of the file");
            }
        });
        assertThat(seen[0]).as("keys").isEqualTo(count);
        assertThat(progress[0]).as("bytes").isEqualTo(file.bytes());
        return file.lengths;
    }

    @Test
    void readsPiecesOfLimitedSize() throws FileSortException {
        assertThat(lengths(0)).isEmpty();
        assertThat(lengths(7)).containsExactly(7L);
        assertThat(lengths(PIECE)).containsExactly(PIECE);
        assertThat(lengths(2 * PIECE + 5)).containsExactly(PIECE, PIECE, 5L);
    }
}
