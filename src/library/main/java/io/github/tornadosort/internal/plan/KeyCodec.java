package io.github.tornadosort.internal.plan;

import io.github.tornadosort.Column;
import io.github.tornadosort.internal.memory.Layouts;
import io.github.tornadosort.internal.memory.Scratch;
import io.github.tornadosort.internal.threads.Copy;
import io.github.tornadosort.internal.threads.Loop;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/**
 * Copies keys of a column into and out of a device buffer. Keys are stored unchanged; kernels compute their ordered bits when
 * they read them. Keys of 8 and 16 bits are zero-extended to 32 bits, so that no more bits vary than the narrow key has.
 */
public final class KeyCodec {
    private final Column column;
    private final MemorySegment keys;
    private final int width;
    private final TornadoNativeArray buffer;
    private final MemorySegment memory;

    /**
     * Makes a codec.
     *
     * @param buffer an {@link IntArray}, or a LongArray for keys of 64 bits
     */
    public KeyCodec(Column column, TornadoNativeArray buffer) {
        this.column = column;
        this.keys = column.segment();
        this.width = column.type().bytes();
        this.buffer = buffer;
        this.memory = buffer.getSegment();
    }

    /** Returns a loop that copies all keys to the first elements of the buffer when it runs. */
    Loop load() {
        return Copy.loop(column.size(), buffer.getElementSize(), (begin, end) -> load(begin, end, begin), keys);
    }

    /** Presents the first elements of the buffer as keys like those of the column. Narrow keys are copied to scratch memory. */
    public Column presented(Scratch scratch) {
        if (width >= Integer.BYTES) {
            return new Column(memory.asSlice(0, keys.byteSize()), column.type());
        }
        Column narrow = new Column(scratch.bytes(keys.byteSize()), column.type());
        new KeyCodec(narrow, buffer).store().run();
        return narrow;
    }

    /** Returns a loop that overwrites all keys with the first elements of the buffer. Its body allocates nothing. */
    public Loop store() {
        return Copy.loop(column.size(), width, (begin, end) -> store(begin, begin, end), keys);
    }

    /**
     * Copies the keys from index {@code begin} to {@code end - 1} to the buffer.
     *
     * @param at index in the buffer
     */
    void load(long begin, long end, long at) {
        switch (width) {
            case 1 -> {
                IntArray wide = (IntArray) buffer;
                for (long i = begin; i < end; i++) {
                    wide.set((int) (at + i - begin), keys.get(ValueLayout.JAVA_BYTE, i) & 0xff);
                }
            }
            case 2 -> {
                IntArray wide = (IntArray) buffer;
                for (long i = begin; i < end; i++) {
                    wide.set((int) (at + i - begin), keys.get(Layouts.SHORT, 2L * i) & 0xffff);
                }
            }
            default -> MemorySegment.copy(keys, width * begin, memory, width * at, width * (end - begin));
        }
    }

    /**
     * The inverse of {@link #load(long, long, long)}: overwrites the keys from index {@code begin} to {@code end - 1}.
     * Allocates nothing.
     *
     * @param at index in the buffer
     */
    void store(long at, long begin, long end) {
        switch (width) {
            case 1 -> {
                IntArray wide = (IntArray) buffer;
                for (long i = begin; i < end; i++) {
                    keys.set(ValueLayout.JAVA_BYTE, i, (byte) wide.get((int) (at + i - begin)));
                }
            }
            case 2 -> {
                IntArray wide = (IntArray) buffer;
                for (long i = begin; i < end; i++) {
                    keys.set(Layouts.SHORT, 2L * i, (short) wide.get((int) (at + i - begin)));
                }
            }
            default -> MemorySegment.copy(memory, width * at, keys, width * begin, width * (end - begin));
        }
    }
}
