package io.github.tornadosort.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheTrainingTest {
    private static final List<String> WORDS = new ArrayList<>();

    @TempDir
    Path folder;

    /** Takes the place of the program's main class, which exits the JVM. */
    static final class MainClass {
        private MainClass() {}

        public static void main(String[] args) {
            WORDS.addAll(List.of(args));
        }
    }

    /** Only the sort of the table removes equal rows. */
    @Test
    void aFileIsSortedAsATableAsLinesByANumberAndThenAsKeys() throws IOException, ReflectiveOperationException {
        Path file = Files.writeString(folder.resolve("keys.txt"), "9\n10\n-1\n9\n");

        CacheTraining.main(new String[] {MainClass.class.getName(), file.toString()});

        assertThat(file).hasContent("10\n9\n-1\n");
        assertThat(WORDS).containsExactly("sort", file.toString(), "-o", file.toString(), "--type", "int32");
    }
}
