package io.github.tornadosort.cli.io;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.cli.data.KeyBits;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.LongConsumer;

/** Writes one number per line. Each line ends with LF. */
record TextWriter(OutputFile file, KeyType type) implements KeyWriter {
    /** Number of keys that are converted to text before it is written. */
    private static final int BATCH = 1 << 16;

    @Override
    public void write(MemorySegment keys, LongConsumer progress) throws KeyFileException {
        long n = keys.byteSize() / type.bytes();
        StringBuilder text = new StringBuilder();
        for (long from = 0; from < n; from += BATCH) {
            long to = Math.min(n, from + BATCH);
            text.setLength(0);
            for (long i = from; i < to; i++) {
                text.append(KeyText.format(type, KeyBits.get(keys, type, i))).append('\n');
            }
            file.write(ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.US_ASCII)));
            progress.accept((to - from) * type.bytes());
        }
    }
}
