package io.github.tornadosort.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SortBetweenKernelsTest {
    @Test
    void sortsWhatTheFirstKernelMade() throws Exception {
        int seed = 19;
        int sorted = 100_000 - seed * 1000;
        int[] expected = IntStream.range(0, sorted)
                .boxed()
                .sorted(Comparator.comparingInt(i -> (i + seed) * 0x9E3779B9))
                .mapToInt(i -> (i + seed) * 0x9E3779B9 ^ i)
                .toArray();
        int[] result = SortBetweenKernels.run().toHeapArray();
        assertThat(IntStream.of(result).limit(sorted).toArray()).isEqualTo(expected);
    }

    /** The guide shows lines of this example. */
    @Test
    void isQuotedInTheGuide() throws Exception {
        Path root = Path.of(System.getProperty("tornadosort.root"));
        Matcher block = Pattern.compile("```java example\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(root.resolve("docs/task-graphs.md")));
        assertThat(block.find()).isTrue();
        String source = Files.readString(
                root.resolve("src/library/test/java/io/github/tornadosort/examples/SortBetweenKernels.java"));
        assertThat(squeeze(source)).contains(squeeze(block.group(1)));
    }

    private static String squeeze(String code) {
        return code.replaceAll("\\s+", " ").trim();
    }
}
