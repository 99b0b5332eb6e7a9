package io.github.tornadosort.files.internal.io;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;

/** Bytes that several threads can read at any position. */
interface Content extends Closeable {
    long size() throws IOException;

    /** Reads some bytes at a position. Returns their number, or -1 if there are none. */
    int read(ByteBuffer buffer, long position) throws IOException;

    /** Returns all bytes in memory, which stay there after the content has been closed, until the arena is closed. */
    MemorySegment map(Arena arena) throws IOException;

    /** The content of a regular file. */
    record OfFile(FileChannel channel) implements Content {
        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public int read(ByteBuffer buffer, long position) throws IOException {
            return channel.read(buffer, position);
        }

        @Override
        public MemorySegment map(Arena arena) throws IOException {
            return channel.map(MapMode.READ_ONLY, 0, channel.size(), arena);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
