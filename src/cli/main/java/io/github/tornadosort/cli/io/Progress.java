package io.github.tornadosort.cli.io;

import java.io.PrintStream;
import java.util.function.LongConsumer;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A progress bar on standard error. It is shown only for long tasks, and only if standard error is a terminal. */
public final class Progress implements AutoCloseable, LongConsumer {
    /** Tasks of fewer bytes are too short for a progress bar. */
    private static final long MIN_BYTES = 64 << 20;

    private static final int WIDTH = 79;

    private static final long SECOND = 1000;

    private ProgressBar bar;
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
            progress.bar = bar(task, System.err).setInitialMax(length).setUnit(unit, unitSize).build();
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

    static ProgressBarBuilder bar(String task, PrintStream terminal) {
        return new ProgressBarBuilder()
                .setTaskName(task)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(100)
                .clearDisplayOnFinish()
                .setConsumer(new Line(terminal));
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
            bar.close();
            bar = null;
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

    /** A line of a terminal. The library's class ends it, which leaves an empty line after it was cleared. */
    static final class Line extends ConsoleProgressBarConsumer {
        Line(PrintStream terminal) {
            super(terminal, WIDTH);
        }

        @Override
        public void close() {
            // The line was cleared.
        }
    }
}
