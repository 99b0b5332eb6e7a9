package io.github.tornadosort.arrow.internal.file;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.TemporaryFile;
import java.io.Closeable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/** Record batches in a temporary file, which is created for the first one. They are messages of Arrow's IPC format. */
final class BatchFile implements Closeable {
    private final Path folder;
    private final ArrowTable table;
    private TemporaryFile file;

    /** Where a record batch is. */
    record Position(long offset, long length, int rows) {}

    /** @param table has the columns of the record batches */
    BatchFile(Path folder, ArrowTable table) {
        this.folder = folder;
        this.table = table;
    }

    Position append(Batch batch) throws FileSortException {
        if (file == null) {
            file = TemporaryFile.create(folder);
        }
        long offset = file.size();
        new BatchMessage(batch, null, null, null).writeTo(file::append);
        return new Position(offset, file.size() - offset, batch.rows());
    }

    /** @param arena allocates the record batch */
    Batch read(Position position, Arena arena) throws FileSortException {
        MemorySegment message = arena.allocate(position.length, Long.BYTES);
        file.reader(position.offset, position.length, 1).read(message, _ -> {});
        return BatchReader.of(IpcMessage.read(message), arena).read(table.first().columns(), _ -> {});
    }

    @Override
    public void close() throws FileSortException {
        if (file != null) {
            file.close();
        }
    }
}
