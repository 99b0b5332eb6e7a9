package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.testing.OtherJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first sort of few keys in a JVM loads no class and starts no thread that it does not need. */
class FirstCallTest {
    private static final String CLASSES = "classes.log";
    private static final String LIBRARY = "io.github.tornadosort.";
    /** What only a sort on a device, or the choice of one, needs: parsers of tables, the self-test, kernels. */
    private static final List<String> OF_DEVICES =
            List.of(LIBRARY + "internal.policy.SortPolicies", LIBRARY + "internal.selftest.", LIBRARY + "internal.kernel.");
    /** A line of the JVM's log about a class that is not part of the JDK. */
    private static final Pattern LOADED = Pattern.compile("\\[class,load\\] (\\S+) source: (?:file|jar):");

    @TempDir
    Path folder;

    /** The program that the test runs in a separate JVM. */
    static final class Program {
        private Program() {}

        /** @param args "device" to sort on a device; otherwise the sorter chooses */
        public static void main(String[] args) {
            int[] keys = new SplittableRandom(1).ints(1_000).toArray();
            Set<Thread> threads = new HashSet<>(Thread.getAllStackTraces().keySet());
            try (Sorter sorter = args[0].equals("device") ? Sorter.builder().onDevice().open() : Sorter.open()) {
                SortStats stats = sorter.sort(keys);
                Set<Thread> started = new HashSet<>(Thread.getAllStackTraces().keySet());
                started.removeAll(threads);
                System.out.println(stats.reason() + " " + started);
            }
        }
    }

    @Test
    void theHostSortsWithNothingButItsOwnClasses() throws Exception {
        assertThat(run("host")).isEqualTo("HOST []");
        assertThat(loaded())
                .contains(Sorter.class.getName())
                .allMatch(name -> name.startsWith(LIBRARY), "a class of the library")
                .noneMatch(name -> OF_DEVICES.stream().anyMatch(name::startsWith));
    }

    /** Each name that the other test looks for occurs where it may. */
    @Test
    void aDeviceNeedsMore() throws Exception {
        assumeTrue(SortDevice.preferred().backend().equals("jvm"), "a JVM with an SDK needs its options");
        assertThat(run("device")).startsWith("DEVICE [");
        Set<String> loaded = loaded();
        assertThat(OF_DEVICES).allMatch(names -> loaded.stream().anyMatch(name -> name.startsWith(names)));
        assertThat(loaded).anyMatch(name -> name.startsWith("uk.ac.manchester.tornado."));
    }

    /** Returns what the program prints. */
    private String run(String where) throws IOException, InterruptedException {
        return String.join("\n",
                OtherJvm.run(120, List.of("-Xlog:class+load:file=" + folder.resolve(CLASSES)), Program.class, where));
    }

    /** Returns the names of the classes that were loaded and are not part of the JDK. */
    private Set<String> loaded() throws IOException {
        return LOADED.matcher(Files.readString(folder.resolve(CLASSES))).results()
                .map(match -> match.group(1))
                .collect(Collectors.toSet());
    }
}
