package io.github.tornadosort.arrow.internal.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ArrowFileExceptionTest {
    @Test
    void everyMessageGivesAReason() {
        assertThat(ArrowFileException.damaged(Path.of("a.arrow"), "cannot be sorted: ", new IndexOutOfBoundsException()))
                .hasMessage(
                        "a.arrow: cannot be sorted: the file is damaged: it refers to bytes or values that are not in it");
        assertThat(ArrowFileException.damaged(Path.of("a.arrow"), "cannot be checked: ",
                new IllegalArgumentException("too long")))
                .hasMessage("a.arrow: cannot be checked: too long");
    }
}
