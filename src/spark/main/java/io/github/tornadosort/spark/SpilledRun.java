package io.github.tornadosort.spark;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.storage.TempLocalBlockId;
import scala.Tuple2;

/**
 * A sorted run in a file in one of Spark's local folders, which is deleted when the task ends at the latest.
 *
 * @param id Spark's name of the file
 * @param file the file
 * @param rows the number of rows
 */
record SpilledRun(TempLocalBlockId id, File file, long rows) {
    /** Bytes of the buffers of a stream: for the file, for the compression and for the encryption. */
    static final long STREAM_BYTES = 1 << 18;

    private static final int FILE_BUFFER = 1 << 16;

    /** Writes the current row of a cursor and those that follow. */
    static SpilledRun write(Cursor<?> cursor, TaskContext task) throws IOException {
        SparkEnv spark = SparkEnv.get();
        Tuple2<TempLocalBlockId, File> created = spark.blockManager().diskBlockManager().createTempLocalBlock();
        TempLocalBlockId id = created._1();
        File file = created._2();
        TaskMemory.atEnd(task, file::delete);
        long rows = 0;
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(
                spark.serializerManager().wrapStream(id, new FileOutputStream(file)), FILE_BUFFER))) {
            do {
                cursor.write(out);
                rows++;
            } while (cursor.advance());
        }
        task.taskMetrics().incDiskBytesSpilled(file.length());
        return new SpilledRun(id, file, rows);
    }

    /** Opens the file for {@link RunSort#read}. */
    DataInputStream open() throws IOException {
        return new DataInputStream(new BufferedInputStream(
                SparkEnv.get().serializerManager().wrapStream(id, new FileInputStream(file)), FILE_BUFFER));
    }
}
