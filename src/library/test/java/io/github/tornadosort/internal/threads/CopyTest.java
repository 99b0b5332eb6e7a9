package io.github.tornadosort.internal.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CopyTest {
    private static final long LARGE = 11L << 18;

    @Test
    void copiesEveryByte() {
        for (int n : new int[] {0, 1, 1 << 16, (1 << 20) + 7, 40 << 20}) {
            byte[] from = new byte[n];
            new SplittableRandom(n).nextBytes(from);
            byte[] to = new byte[n + 1];
            Copy.bytes(MemorySegment.ofArray(from), MemorySegment.ofArray(to));
            assertThat(Arrays.mismatch(from, to)).as("%d bytes", n).isEqualTo(n);
            assertThat(to[n]).isZero();
        }
    }

    /** Each thread but the caller's copies the same number of large parts. */
    @Test
    void partsAreLargeIfThereAreEnough() {
        assertThat(Copy.parts(0, 16)).isEqualTo(1);
        assertThat(Copy.parts(1 << 18, 16)).as("64 KiB each").isEqualTo(4);
        assertThat(Copy.parts(4 << 20, 16)).isEqualTo(64);
        assertThat(Copy.parts(LARGE * 15 - 1, 16)).isEqualTo(64);
        assertThat(Copy.parts(LARGE * 15, 16)).isEqualTo(15);
        assertThat(Copy.parts(2 * LARGE * 15, 16)).isEqualTo(30);
        assertThat(Copy.parts(1L << 40, 16)).isEqualTo(60);
        assertThat(Copy.parts(4 << 20, 2)).isEqualTo(8);
        assertThat(Copy.parts(4 * LARGE - 1, 2)).isEqualTo(8);
        assertThat(Copy.parts(4 * LARGE, 2)).isEqualTo(4);
        assertThat(Copy.parts(1L << 40, 1)).isEqualTo(4);
    }
}
