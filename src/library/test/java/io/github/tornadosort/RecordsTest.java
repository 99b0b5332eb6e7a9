package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.SortCases.SortCase;
import io.github.tornadosort.reference.Reference;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests sorts of records by keys of every length, on every device with every family of kernels. */
@Tag("slow")
class RecordsTest {
    private static final Order DESCENDING = Order.DESCENDING;

    static List<SortCase> cases() {
        return SortCases.all();
    }

    /** Few distinct bytes: ties of every length. Records with equal keys must keep their order. */
    @ParameterizedTest
    @MethodSource("cases")
    void keysOfEveryLengthAtSomeOffset(SortCase on) {
        SplittableRandom random = new SplittableRandom(3);
        for (int length = 1; length <= Records.LONGEST_KEY; length += on.slow() ? 9 : 1) {
            int offset = random.nextInt(5);
            int width = offset + length + random.nextInt(5);
            int n = length == 10 && !on.slow() ? 5_000 : 60 + random.nextInt(60);
            byte[] records = new byte[n * width];
            for (int i = 0; i < records.length; i++) {
                records[i] = (byte) (random.nextInt(Math.max(2, 40 / length)) * 85);
            }
            // The second half has the keys of the first.
            for (int i = n / 2; i < n; i++) {
                System.arraycopy(records, (i - n / 2) * width + offset, records, i * width + offset, length);
            }
            if (!on.slow() || length % 2 == 0) {
                checkAgainstComparator(on, records, width, offset, length, Order.ASCENDING);
            }
            if (!on.slow() || length % 2 == 1) {
                checkAgainstComparator(on, records, width, offset, length, DESCENDING);
            }
        }
    }

    private static void checkAgainstComparator(
            SortCase on, byte[] input, int width, int offset, int length, Order sortOrder) {
        int n = input.length / width;
        int direction = sortOrder.isDescending() ? -1 : 1;
        int[] order = Reference.order(n, (a, b) -> direction
                * Arrays.compareUnsigned(
                        input, a * width + offset, a * width + offset + length,
                        input, b * width + offset, b * width + offset + length));
        byte[] expected = new byte[input.length];
        for (int i = 0; i < n; i++) {
            System.arraycopy(input, order[i] * width, expected, i * width, width);
        }
        byte[] records = input.clone();
        assertThat(on.sorter().records().argsort(Records.of(records, width, offset, length), sortOrder))
                .as("indices, key of %d bytes", length)
                .isEqualTo(order);
        assertThat(records).isEqualTo(input);
        ByteBuffer direct = ByteBuffer.allocateDirect(records.length).put(records).flip();
        on.sorter().records().sort(Records.of(records, width, offset, length), sortOrder);
        assertThat(records).as("records, key of %d bytes", length).isEqualTo(expected);
        on.sorter().records().sort(new Records(MemorySegment.ofBuffer(direct), width, offset, length), sortOrder);
        assertThat(MemorySegment.ofBuffer(direct).mismatch(MemorySegment.ofArray(expected)))
                .isEqualTo(-1);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void noRecordAndOneRecord(SortCase on) {
        on.sorter().records().sort(Records.of(new byte[0], 100, 0, 10), Order.ASCENDING);
        byte[] one = {3, 1, 2};
        on.sorter().records().sort(Records.of(one, 3, 0, 2), Order.ASCENDING);
        assertThat(one).containsExactly(3, 1, 2);
    }

    @Test
    void errorsNameTheFigures() {
        byte[] memory = new byte[300];
        assertThatThrownBy(() -> Records.of(memory, 100, 95, 10))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a key of 10 bytes at offset 95 is not within a record of 100 bytes");
        assertThatThrownBy(() -> Records.of(memory, 100, -1, 10)).hasMessageContaining("offset -1");
        assertThatThrownBy(() -> Records.of(memory, 100, 0, 0)).hasMessage("a key of 0 bytes; it may have 1 to 64");
        assertThatThrownBy(() -> Records.of(memory, 100, 0, 65)).hasMessageContaining("65");
        assertThatThrownBy(() -> Records.of(memory, 0, 0, 1)).hasMessage("records of 0 bytes");
        assertThatThrownBy(() -> Records.of(memory, 101, 0, 1))
                .hasMessage("300 bytes are no whole number of records of 101 bytes");
        try (Sorter sorter = Sorter.open()) {
            Order bits = Order.ASCENDING.bits(0, 3);
            assertThatThrownBy(() -> sorter.records().sort(Records.of(memory, 100, 0, 10), bits))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("offset and length");
            MemorySegment readOnly = MemorySegment.ofArray(memory).asReadOnly();
            assertThatThrownBy(() -> sorter.records().sort(new Records(readOnly, 100, 0, 10), Order.ASCENDING))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("read-only");
        }
    }
}
