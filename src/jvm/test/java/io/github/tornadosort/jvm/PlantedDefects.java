package io.github.tornadosort.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import uk.ac.manchester.tornado.jvm.KernelFault;
import uk.ac.manchester.tornado.jvm.Schedule;

/**
 * Assertions about kernels with planted defects. A defect is in a line that ends in {@code // fault}; a race is between two
 * lines that end in {@code // race}. The message of the checked device must name the kernel and the lines.
 */
final class PlantedDefects {
    private static final Pattern LOCATION = Pattern.compile(" at \\w+\\.\\w+\\((\\w+)\\.java:(\\d+)\\)");

    private PlantedDefects() {}

    /** Asserts that the message names the source line of the fault and contains the parts. */
    static void assertFault(Class<?> test, String kernel, Runnable run, String... parts) {
        assertFault(test, kernel, run, "// fault", parts);
    }

    /** Asserts that the message names both source lines of the race and contains the parts, for several schedules. */
    static void assertRace(Class<?> test, String kernel, Runnable run, String... parts) {
        for (String schedule : List.of("ordered", "1", "2", "3")) {
            System.setProperty(Schedule.PROPERTY, schedule);
            try {
                assertFault(test, kernel, run, "// race", parts);
            } finally {
                System.clearProperty(Schedule.PROPERTY);
            }
        }
    }

    private static void assertFault(Class<?> test, String kernel, Runnable run, String mark, String... parts) {
        assertThatThrownBy(run::run)
                .isInstanceOf(KernelFault.class)
                .message()
                .contains("kernel " + test.getSimpleName() + "." + kernel)
                .contains(Arrays.asList(parts))
                .satisfies(message -> assertThat(linesNamed(test, message))
                        .isNotEmpty()
                        .allSatisfy(line -> assertThat(line).endsWith(mark)));
    }

    private static Set<String> linesNamed(Class<?> test, String message) {
        List<String> source = source(test);
        return LOCATION.matcher(message)
                .results()
                .map(location -> source.get(Integer.parseInt(location.group(2)) - 1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<String> source(Class<?> test) {
        String file = "src/jvm/test/java/" + test.getName().replace('.', '/') + ".java";
        try {
            return Files.readAllLines(Path.of(System.getProperty("tornadosort.root", "."), file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
