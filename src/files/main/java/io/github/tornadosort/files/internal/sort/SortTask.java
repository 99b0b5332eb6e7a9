package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.files.internal.runs.Background;
import io.github.tornadosort.internal.threads.Loop;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;

/**
 * A sort that runs on a thread of its own, so that it can be ended at once: its output is closed and its temporary files are
 * deleted while a step of it may still use memory.
 */
public final class SortTask {
    /** What runs. */
    public interface Body {
        /** @param outputs is told about the output, as soon as it has been created */
        void run(SortTask outputs) throws IOException;
    }

    private final Background running = new Background();
    private OutputFile output;
    private boolean ended;

    /**
     * Starts a task.
     *
     * @param threads the most threads that its loops use
     */
    public SortTask(int threads, Body body) {
        running.start(() -> Loop.withThreads(threads, () -> {
            body.run(this);
            return null;
        }));
    }

    /** Creates the output of the task. */
    public OutputFile create(Path path) throws FileSortException {
        OutputFile created = OutputFile.create(path); // may wait for the reader of a pipe
        synchronized (this) {
            output = created;
            if (!ended) {
                return created;
            }
        }
        created.close();
        throw new CancellationException("interrupted");
    }

    /**
     * Waits for the end of the task, and throws its failure.
     *
     * @throws InterruptedIOException if the calling thread is interrupted before the output is complete. The output is as it was
     *     then, and the thread stays interrupted.
     */
    public void await() throws IOException {
        try {
            running.join();
        } catch (InterruptedException e) {
            boolean isUndone = end();
            Thread.currentThread().interrupt();
            if (isUndone) {
                InterruptedIOException interrupted =
                        new InterruptedIOException("interrupted before the end; no output was changed");
                interrupted.initCause(e);
                throw interrupted;
            }
            return;
        }
        running.await();
    }

    /** Ends the task without waiting for it. Returns whether its output is as it was. */
    private synchronized boolean end() {
        ended = true;
        boolean isUndone = output == null || output.abandon();
        running.interrupt();
        return isUndone;
    }

    /** Waits until the task uses nothing any more, even if the calling thread is interrupted. */
    public void join() {
        running.close();
    }
}
