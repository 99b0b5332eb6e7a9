package io.github.tornadosort.files.internal.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BackgroundTest {
    @Test
    void tasksRunOnAnotherThreadOneAfterTheOther() throws IOException {
        Thread[] threads = new Thread[2];
        try (Background background = new Background()) {
            background.await();
            for (int i = 0; i < threads.length; i++) {
                int task = i;
                background.start(() -> threads[task] = Thread.currentThread());
                background.await();
                assertThat(threads[i]).isNotNull().isNotSameAs(Thread.currentThread());
                assertThat(threads[i].isAlive()).isFalse();
            }
        }
    }

    static Stream<Throwable> failures() {
        return Stream.of(new IOException("disk"), new IllegalStateException("state"), new OutOfMemoryError("memory"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aFailureIsThrownByTheNextWait(Throwable failure) throws IOException {
        try (Background background = new Background()) {
            background.start(() -> {
                switch (failure) {
                    case IOException e -> throw e;
                    case RuntimeException e -> throw e;
                    default -> throw (Error) failure;
                }
            });
            assertThatThrownBy(background::await).isSameAs(failure);
        }
    }

    @Test
    void closingWaitsAlthoughTheThreadIsInterrupted() throws IOException {
        boolean[] ended = {false};
        try (Background background = new Background()) {
            background.start(() -> {
                try {
                    Thread.sleep(200);
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
                ended[0] = true;
            });
            Thread.currentThread().interrupt();
        }
        assertThat(Thread.interrupted()).isTrue();
        assertThat(ended[0]).isTrue();
    }
}
