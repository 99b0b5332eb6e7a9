package io.github.tornadosort.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongConsumer;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A progress bar on standard error. It is shown only for long tasks, and only if standard error is a terminal. */
final class Progress implements AutoCloseable, LongConsumer {
    /** Tasks of fewer bytes are too short for a progress bar. */
    private static final long MIN_BYTES = 64 << 20;

    private static final int WIDTH = 79;

    private final ProgressBar bar;

    private Progress(ProgressBar bar) {
        this.bar = bar;
    }

    static Progress of(String task, long bytes) {
        return of(task, bytes < MIN_BYTES ? 0 : bytes, " MB", 1_000_000);
    }

    /** Returns a progress bar that counts cases of a test. */
    static Progress ofCases(String task, int cases) {
        return of(task, cases, " cases", 1);
    }

    /** @param length the length of the task; there is no bar if it is 0 */
    private static Progress of(String task, long length, String unit, long unitSize) {
        if (length == 0 || !standardErrorIsATerminal()) {
            return new Progress(null);
        }
        return new Progress(new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(length)
                .setUnit(unit, unitSize)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(100)
                .clearDisplayOnFinish()
                .setConsumer(new ConsoleProgressBarConsumer(System.err, WIDTH))
                .build());
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
        }
    }

    private static boolean standardErrorIsATerminal() {
        try {
            Path device = Path.of("/dev/stderr").toRealPath();
            return device.startsWith("/dev/pts") || device.toString().startsWith("/dev/tty");
        } catch (IOException e) {
            // Without /dev/stderr, assume that standard error is a terminal if there is a console.
            return System.console() != null && System.console().isTerminal();
        }
    }
}
