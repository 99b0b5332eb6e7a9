package io.github.tornadosort.files.internal.io;

import io.github.tornadosort.files.FileSortException;

import java.nio.ByteBuffer;

/** A text whose last line ends, even if it does not in the file. */
final class EndedText implements BinaryReader.Source {
    private static final int BLOCK = 1 << 16;

    private final InputFile file;
    private final long size;
    private final byte[] end;

    private EndedText(InputFile file, long size, byte[] end) {
        this.file = file;
        this.size = size;
        this.end = end;
    }

    /** Returns the text of a file with a line end added if its last line has none. */
    static BinaryReader.Source of(InputFile file) throws FileSortException {
        long size = file.size();
        ByteBuffer block = ByteBuffer.allocate(BLOCK);
        for (long end = size; end > 0; end -= block.capacity() - 1) {
            long from = Math.max(0, end - block.capacity());
            file.readFully(block.clear().limit((int) (end - from)), from);
            int feed = lastIndexOf(block, (byte) '\n');
            if (from + feed == size - 1) {
                return file;
            }
            if (feed > 0) {
                boolean windows = block.get(feed - 1) == '\r';
                return new EndedText(file, size, windows ? new byte[] {'\r', '\n'} : new byte[] {'\n'});
            }
        }
        return size == 0 ? file : new EndedText(file, size, new byte[] {'\n'});
    }

    /** Returns the text of a file with one byte as the end of its last line, if that has none. */
    static BinaryReader.Source of(InputFile file, byte lineEnd) throws FileSortException {
        long size = file.size();
        if (size == 0) {
            return file;
        }
        ByteBuffer last = ByteBuffer.allocate(1);
        file.readFully(last, size - 1);
        return last.get(0) == lineEnd ? file : new EndedText(file, size, new byte[] {lineEnd});
    }

    private static int lastIndexOf(ByteBuffer bytes, byte value) {
        int index = bytes.position() - 1;
        while (index >= 0 && bytes.get(index) != value) {
            index--;
        }
        return index;
    }

    @Override
    public long size() {
        return size + end.length;
    }

    @Override
    public void readFully(ByteBuffer buffer, long position) throws FileSortException {
        int ofFile = (int) Math.max(0, Math.min(buffer.remaining(), size - position));
        if (ofFile > 0) {
            int limit = buffer.limit();
            file.readFully(buffer.limit(buffer.position() + ofFile), position);
            buffer.limit(limit);
        }
        if (buffer.hasRemaining()) {
            buffer.put(end, (int) (position + ofFile - size), buffer.remaining());
        }
    }

    @Override
    public void close() throws FileSortException {
        file.close();
    }
}
