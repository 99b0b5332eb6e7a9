package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.internal.threads.Loop;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.function.LongConsumer;

/**
 * Writes one number per line. Each line ends with LF. Keys are converted to text on all cores, while the calling thread writes
 * the text of the keys before them.
 */
record TextWriter(OutputFile file, KeyType type) implements KeyWriter {
    /** Number of keys that one task converts. */
    static final int BATCH = 1 << 13;
    /** Number of batches that are converted before they are written, enough for many cores. */
    private static final int BATCHES = 32;
    /** Keys that are converted by one call: a method that is called often is compiled soon. */
    private static final int TILE = 1024;

    @Override
    public void write(MemorySegment keys, LongConsumer progress) throws FileSortException {
        long batches = Math.ceilDiv(keys.byteSize() / type.bytes(), BATCH);
        ByteBuffer[] texts = new ByteBuffer[(int) Math.min(BATCHES, batches)];
        ByteBuffer[] next = texts.clone();
        conversion(keys, 0, texts).run();
        for (long first = 0; first < batches; first += BATCHES) {
            Loop conversion = conversion(keys, first + BATCHES, next);
            conversion.start();
            try {
                for (int i = 0; i < Math.min(BATCHES, batches - first); i++) {
                    file.write(texts[i]);
                    progress.accept(length(keys, first + i) * type.bytes());
                }
            } finally {
                conversion.finish();
            }
            ByteBuffer[] written = texts;
            texts = next;
            next = written;
        }
    }

    /** Returns a loop that converts batches from index {@code first} on. */
    private Loop conversion(MemorySegment keys, long first, ByteBuffer[] texts) {
        long batches = Math.ceilDiv(keys.byteSize() / type.bytes(), BATCH) - first;
        return new Loop(
                Math.clamp(batches, 0, BATCHES),
                (i, _) -> texts[i] = text(keys, first + i, texts[i]),
                keys);
    }

    /** Returns the number of keys of a batch. */
    private long length(MemorySegment keys, long batch) {
        return Math.min(BATCH, keys.byteSize() / type.bytes() - batch * BATCH);
    }

    /** Converts a batch to text. Reuses a buffer if there is one. */
    private ByteBuffer text(MemorySegment keys, long batch, ByteBuffer reused) {
        long start = batch * BATCH;
        int left = (int) length(keys, batch);
        ByteBuffer buffer = reused != null ? reused : ByteBuffer.allocate(left * NumberText.lineBytes(type));
        long[] bits = new long[TILE];
        int at = buffer.capacity();
        while (left > 0) {
            int n = Math.min(TILE, left);
            left -= n;
            KeyBits.get(keys, type, start + left, bits, n);
            at = NumberText.prependLines(type, bits, n, buffer.array(), at);
        }
        return buffer.clear().position(at);
    }
}
