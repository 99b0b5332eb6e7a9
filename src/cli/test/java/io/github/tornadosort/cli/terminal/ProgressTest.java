package io.github.tornadosort.cli.terminal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();

    private Progress start() {
        return Progress.ofUnknownLength("sort", new PrintStream(terminal, true, US_ASCII));
    }

    private Progress bar() {
        return Progress.bar("sort", 100, new PrintStream(terminal, true, US_ASCII));
    }

    @Test
    void aLongTaskShowsItsTimeUntilItEnds() throws InterruptedException {
        try (Progress _ = start()) {
            for (int i = 0; i < 6000 && terminal.size() == 0; i++) {
                Thread.sleep(10);
            }
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
    void aBarLeavesNoLineBehind() {
        for (int i = 0; i < 100; i++) {
            terminal.reset();
            try (Progress bar = bar()) {
                bar.accept(50);
            }
            assertThat(terminal.toString(US_ASCII)).endsWith(" \r").doesNotContain("\n");
        }
    }

    @Test
    void anInterruptedBarLeavesNoLineBehind() throws InterruptedException {
        Progress bar = bar();
        Thread.currentThread().interrupt();
        bar.close();

        assertThat(Thread.interrupted()).isTrue();
        Thread.sleep(200);
        assertThat(terminal.toString(US_ASCII)).endsWith(" \r").doesNotContain("\n");
    }

    @Test
    void anInterruptedTaskStaysInterrupted() {
        Progress progress = start();
        Thread.currentThread().interrupt();

        progress.close();

        assertThat(Thread.interrupted()).isTrue();
    }
}
