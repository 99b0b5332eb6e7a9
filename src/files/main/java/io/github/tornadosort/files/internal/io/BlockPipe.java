package io.github.tornadosort.files.internal.io;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.WritableByteChannel;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Passes bytes from a thread that writes to one that reads, some blocks at a time. */
public final class BlockPipe extends InputStream {
    private static final int BLOCK = 1 << 18;
    private static final int BLOCKS = 4;
    private static final byte[] END = {};

    private final BlockingQueue<byte[]> blocks = new ArrayBlockingQueue<>(BLOCKS);
    private volatile boolean closed;
    private byte[] block = {};
    private int at;

    /** Returns the channel to write to. To close it ends nothing: the bytes end after {@link #end}. */
    public WritableByteChannel channel() {
        return new Writing();
    }

    private final class Writing implements WritableByteChannel {
        private volatile boolean isOpen = true;

        @Override
        public int write(ByteBuffer bytes) throws IOException {
            if (!isOpen) {
                throw new ClosedChannelException();
            }
            byte[] copy = new byte[Math.min(BLOCK, bytes.remaining())];
            bytes.get(copy);
            if (copy.length > 0) {
                put(copy);
            }
            return copy.length;
        }

        @Override
        public boolean isOpen() {
            return isOpen;
        }

        @Override
        public void close() {
            isOpen = false;
        }
    }

    /** Ends the bytes, after all of them were written. */
    public void end() throws IOException {
        put(END);
    }

    private void put(byte[] bytes) throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
        try {
            blocks.put(bytes);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw interrupted(e);
        }
    }

    private static InterruptedIOException interrupted(InterruptedException cause) {
        InterruptedIOException interrupted = new InterruptedIOException("interrupted");
        interrupted.initCause(cause);
        return interrupted;
    }

    @Override
    public int read() throws IOException {
        while (at == block.length) {
            if (closed) {
                throw new ClosedChannelException();
            }
            if (block == END) {
                return -1;
            }
            try {
                block = blocks.take();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw interrupted(e);
            }
            at = 0;
        }
        return Byte.toUnsignedInt(block[at++]);
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        int first = read();
        if (first < 0) {
            return -1;
        }
        target[from] = (byte) first;
        int more = Math.min(length - 1, block.length - at);
        System.arraycopy(block, at, target, from + 1, more);
        at += more;
        return more + 1;
    }

    /** Ends reading. What is written from now on fails, and a thread that waits to write goes on. */
    @Override
    public void close() {
        closed = true;
        blocks.clear();
    }
}
