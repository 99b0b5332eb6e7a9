package io.github.tornadosort.cli.io;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.cli.data.KeyBits;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.function.LongConsumer;

/**
 * Writes one number per line. Each line ends with LF. Batches of keys are converted to text on all cores, and then written in
 * order.
 */
record TextWriter(OutputFile file, KeyType type) implements KeyWriter {
    /** Number of keys that one task converts. */
    static final int BATCH = 1 << 14;
    /** Number of batches that are converted before they are written, enough for many cores. */
    private static final int BATCHES = 64;

    @Override
    public void write(MemorySegment keys, LongConsumer progress) throws KeyFileException {
        long n = keys.byteSize() / type.bytes();
        ByteBuffer[] texts = new ByteBuffer[(int) Math.min(BATCHES, Math.ceilDiv(n, BATCH))];
        for (long from = 0; from < n; from += (long) BATCHES * BATCH) {
            long first = from;
            int batches = (int) Math.min(BATCHES, Math.ceilDiv(n - from, BATCH));
            ParallelPieces.each(
                    batches,
                    batch -> {
                        long start = first + (long) batch * BATCH;
                        texts[batch] = text(keys, start, Math.min(n, start + BATCH), texts[batch]);
                    },
                    keys);
            for (int batch = 0; batch < batches; batch++) {
                file.write(texts[batch]);
                progress.accept(Math.min(BATCH, n - first - (long) batch * BATCH) * type.bytes());
            }
        }
    }

    /** Converts keys to text. Reuses a buffer if there is one. */
    private ByteBuffer text(MemorySegment keys, long from, long to, ByteBuffer reused) {
        ByteBuffer buffer = reused != null ? reused : ByteBuffer.allocate((int) (to - from + 1) * KeyText.MAX_BYTES);
        byte[] bytes = buffer.array();
        int at = 0;
        for (long i = from; i < to; i++) {
            at = KeyText.append(type, KeyBits.get(keys, type, i), bytes, at);
            bytes[at++] = '\n';
        }
        return buffer.clear().limit(at);
    }
}
