package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.testing.OtherJvm;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One sorter shared by the tasks of parallel streams, in a JVM whose common pool has few threads, or none. A thread that waits
 * for the sorter must not keep the thread that holds it from finishing. Several streams at a time need a pool with a thread:
 * without one, the JDK's own parallel streams wait for each other forever.
 */
@Tag("slow")
class SharedSorterTest {
    private static final int ROUNDS = 4;
    private static final int SORTS = 4;
    private static final int SECONDS = 180;

    /** The program that the test runs in a separate JVM. */
    static final class Streams {
        private Streams() {}

        /** @param args number of threads; each runs a parallel stream of sorts */
        public static void main(String[] args) throws InterruptedException {
            try (Sorter sorter = Sorter.open()) {
                List<Thread> threads = new ArrayList<>();
                for (int t = 0; t < Integer.parseInt(args[0]); t++) {
                    threads.add(Thread.ofPlatform().start(() -> {
                        for (int round = 0; round < ROUNDS; round++) {
                            IntStream.range(0, SORTS).parallel().forEach(i -> check(sorter, i));
                        }
                    }));
                }
                for (Thread thread : threads) {
                    thread.join();
                }
            }
            System.out.println("all are sorted");
        }

        private static void check(Sorter sorter, int seed) {
            int[] input = IntData.random(60_000, seed);
            int[] keys = input.clone();
            sorter.sort(keys);
            int[] expected = input.clone();
            Arrays.sort(expected);
            if (!Arrays.equals(keys, expected)) {
                System.out.println("keys are not sorted");
            }
            int smallest = sorter.topK(Column.of(input), 10, Order.ASCENDING).indices()[0];
            if (input[smallest] != expected[0]) {
                System.out.println("wrong smallest key");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "1, 40", "2, 40"})
    void streamsThatShareASorterEnd(int parallelism, int threads) throws Exception {
        String flag = "-Djava.util.concurrent.ForkJoinPool.common.parallelism=" + parallelism;
        assertThat(OtherJvm.run(SECONDS, List.of(flag), Streams.class, threads)).containsExactly("all are sorted");
    }

    /** An interrupt ends sorts on a device only. */
    @Test
    void anInterruptedThreadSortsOnTheHost() {
        int[] keys = IntData.random(300_000, 1);
        int[] expected = keys.clone();
        Arrays.sort(expected);
        Thread.currentThread().interrupt();
        try (Sorter sorter = Sorter.builder().onHost().open()) {
            sorter.sort(keys);
        } finally {
            assertThat(Thread.interrupted()).as("interrupt flag").isTrue();
        }
        assertThat(keys).isEqualTo(expected);
    }
}
