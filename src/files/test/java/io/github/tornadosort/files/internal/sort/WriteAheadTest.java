package io.github.tornadosort.files.internal.sort;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tornadosort.SortStats;
import io.github.tornadosort.files.FileSortException;
import io.github.tornadosort.files.ProgressListener;
import io.github.tornadosort.files.internal.io.KeyWriter;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sorts rows that are written before all of them are sorted. */
@Timeout(60)
class WriteAheadTest {
    private static final int PIECE = 8 << 20;
    private static final int SIZE = 9 * PIECE + 16;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment buffer = arena.allocate(SIZE);
    private final MemorySegment output = arena.allocate(SIZE);
    private long written;
    private final CountDownLatch threePieces = new CountDownLatch(3);

    @AfterEach
    void freeMemory() {
        arena.close();
    }

    /** Longs that are "sorted" by writing their index to them. */
    private static class Numbers implements RowSort, RowOrder {
        @Override
        public int width() {
            return Long.BYTES;
        }

        @Override
        public int compare(MemorySegment a, long i, MemorySegment b, long j) {
            throw new UnsupportedOperationException();
        }

        @Override
        public RowOrder order() {
            return this;
        }

        @Override
        public String disorder(MemorySegment previous, MemorySegment row, long number, boolean isEqual) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long mostRows() {
            return Long.MAX_VALUE;
        }

        @Override
        public long scratchBytes(long n) {
            return 0;
        }

        @Override
        public SortStats sort(MemorySegment rows) {
            number(rows, 0, rows.byteSize() / Long.BYTES);
            return SortStats.idle(rows.byteSize() / Long.BYTES);
        }

        static void number(MemorySegment rows, long begin, long end) {
            for (long i = begin; i < end; i++) {
                rows.setAtIndex(JAVA_LONG, i, i);
            }
        }
    }

    private KeyWriter writer() {
        return (keys, progress) -> {
            MemorySegment.copy(keys, 0, output, written, keys.byteSize());
            written += keys.byteSize();
            threePieces.countDown();
        };
    }

    private void check() {
        assertThat(written).isEqualTo(SIZE);
        for (long i = 0; i < SIZE / Long.BYTES; i++) {
            if (output.getAtIndex(JAVA_LONG, i) != i) {
                assertThat(output.getAtIndex(JAVA_LONG, i)).isEqualTo(i);
            }
        }
    }

    @Test
    void sortedRowsAreWrittenDuringTheSort() throws IOException {
        RowSort rows = new Numbers() {
            @Override
            public SortStats sort(MemorySegment all, LongConsumer sorted) {
                long some = 3L * PIECE / Long.BYTES + 5;
                number(all, 0, some);
                sorted.accept(some);
                try {
                    assertThat(threePieces.await(30, TimeUnit.SECONDS)).as("three pieces are written").isTrue();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                return sort(all);
            }
        };
        WriteAhead ahead = new WriteAhead(rows, buffer, writer(), ProgressListener.NONE);
        assertThat(ahead.sort().keys()).isEqualTo(SIZE / Long.BYTES);
        assertThat(written).isEqualTo(3L * PIECE);
        ahead.finish();
        check();
    }

    @Test
    void rowsOfASortThatReportsNothingAreWrittenAfterIt() throws IOException {
        WriteAhead ahead = new WriteAhead(new Numbers(), buffer, writer(), ProgressListener.NONE);
        ahead.sort();
        assertThat(written).isZero();
        ahead.finish();
        check();
    }

    @Test
    void aFailureToWriteIsReportedAfterTheSort() {
        RowSort rows = new Numbers() {
            @Override
            public SortStats sort(MemorySegment all, LongConsumer sorted) {
                sorted.accept(SIZE / Long.BYTES);
                try {
                    assertThat(threePieces.await(30, TimeUnit.SECONDS)).as("something is written").isTrue();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                return sort(all);
            }
        };
        WriteAhead ahead = new WriteAhead(rows, buffer, (keys, progress) -> {
            for (int i = 0; i < 3; i++) {
                threePieces.countDown();
            }
            throw new FileSortException(Path.of("full"), "cannot be written");
        }, ProgressListener.NONE);
        assertThatThrownBy(ahead::sort).isInstanceOf(FileSortException.class).hasMessageContaining("full");
    }

    @Test
    void ifTheWritingThreadIsInterruptedTheRestIsWrittenAfterTheSort() throws IOException {
        RowSort rows = new Numbers() {
            @Override
            public SortStats sort(MemorySegment all, LongConsumer sorted) {
                Thread writing = Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().equals("tornado-sort files"))
                        .findFirst().orElseThrow();
                writing.interrupt();
                try {
                    writing.join();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                SortStats stats = sort(all);
                sorted.accept(SIZE / Long.BYTES);
                return stats;
            }
        };
        WriteAhead ahead = new WriteAhead(rows, buffer, writer(), ProgressListener.NONE);
        ahead.sort();
        assertThat(written).isZero();
        ahead.finish();
        check();
    }

    @Test
    void aFailureToSortEndsTheWriting() {
        RowSort rows = new Numbers() {
            @Override
            public SortStats sort(MemorySegment all, LongConsumer sorted) {
                sorted.accept(1);
                throw new IllegalStateException("planted");
            }
        };
        assertThatThrownBy(new WriteAhead(rows, buffer, writer(), ProgressListener.NONE)::sort).hasMessage("planted");
        assertThat(written).isZero();
    }
}
