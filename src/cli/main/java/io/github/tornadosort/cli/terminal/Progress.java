package io.github.tornadosort.cli.terminal;

import io.github.tornadosort.files.ProgressListener;
import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Shows how far a long task has come, on standard error if that is a terminal: its part that is done, or the seconds that it has taken.
 *
 * @param notes receives what was guessed
 */
public record Progress(Consumer<String> notes) implements ProgressListener {
    /** Ignores what was guessed. */
    public static final Progress LISTENER = new Progress(_ -> {});

    /** Tasks of fewer bytes are too short to be shown. */
    private static final long MIN_BYTES = 64 << 20;

    @Override
    public Step begin(String task, long bytes) {
        boolean isShown = (bytes == UNKNOWN || bytes >= MIN_BYTES) && Terminal.is(Terminal.ERROR);
        return isShown ? new Shown(task, bytes, System.err) : NONE.begin(task, bytes);
    }

    @Override
    public void note(String message) {
        notes.accept(message);
    }

    /** A task that is shown. */
    static final class Shown implements Step {
        /** Milliseconds between two displays of parts. */
        private static final long INTERVAL = 100;
        private static final long SECOND = 1000;

        private final AtomicLong done = new AtomicLong();
        private final Thread clock;

        /** @param length of the task, or {@link ProgressListener#UNKNOWN}: such a task appears after a second */
        Shown(String task, long length, PrintStream terminal) {
            clock = Thread.ofPlatform().daemon().name("tornado-sort progress").start(() -> show(task, length, terminal));
        }

        private void show(String task, long length, PrintStream terminal) {
            String shown = "";
            try {
                for (int round = 1;; round++) {
                    Thread.sleep(length == UNKNOWN ? SECOND : INTERVAL);
                    shown = task + " " + (length == UNKNOWN ? round + " s" : 100 * done.get() / length + " %");
                    terminal.print("\r" + shown);
                    terminal.flush();
                }
            } catch (InterruptedException e) {
                // The task has ended.
                terminal.print(shown.isEmpty() ? "" : "\r" + " ".repeat(shown.length()) + "\r");
                terminal.flush();
            }
        }

        @Override
        public void accept(long bytes) {
            done.addAndGet(bytes);
        }

        /** Removes what is shown, so that the next line does not follow it. */
        @Override
        public void close() {
            clock.interrupt();
            try {
                clock.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
