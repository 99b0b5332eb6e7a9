package io.github.tornadosort.testing;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;

/** The memory of buffers outside the heap. */
public final class BufferMemory {
    private BufferMemory() {}

    /**
     * Returns the bytes of buffers on the host, and with the JVM backend on the device too. Buffers are freed some time after a
     * collection: this waits until three collections in a row have freed nothing.
     */
    public static long bytes() throws InterruptedException {
        return bytes(-1);
    }

    /** Like {@link #bytes()}, but returns as soon as no more than {@code enough} bytes are in use. */
    public static long bytes(long enough) throws InterruptedException {
        long least = Long.MAX_VALUE;
        for (int unchanged = 0; unchanged < 3 && least > enough; unchanged++) {
            System.gc();
            Thread.sleep(50);
            long now = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                    .filter(pool -> pool.getName().equals("direct"))
                    .mapToLong(BufferPoolMXBean::getMemoryUsed)
                    .sum();
            if (now < least) {
                least = now;
                unchanged = 0;
            }
        }
        return least;
    }
}
