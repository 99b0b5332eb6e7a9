package io.github.tornadosort.files.internal.sort;

import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.internal.io.OutputFile;
import io.github.tornadosort.internal.threads.Loop;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CancellationException;

/**
 * A sort that runs on a thread of its own, so that it can be ended at once: its output is closed and its temporary files are deleted
 * while a step of it may still use memory.
 */
public final class SortTask {
    /** What runs. */
    public interface Body {
        /** @param outputs is told about the output, as soon as it has been created */
        void run(SortTask outputs) throws IOException;
    }

    private final Thread thread;
    private volatile Throwable failure;
    private OutputFile output;
    private boolean ended;

    /**
     * Starts a task.
     *
     * @param threads the most threads that its loops use
     */
    public SortTask(int threads, Body body) {
        thread = Thread.ofPlatform().daemon().name("tornado-sort task").start(() -> {
            try {
                Loop.withThreads(threads, () -> {
                    body.run(this);
                    return null;
                });
            } catch (IOException | RuntimeException | Error e) {
                failure = e;
            }
        });
    }

    /** Creates the output of the task. */
    public OutputFile create(SortSettings.Output of) throws FileSortException {
        OutputFile created = of.create(); // may wait for the reader of a pipe
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
     * @throws InterruptedIOException if the calling thread is interrupted before the output is complete. The output is as it was then,
     *     and the thread stays interrupted.
     */
    public void await() throws IOException {
        try {
            thread.join();
        } catch (InterruptedException e) {
            boolean isUndone = end();
            Thread.currentThread().interrupt();
            if (isUndone) {
                InterruptedIOException interrupted =
                        new InterruptedIOException("the sort was interrupted; the output is as it was");
                interrupted.initCause(e);
                throw interrupted;
            }
            return;
        }
        rethrow();
    }

    /** Throws the failure of the task, if it has failed. */
    public void rethrow() throws IOException {
        switch (failure) {
            case IOException e -> throw e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case null, default -> {}
        }
    }

    /** Ends the task without waiting for it. Returns whether its output is as it was. */
    public synchronized boolean end() {
        ended = true;
        boolean isUndone = output == null || output.abandon();
        thread.interrupt();
        return isUndone;
    }

    /** Waits until the task uses nothing any more, even if the calling thread is interrupted. */
    public void join() {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
