package io.github.tornadosort.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongConsumer;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A progress bar on standard error while long work is done at a terminal; nothing at all otherwise. */
final class Progress implements AutoCloseable, LongConsumer {
    /** Work on fewer bytes than this is done before a bar could be read. */
    private static final long LONG_WORK = 64 << 20;

    private static final int WIDTH = 79;

    private final ProgressBar bar;

    private Progress(ProgressBar bar) {
        this.bar = bar;
    }

    static Progress of(String task, long bytes) {
        if (bytes < LONG_WORK || !standardErrorIsATerminal()) {
            return new Progress(null);
        }
        return new Progress(new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(bytes)
                .setUnit(" MB", 1_000_000)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(100)
                .clearDisplayOnFinish()
                .setConsumer(new ConsoleProgressBarConsumer(System.err, WIDTH))
                .build());
    }

    /** Adds bytes done. */
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
            // Not a system that says: its console, where standard input and output are one, has to do.
            return System.console() != null && System.console().isTerminal();
        }
    }
}
