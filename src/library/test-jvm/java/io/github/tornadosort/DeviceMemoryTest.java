package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.tornadosort.SortCases.SortCase;
import io.github.tornadosort.reference.Reference;
import io.github.tornadosort.testing.BufferMemory;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import uk.ac.manchester.tornado.api.exceptions.TornadoOutOfMemoryException;

/** A device whose memory ends at each of a sort's allocations in turn. */
@Tag("slow")
class DeviceMemoryTest {
    /** TornadoVM's own property for what a plan may hold. */
    private static final String LIMIT = "tornado.device.memory";

    private static final Pattern FAILED = Pattern.compile("an array of (\\d+) bytes .* uses (\\d+) bytes");
    /** Bytes of no more than the smallest chunk: nothing shorter is tried. */
    private static final int N = 16_000;

    static List<SortCase> cases() {
        return SortCases.fast();
    }

    @AfterEach
    void noLimit() {
        System.clearProperty(LIMIT);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void endsAtEachAllocation(SortCase on) throws InterruptedException {
        long before = BufferMemory.bytes();
        for (boolean pairs : new boolean[] {false, true}) {
            int allocations = 0;
            for (long bytes = 0; bytes >= 0; allocations += bytes >= 0 ? 1 : 0) {
                bytes = sortWithin(bytes, on, pairs);
            }
            assertThat(allocations).as("allocations that failed").isGreaterThan(4);
        }
        assertThat(BufferMemory.bytes() - before).as("bytes of buffers more than before").isLessThan(1 << 20);
    }

    /** Returns the bytes that the allocation which failed would have needed in all, or -1 if none did. */
    private static long sortWithin(long bytes, SortCase on, boolean pairs) {
        int[] original = IntData.random(N, 1);
        int[] keys = original.clone();
        int[] numbers = IntStream.range(0, N).toArray();
        int[] values = numbers.clone();
        System.setProperty(LIMIT, bytes + "B");
        try (Sorter sorter = Sorter.builder().device(on.device()).policy(on.policy()).verified().open()) {
            Throwable thrown = catchThrowable(() -> sort(sorter, keys, pairs ? values : null));
            if (thrown == null) {
                return -1;
            }
            assertThat(thrown).isInstanceOf(TornadoOutOfMemoryException.class);
            assertThat(keys).isEqualTo(original);
            assertThat(values).isEqualTo(numbers);
            System.clearProperty(LIMIT);
            sort(sorter, keys, pairs ? values : null);
            int[] order = Reference.order(Column.of(original), Order.ASCENDING);
            assertThat(keys).isEqualTo(Arrays.stream(order).map(i -> original[i]).toArray());
            assertThat(values).isEqualTo(pairs ? order : numbers);
            MatchResult failed = FAILED.matcher(thrown.getMessage()).results().findFirst().orElseThrow();
            return Long.parseLong(failed.group(1)) + Long.parseLong(failed.group(2));
        }
    }

    private static void sort(Sorter sorter, int[] keys, int[] values) {
        if (values == null) {
            sorter.sort(keys);
        } else {
            sorter.sort(Column.of(keys), Column.of(values));
        }
    }
}
