package io.github.tornadosort.cli.terminal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.files.ProgressListener;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();

    private Progress.Shown start() {
        return start(ProgressListener.UNKNOWN);
    }

    private Progress.Shown start(long length) {
        return new Progress.Shown("sort", length, new PrintStream(terminal, true, US_ASCII));
    }

    private void awaitDisplay() throws InterruptedException {
        for (int i = 0; i < 6000 && terminal.size() == 0; i++) {
            Thread.sleep(10);
        }
    }

    @Test
    void aLongTaskShowsItsTimeUntilItEnds() throws InterruptedException {
        try (Progress.Shown _ = start()) {
            awaitDisplay();
            assertThat(terminal.toString(US_ASCII)).isEqualTo("\rsort 1 s");
        }
        assertThat(terminal.toString(US_ASCII)).startsWith("\rsort 1 s").endsWith("\r        \r");
    }

    @Test
    void aShortTaskShowsNothing() throws InterruptedException {
        start().close();
        Thread.sleep(1100);

        assertThat(terminal.size()).isZero();
    }

    @Test
    void thePartThatIsDoneIsShownUntilTheTaskEnds() throws InterruptedException {
        try (Progress.Shown half = start(1L << 40)) {
            half.accept(1L << 39);
            awaitDisplay();
        }
        assertThat(terminal.toString(US_ASCII)).startsWith("\rsort 50 %").endsWith("\r         \r").doesNotContain("\n");
    }

    @Test
    void anInterruptedTaskStaysInterrupted() {
        Progress.Shown progress = start();
        Thread.currentThread().interrupt();

        progress.close();

        assertThat(Thread.interrupted()).isTrue();
    }
}
