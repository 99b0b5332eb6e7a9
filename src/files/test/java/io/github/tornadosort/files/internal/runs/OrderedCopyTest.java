package io.github.tornadosort.files.internal.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OrderedCopyTest {
    private static final int COUNT = 200_000;
    private static final int LONG = 1 << 16;

    /** Rows of one byte, and one that fills a buffer. */
    private static final OrderedCopy.Rows ROWS = new OrderedCopy.Rows() {
        @Override
        public long length(int[] order, int from, int to) {
            return IntStream.range(from, to).mapToLong(i -> order[i] == 1000 ? LONG : 1).sum();
        }

        @Override
        public void copy(int[] order, int from, int to, MemorySegment target) {
            target.fill((byte) 7);
        }
    };

    /** A long row makes the pieces near it small, and not those after it. */
    @Test
    void piecesGrowAgain() throws IOException {
        List<Long> pieces = new ArrayList<>();
        try (Arena arena = Arena.ofShared()) {
            new OrderedCopy(ROWS, IntStream.range(0, COUNT).toArray(), COUNT, arena, LONG).into(rows -> {
                assertThat(rows.get(ValueLayout.JAVA_BYTE, rows.byteSize() - 1)).isEqualTo((byte) 7);
                pieces.add(rows.byteSize());
            });
        }

        assertThat(pieces.stream().mapToLong(piece -> piece).sum()).isEqualTo(COUNT - 1 + LONG);
        assertThat(pieces).hasSizeLessThan(100);
    }
}
