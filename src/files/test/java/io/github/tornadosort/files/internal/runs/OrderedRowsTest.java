package io.github.tornadosort.files.internal.runs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.RowBytes;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OrderedRowsTest {
    private static final int COUNT = 200_000;
    private static final int LONG = 1 << 16;

    /** Rows of one byte, and one that fills a buffer. */
    private static KeyedRows rows() {
        long[] offsets = new long[COUNT + 1];
        for (int row = 0; row < COUNT; row++) {
            offsets[row + 1] = offsets[row] + (row == 1000 ? LONG : 1);
        }
        return KeyedRows.alone(new RowBytes(
                Arena.ofAuto().allocate(COUNT + LONG + RowBytes.SLACK).fill((byte) 7),
                new Column(MemorySegment.ofArray(offsets), KeyType.INT64)));
    }

    /** A long row makes the pieces near it small, and not those after it. */
    @Test
    void piecesGrowAgain() throws IOException {
        List<Long> pieces = new ArrayList<>();
        try (Arena arena = Arena.ofShared()) {
            new OrderedRows(rows(), IntStream.range(0, COUNT).toArray(), COUNT, arena, LONG).into(rows -> {
                assertThat(rows.get(ValueLayout.JAVA_BYTE, rows.byteSize() - 1)).isEqualTo((byte) 7);
                pieces.add(rows.byteSize());
            });
        }

        assertThat(pieces.stream().mapToLong(piece -> piece).sum()).isEqualTo(COUNT - 1 + LONG);
        assertThat(pieces).hasSizeLessThan(100);
    }
}
