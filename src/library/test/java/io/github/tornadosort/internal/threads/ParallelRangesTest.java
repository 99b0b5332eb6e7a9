package io.github.tornadosort.internal.threads;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.testing.OtherJvm;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests how loops over large data are split. */
class ParallelRangesTest {
    private static final int GRAIN = 1 << 14;

    /** Prints the most parts, in a JVM whose common pool is configured on its command line. */
    static final class MostParts {
        private MostParts() {}

        /** @param args not used */
        public static void main(String[] args) {
            System.out.println(ParallelRanges.parts(Long.MAX_VALUE) + " parts, " + Loop.threads(1000) + " threads");
        }
    }

    @ParameterizedTest
    @CsvSource({"0, '4 parts, 1 threads'", "1, '8 parts, 2 threads'", "3, '16 parts, 4 threads'"})
    void thereAreFourPartsForEachThread(int parallelism, String expected) throws Exception {
        String flag = "-Djava.util.concurrent.ForkJoinPool.common.parallelism=" + parallelism;
        assertThat(OtherJvm.run(60, List.of(flag), MostParts.class)).containsExactly(expected);
    }

    @Test
    void aPartHasAtLeastAGrain() {
        assertThat(ParallelRanges.parts(0)).isEqualTo(1);
        assertThat(ParallelRanges.parts(2 * GRAIN - 1)).isEqualTo(1);
        assertThat(ParallelRanges.parts(2 * GRAIN)).isEqualTo(2);
        assertThat(ParallelRanges.parts(Long.MAX_VALUE)).isEqualTo(4 * (ForkJoinPool.getCommonPoolParallelism() + 1));
    }

    @Test
    void partsDifferByAtMostOneElement() {
        assertThat(new long[] {start(0), start(1), start(2), start(3)}).containsExactly(0, 4, 8, 11);
    }

    private static long start(int part) {
        return ParallelRanges.start(11, 3, part);
    }

    @Test
    void everyIndexIsInOneRange() {
        int n = 5 * GRAIN + 3;
        AtomicIntegerArray runs = new AtomicIntegerArray(n);
        ParallelRanges.ranges(n, (from, to) -> {
            for (long i = from; i < to; i++) {
                runs.incrementAndGet((int) i);
            }
        });
        for (int i = 0; i < n; i++) {
            assertThat(runs.get(i)).as("index %d", i).isEqualTo(1);
        }
    }

    @Test
    void everyPartRunsOnce() {
        AtomicIntegerArray runs = new AtomicIntegerArray(7);
        ParallelRanges.each(7, runs::incrementAndGet);
        assertThat(runs).hasToString("[1, 1, 1, 1, 1, 1, 1]");
    }
}
