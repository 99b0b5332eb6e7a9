package io.github.tornadosort.files.internal.runs;

import java.io.IOException;

/** Runs one task at a time on a separate thread, so that files are read and written while the caller sorts or merges. */
public final class Background implements AutoCloseable {
    /** A task. */
    public interface Task {
        void run() throws IOException;
    }

    private Thread thread;
    private Throwable failure;

    /** Starts a task. The previous one must have been awaited. */
    public void start(Task task) {
        thread = Thread.ofPlatform().daemon().name("tornado-sort files").start(() -> {
            try {
                task.run();
            } catch (Throwable e) {
                failure = e;
            }
        });
    }

    /** Waits for the end of the task, if there is one, and throws its failure. */
    public void await() throws IOException {
        close();
        if (failure != null) {
            rethrow(failure);
        }
    }

    /** Throws a failure unchanged. A caller's function may throw an exception that it does not declare. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <X extends Throwable> void rethrow(Throwable failure) throws X {
        throw (X) failure;
    }

    /** Waits for the end of the task that was started, and throws no failure of it. */
    public void join() throws InterruptedException {
        thread.join();
    }

    /** Interrupts the task that was started. */
    public void interrupt() {
        thread.interrupt();
    }

    /** Waits for the end of the task, even if the caller has failed: the task uses memory and files that the caller closes. */
    @Override
    public void close() {
        boolean interrupted = false;
        while (thread != null && thread.isAlive()) {
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
