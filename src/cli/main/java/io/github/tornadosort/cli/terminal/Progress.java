package io.github.tornadosort.cli.terminal;

import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.internal.io.StandardStreams;
import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A progress bar on standard error. It is shown only for long tasks, and only if standard error is a terminal. */
public final class Progress implements ProgressListener.Step {
    /** Tasks of fewer bytes are too short for a progress bar. */
    private static final long MIN_BYTES = 64 << 20;

    private static final int WIDTH = 79;

    private static final long SECOND = 1000;

    /** Shows the steps of a sort. */
    public static final ProgressListener LISTENER =
            (task, bytes) -> bytes == ProgressListener.UNKNOWN ? ofUnknownLength(task) : of(task, bytes);

    private ProgressBar bar;
    private Line line;
    /** The thread that shows the elapsed seconds, or null. */
    private Thread clock;

    private Progress() {}

    public static Progress of(String task, long bytes) {
        return of(task, bytes < MIN_BYTES ? 0 : bytes, " MB", 1_000_000);
    }

    /** Returns a progress bar that counts cases of a test. */
    public static Progress ofCases(String task, int cases) {
        return of(task, cases, " cases", 1);
    }

    /** @param length the length of the task; there is no bar if it is 0 */
    private static Progress of(String task, long length, String unit, long unitSize) {
        Progress progress = new Progress();
        if (length > 0 && StandardStreams.isTerminal(StandardStreams.ERROR)) {
            progress.showBar(task, length, unit, unitSize, System.err);
        }
        return progress;
    }

    /** Returns a display of the elapsed seconds of a task whose length is unknown. It appears after a second. */
    public static Progress ofUnknownLength(String task) {
        return StandardStreams.isTerminal(StandardStreams.ERROR) ? ofUnknownLength(task, System.err) : new Progress();
    }

    /** @param terminal where the seconds are shown */
    public static Progress ofUnknownLength(String task, PrintStream terminal) {
        Progress progress = new Progress();
        progress.clock = Thread.ofPlatform().daemon().name("tornado-sort progress")
                .start(() -> progress.showSeconds(task, terminal));
        return progress;
    }

    private void showSeconds(String task, PrintStream terminal) {
        String shown = "";
        try {
            for (int seconds = 1;; seconds++) {
                Thread.sleep(SECOND);
                shown = task + " " + seconds + " s";
                terminal.print("\r" + shown);
                terminal.flush();
            }
        } catch (InterruptedException e) {
            // The task has ended.
            terminal.print(shown.isEmpty() ? "" : "\r" + " ".repeat(shown.length()) + "\r");
            terminal.flush();
        }
    }

    /** Returns a progress bar on a terminal, for a task of any length. */
    static Progress bar(String task, long length, PrintStream terminal) {
        Progress progress = new Progress();
        progress.showBar(task, length, "", 1, terminal);
        return progress;
    }

    private void showBar(String task, long length, String unit, long unitSize, PrintStream terminal) {
        line = new Line(terminal);
        bar = new ProgressBarBuilder()
                .setTaskName(task)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(100)
                .setInitialMax(length)
                .setUnit(unit, unitSize)
                .setConsumer(line)
                .build();
    }

    /** Advances the bar by a number of bytes or cases. */
    @Override
    public void accept(long bytes) {
        if (bar != null) {
            bar.stepBy(bytes);
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            // The library waits for its thread, and forgets that this one was interrupted.
            boolean interrupted = Thread.interrupted();
            bar.close();
            bar = null;
            line.end();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        if (clock != null) {
            clock.interrupt();
            join();
        }
    }

    /** Waits until the seconds have been removed, so that the next line does not follow them. */
    private void join() {
        try {
            clock.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * A line of a terminal. The library's class ends it, which leaves an empty line after it was cleared; and the library does not
     * clear a bar that ends before it was first drawn, or whose thread is interrupted.
     */
    private static final class Line extends ConsoleProgressBarConsumer {
        private boolean ended;

        private Line(PrintStream terminal) {
            super(terminal, WIDTH);
        }

        @Override
        public synchronized void accept(String text) {
            if (!ended) {
                super.accept(text);
            }
        }

        /** Clears the line for good. */
        private synchronized void end() {
            clear();
            ended = true;
        }

        @Override
        public void close() {
            // The line is cleared by end().
        }
    }
}
