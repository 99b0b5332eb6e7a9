package io.github.tornadosort.files.internal.io;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.KeySink;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests how sorted keys are written by several threads. */
class FileSinkTest {
    private static final int THREADS = 4;
    private static final int KEYS = 1000;

    @TempDir
    Path folder;

    @Test
    void threadsWriteOneAfterAnother() throws Exception {
        Path path = folder.resolve("keys");
        AtomicInteger writing = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicLong written = new AtomicLong();
        try (OutputFile file = OutputFile.create(path)) {
            KeySink sink = file.sink(Byte.BYTES, bytes -> {
                most.accumulateAndGet(writing.incrementAndGet(), Math::max);
                LockSupport.parkNanos(1_000_000);
                written.addAndGet(bytes);
                writing.decrementAndGet();
            });
            Thread[] threads = IntStream.range(0, THREADS)
                    .mapToObj(i -> Thread.ofPlatform().start(() -> sink.accept((long) i * KEYS, keys(i))))
                    .toArray(Thread[]::new);
            for (Thread thread : threads) {
                thread.join();
            }
            file.commit();
        }
        assertThat(most).as("threads that write at the same time").hasValue(1);
        assertThat(written).hasValue((long) THREADS * KEYS);
        byte[] bytes = Files.readAllBytes(path);
        assertThat(bytes).hasSize(THREADS * KEYS);
        for (int i = 0; i < bytes.length; i++) {
            assertThat(bytes[i]).isEqualTo((byte) (i / KEYS));
        }
    }

    private static MemorySegment keys(int thread) {
        return MemorySegment.ofArray(new byte[KEYS]).fill((byte) thread);
    }
}
