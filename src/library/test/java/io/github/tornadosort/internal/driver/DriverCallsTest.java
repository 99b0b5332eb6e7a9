package io.github.tornadosort.internal.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Sorter;
import io.github.tornadosort.testing.OtherJvm;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that no driver is called any more, and nothing is freed, when the JVM shuts down. */
@Timeout(120)
class DriverCallsTest {
    @TempDir
    Path folder;

    @Test
    void callsAreMadeWhileTheJvmRuns() {
        assertThat(DriverCalls.areOver()).isFalse();
        assertThat(DriverCalls.<Integer>call(() -> 7)).isEqualTo(7);
        boolean[] freed = new boolean[1];
        DriverCalls.free(() -> freed[0] = true);
        assertThat(freed[0]).isTrue();
    }

    /** A program that ends while a driver is called. */
    static final class Calls {
        private Calls() {}

        /** @param args unused */
        public static void main(String[] args) throws InterruptedException {
            Thread calling = new Thread(() -> {
                System.out.println(DriverCalls.<String>call(Calls::endDuringCall));
                try {
                    DriverCalls.call(() -> "another call");
                } catch (CancellationException e) {
                    System.out.println(e.getMessage());
                }
                DriverCalls.free(() -> System.out.println("freed"));
                System.out.println("over: " + DriverCalls.areOver());
                end = true;
            });
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                while (!end) {
                    Thread.onSpinWait();
                }
            }));
            calling.start();
            calling.join();
        }

        private static volatile boolean end;

        private static String endDuringCall() {
            Thread exiting = new Thread(() -> System.exit(0));
            exiting.start();
            while (!DriverCalls.areOver()) {
                Thread.onSpinWait();
            }
            return "the call ended";
        }
    }

    @Test
    void theLastCallEnds() throws Exception {
        Process process = start(Calls.class);
        assertThat(process.waitFor()).isZero();
        assertThat(lines()).containsExactly("the call ended",
                "the JVM is shutting down, so the device does not sort; the keys are unchanged", "over: true");
    }

    /** A program that sorts on the first device for ever. */
    static final class Sorts {
        private Sorts() {}

        /** @param args unused */
        public static void main(String[] args) {
            Thread main = Thread.currentThread();
            int[] keys = new SplittableRandom(1).ints(100_000).toArray();
            int[] expected = keys.clone();
            Arrays.sort(expected);
            int[] sorted = keys.clone();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> inShutdown(keys, main)));
            try (Sorter sorter = Sorter.builder().onDevice().open()) {
                for (int i = 0; true; i++) {
                    sorted = keys.clone();
                    sorter.sort(sorted);
                    if (!Arrays.equals(sorted, expected)) {
                        System.out.println("wrong");
                    }
                    if (i == 2) {
                        System.out.println("sorting");
                    }
                }
            } catch (CancellationException e) {
                System.out.println(Arrays.equals(sorted, keys) ? "cancelled" : "changed");
            }
        }

        /** A program that finishes its work: it waits for the thread that sorts, and sorts on the host. */
        private static void inShutdown(int[] keys, Thread main) {
            try {
                main.join(10_000);
            } catch (InterruptedException e) {
                System.out.println(e);
            }
            int[] sorted = keys.clone();
            try (Sorter sorter = Sorter.open()) {
                sorter.sort(sorted);
            }
            Arrays.sort(keys);
            System.out.println(Arrays.equals(sorted, keys) ? "sorted by the host" : "wrong");
        }
    }

    /** SIGTERM during sorts on the device: the process ends as if there were none. */
    @Tag("slow")
    @ParameterizedTest
    @ValueSource(ints = {0, 7, 31})
    void aSortOnTheDeviceIsCancelled(int millis) throws Exception {
        Process process = start(Sorts.class);
        while (!lines().contains("sorting")) {
            assertThat(process.isAlive()).as(() -> text()).isTrue();
            Thread.sleep(10);
        }
        Thread.sleep(millis);
        process.destroy();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(() -> text()).isEqualTo(128 + 15);
        assertThat(lines()).containsExactly("sorting", "cancelled", "sorted by the host");
    }

    private Process start(Class<?> program) throws IOException {
        List<String> flags = new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
        flags.add("-ea");
        List<String> command = OtherJvm.command(flags, program);
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(folder.resolve("log").toFile()).start();
    }

    private List<String> lines() throws IOException {
        return Files.readAllLines(folder.resolve("log"));
    }

    private String text() {
        try {
            return Files.readString(folder.resolve("log"));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
