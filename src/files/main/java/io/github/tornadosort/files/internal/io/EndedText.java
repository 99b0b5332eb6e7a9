package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.files.FileSortException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * A text whose last line has no end in the file. The end is added.
 *
 * @param ofFile the size of the file
 */
record EndedText(InputFile file, long ofFile, byte end) implements BinaryReader.Source {
    /** Returns the text of a file, with one byte as the end of its last line if that has none. */
    static BinaryReader.Source of(InputFile file, byte end, boolean mayBeMarked) throws FileSortException {
        long size = file.size();
        ByteBuffer last = ByteBuffer.allocate((int) Math.min(1, size));
        file.readFully(last, size - last.capacity());
        ByteBuffer first = ByteBuffer.allocate((int) Math.min(Integer.BYTES, size));
        file.readFully(first, 0);
        boolean isEmpty = size == (mayBeMarked ? ByteOrderMark.length(MemorySegment.ofBuffer(first.flip()), size) : 0);
        return isEmpty || last.get(0) == end ? file : new EndedText(file, size, end);
    }

    @Override
    public long size() {
        return ofFile + 1;
    }

    @Override
    public void readFully(ByteBuffer buffer, long position) throws FileSortException {
        boolean reachesEnd = position + buffer.remaining() > ofFile;
        file.readFully(buffer.limit(buffer.limit() - (reachesEnd ? 1 : 0)), position);
        if (reachesEnd) {
            buffer.limit(buffer.limit() + 1).put(end);
        }
    }

    @Override
    public void close() throws FileSortException {
        file.close();
    }
}
