package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.testing.OtherJvm;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests sorts on the host in a JVM that is told of other numbers of processors than the machine has. */
@Tag("slow")
class ManyProcessorsTest {
    /** More keys than one thread sorts alone, and enough for some hundred threads. */
    private static final int N = 1 << 21;

    /** Runs sorts, each twice: the second one takes memory and threads that the first one left. */
    static final class Sorts {
        private Sorts() {}

        /** @param args not used */
        public static void main(String[] args) {
            try (Sorter sorter = Sorter.builder().onHost().open()) {
                for (int round = 0; round < 2; round++) {
                    Random random = new Random(round);
                    long[] longs = random.longs(N).toArray();
                    long[] sortedLongs = sorted(longs);
                    sorter.sort(Column.of(longs));
                    check("longs", Arrays.equals(longs, sortedLongs));
                    byte[] bytes = new byte[N];
                    random.nextBytes(bytes);
                    sorter.sort(Column.of(bytes));
                    check("bytes", IntStream.range(1, N).noneMatch(i -> bytes[i - 1] > bytes[i]));
                    int[] keys = random.ints(N / 8).toArray();
                    int[] values = IntStream.range(0, keys.length).toArray();
                    int[] old = keys.clone();
                    sorter.sort(Column.of(keys), Column.of(values));
                    check("pairs", IntStream.range(0, keys.length)
                            .allMatch(i -> keys[i] == old[values[i]] && (i == 0 || keys[i - 1] <= keys[i])));
                }
            }
            System.out.println("sorted");
        }

        private static long[] sorted(long[] keys) {
            long[] sorted = keys.clone();
            Arrays.sort(sorted);
            return sorted;
        }

        private static void check(String what, boolean right) {
            if (!right) {
                throw new IllegalStateException(what + " are not sorted");
            }
        }
    }

    /** Threads beyond the machine's processors must not keep the processors busy with waiting, which took a minute. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4096})
    void sortsInSeconds(int processors) throws Exception {
        assertThat(OtherJvm.run(
                60, List.of("-XX:ActiveProcessorCount=" + processors, "-XX:ParallelGCThreads=2"), Sorts.class))
                .last().isEqualTo("sorted");
    }
}
