package io.github.tornadosort.cli.terminal;

import io.github.tornadosort.files.ProgressListener;
import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * How far a long task has come, on standard error if that is a terminal: its part that is done, or the seconds that it has taken.
 */
public final class Progress implements ProgressListener.Step {
    /** Tasks of fewer bytes are too short to be shown. */
    private static final long MIN_BYTES = 64 << 20;
    /** Milliseconds between two displays of parts. */
    private static final long INTERVAL = 100;
    private static final long SECOND = 1000;

    /** Shows the steps of a sort. */
    public static final ProgressListener LISTENER =
            (task, bytes) -> bytes == ProgressListener.UNKNOWN ? ofUnknownLength(task) : of(task, bytes);

    /** Shows the steps of a sort, and passes on what was guessed. */
    public static ProgressListener with(Consumer<String> notes) {
        return new ProgressListener() {
            @Override
            public Step begin(String task, long bytes) {
                return LISTENER.begin(task, bytes);
            }

            @Override
            public void note(String message) {
                notes.accept(message);
            }
        };
    }

    private final AtomicLong done = new AtomicLong();
    /** The thread that shows the task, or null. */
    private final Thread clock;

    private Progress(String task, long length, PrintStream terminal) {
        this.clock = terminal == null
                ? null
                : Thread.ofPlatform().daemon().name("tornado-sort progress").start(() -> show(task, length, terminal));
    }

    public static Progress of(String task, long bytes) {
        return new Progress(task, bytes, bytes < MIN_BYTES ? null : terminal());
    }

    /** Returns a display of the elapsed seconds of a task whose length is unknown. It appears after a second. */
    public static Progress ofUnknownLength(String task) {
        return new Progress(task, ProgressListener.UNKNOWN, terminal());
    }

    /** @param length of the task, or {@link ProgressListener#UNKNOWN} */
    static Progress on(PrintStream terminal, String task, long length) {
        return new Progress(task, length, terminal);
    }

    private static PrintStream terminal() {
        return Terminal.is(Terminal.ERROR) ? System.err : null;
    }

    private void show(String task, long length, PrintStream terminal) {
        String shown = "";
        try {
            for (int round = 1;; round++) {
                Thread.sleep(length == ProgressListener.UNKNOWN ? SECOND : INTERVAL);
                shown = task + " " + (length == ProgressListener.UNKNOWN ? round + " s" : 100 * done.get() / length + " %");
                terminal.print("\r" + shown);
                terminal.flush();
            }
        } catch (InterruptedException e) {
            // The task has ended.
            terminal.print(shown.isEmpty() ? "" : "\r" + " ".repeat(shown.length()) + "\r");
            terminal.flush();
        }
    }

    /** Advances by a number of bytes. */
    @Override
    public void accept(long bytes) {
        done.addAndGet(bytes);
    }

    /** Removes what is shown, so that the next line does not follow it. */
    @Override
    public void close() {
        if (clock == null) {
            return;
        }
        clock.interrupt();
        try {
            clock.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
