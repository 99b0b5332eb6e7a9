package io.github.tornadosort.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Listeners that throw any exception, as one in a language without checked exceptions may. */
@Timeout(120)
class ListenerFailureTest {
    @TempDir
    Path folder;

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <X extends Throwable> void sneak(Throwable planted) throws X {
        throw (X) planted;
    }

    @Test
    void whatAListenerThrowsIsThrownUnchanged() throws Exception {
        Path input = folder.resolve("input");
        Files.write(input, IntStream.range(0, 300_000).mapToObj(i -> Integer.toString(i * 7919 % 300_007)).toList());
        Path output = Files.writeString(folder.resolve("output"), "as it was");
        Path runs = Files.createDirectory(folder.resolve("runs"));
        TimeoutException planted = new TimeoutException("planted");
        int failed = 0;
        for (int call = 0; call < 20; call++) {
            int[] left = {call * call};
            ProgressListener listener = (_, _) -> new ProgressListener.Step() {
                @Override
                public void accept(long bytes) {
                    synchronized (left) {
                        if (left[0]-- == 0) {
                            ListenerFailureTest.<RuntimeException>sneak(planted);
                        }
                    }
                }
            };
            try {
                FileSorter.lines().memory(1_000_000).temporaryFolder(runs).progress(listener).sort(List.of(input), output);
                Files.writeString(output, "as it was");
            } catch (Exception e) {
                assertThat(e).isSameAs(planted);
                failed++;
                assertThat(output).hasContent("as it was");
            }
            try (Stream<Path> files = Files.list(runs)) {
                assertThat(files).isEmpty();
            }
        }
        assertThat(failed).isPositive();
        assertThatThrownBy(() -> FileSorter.lines().temporaryFolder(runs).progress((_, _) -> {
            ListenerFailureTest.<RuntimeException>sneak(planted);
            return null;
        }).sort(List.of(input), output)).isSameAs(planted);
    }
}
