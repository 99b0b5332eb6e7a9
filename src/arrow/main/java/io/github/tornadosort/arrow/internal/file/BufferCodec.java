package io.github.tornadosort.arrow.internal.file;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import io.github.tornadosort.internal.driver.DriverFailure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4FrameOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream.BLOCKSIZE;
import net.jpountz.lz4.LZ4FrameOutputStream.FLG;
import net.jpountz.xxhash.XXHashFactory;
import org.apache.arrow.flatbuf.BodyCompression;
import org.apache.arrow.flatbuf.CompressionType;

/**
 * How the buffers of record batches are compressed, each for itself. A buffer begins with its length without compression, which
 * is -1 if it is not compressed. An empty buffer has no length.
 */
enum BufferCodec {
    /** Frames of LZ4. Arrow's library for C++ links their blocks, which lz4-java cannot read. */
    LZ4(CompressionType.LZ4_FRAME) {
        /** A byte stands for at most 255 bytes. */
        @Override
        long longest(MemorySegment compressed) {
            return 255 * compressed.byteSize();
        }

        @Override
        void decode(MemorySegment compressed, MemorySegment to) {
            Lz4Frame.decode(compressed, to);
        }

        @Override
        MemorySegment encode(MemorySegment buffer, Arena arena) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (LZ4FrameOutputStream frame = new LZ4FrameOutputStream(
                    bytes, BLOCKSIZE.SIZE_1MB, -1, LZ4Factory.safeInstance().fastCompressor(),
                    XXHashFactory.safeInstance().hash32(), FLG.Bits.BLOCK_INDEPENDENCE)) {
                byte[] piece = new byte[PIECE];
                for (long at = 0; at < buffer.byteSize(); at += PIECE) {
                    int length = (int) Math.min(PIECE, buffer.byteSize() - at);
                    MemorySegment.copy(buffer, ValueLayout.JAVA_BYTE, at, piece, 0, length);
                    frame.write(piece, 0, length);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e); // A byte array accepts all bytes.
            }
            return MemorySegment.ofArray(bytes.toByteArray());
        }
    },

    /** Frames of zstd, by its own library. */
    ZSTD(CompressionType.ZSTD) {
        @Override
        long longest(MemorySegment compressed) {
            requireLibrary();
            long length =
                    Zstd.getDirectByteBufferFrameContentSize(compressed.asByteBuffer(), 0, (int) compressed.byteSize());
            // The frame need not have its length. A block of at most 128 KiB has at least 4 bytes.
            return length >= 0 ? length : (compressed.byteSize() / 4 + 1) << 17;
        }

        @Override
        void decode(MemorySegment compressed, MemorySegment to) {
            long length;
            try {
                length = Zstd.decompressDirectByteBuffer(
                        to.asByteBuffer(), 0, (int) to.byteSize(), compressed.asByteBuffer(), 0,
                        (int) compressed.byteSize());
            } catch (ZstdException e) {
                throw new IllegalArgumentException("damaged zstd frame (" + e.getMessage() + ")", e);
            }
            if (length != to.byteSize()) {
                throw new IllegalArgumentException("a zstd frame of " + length + " bytes, expected " + to.byteSize());
            }
        }

        @Override
        MemorySegment encode(MemorySegment buffer, Arena arena) {
            requireLibrary();
            MemorySegment to = arena.allocate(Zstd.compressBound(buffer.byteSize()));
            long length = Zstd.compressDirectByteBuffer(
                    to.asByteBuffer(), 0, (int) to.byteSize(), buffer.asByteBuffer(), 0, (int) buffer.byteSize(),
                    Zstd.defaultCompressionLevel());
            return to.asSlice(0, length);
        }

        private void requireLibrary() {
            try {
                Zstd.maxCompressionLevel();
            } catch (LinkageError e) {
                throw new IllegalArgumentException(
                        "the native library of zstd cannot be loaded: " + DriverFailure.reason(e), e);
            }
        }
    };

    private static final ValueLayout.OfLong LENGTH = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int PIECE = 1 << 20;
    /** The longest buffer that is compressed or decompressed at once. */
    private static final long MAX_LENGTH = Integer.MAX_VALUE - (1 << 24);

    private final byte code;

    BufferCodec(byte code) {
        this.code = code;
    }

    /**
     * Returns the codec of a record batch, or null if its buffers are not compressed.
     *
     * @throws IllegalArgumentException if it is not supported
     */
    static BufferCodec of(BodyCompression compression) {
        if (compression == null) {
            return null;
        }
        for (BufferCodec codec : values()) {
            if (codec.code == compression.codec()) {
                return codec;
            }
        }
        throw new IllegalArgumentException(
                "buffers that are compressed by codec " + compression.codec() + " are not supported");
    }

    /** Returns the number of the codec in metadata. */
    byte code() {
        return code;
    }

    /** Returns the length of the data in a compressed buffer, or the greatest length that it can have. */
    abstract long longest(MemorySegment compressed);

    /** Decompresses a buffer to a target of its length. */
    abstract void decode(MemorySegment compressed, MemorySegment to);

    /** Compresses a buffer. */
    abstract MemorySegment encode(MemorySegment buffer, Arena arena);

    /** Returns the length that a compressed buffer says its data has. */
    static long length(MemorySegment buffer) {
        if (buffer.byteSize() < Long.BYTES) {
            return buffer.byteSize();
        }
        long length = buffer.get(LENGTH, 0);
        return length < 0 ? buffer.byteSize() : length;
    }

    /**
     * Returns the data of a compressed buffer.
     *
     * @param buffer off-heap
     * @param arena allocates the data
     * @throws IllegalArgumentException if the buffer is damaged or too long
     */
    MemorySegment decompress(MemorySegment buffer, Arena arena) {
        if (buffer.byteSize() == 0) {
            return buffer;
        }
        if (buffer.byteSize() < Long.BYTES) {
            throw new IllegalArgumentException("a compressed buffer of " + buffer.byteSize() + " bytes");
        }
        long length = buffer.get(LENGTH, 0);
        MemorySegment compressed = buffer.asSlice(Long.BYTES);
        if (length == -1) {
            return compressed;
        }
        if (Math.max(length, compressed.byteSize()) > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "a compressed buffer of " + Math.max(length, compressed.byteSize()) + " bytes is too long");
        }
        if (length < 0 || length > longest(compressed)) {
            throw new IllegalArgumentException(
                    "a buffer of " + compressed.byteSize() + " bytes cannot have " + length + " bytes of data");
        }
        MemorySegment data = arena.allocate(length, Long.BYTES);
        decode(compressed, data);
        return data;
    }

    /**
     * Returns the parts of a compressed buffer: its length, and its data, which is not compressed if that would make it longer,
     * or if it is too long.
     *
     * @param buffer off-heap, and not empty
     */
    MemorySegment[] compress(MemorySegment buffer, Arena arena) {
        MemorySegment length = arena.allocate(Long.BYTES);
        MemorySegment compressed = buffer.byteSize() <= MAX_LENGTH ? encode(buffer, arena) : buffer;
        boolean shorter = compressed.byteSize() < buffer.byteSize();
        length.set(LENGTH, 0, shorter ? buffer.byteSize() : -1);
        return new MemorySegment[] {length, shorter ? compressed : buffer};
    }
}
