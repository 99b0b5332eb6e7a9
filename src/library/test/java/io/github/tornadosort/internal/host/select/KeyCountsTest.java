package io.github.tornadosort.internal.host.select;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.internal.memory.HostBuffers;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Counts of keys, and tables that are full. */
class KeyCountsTest {
    /** The inverse of the hash function's multiplier modulo 2<sup>64</sup>. */
    private static final long INVERSE = 0xf1de83e19937733dL;

    private final HostBuffers buffers = new HostBuffers();

    /** Returns a table in memory that was used before. */
    private KeyCounts table() {
        long[] used = new long[KeyCounts.LENGTH];
        Arrays.fill(used, -1);
        buffers.release(used);
        return new KeyCounts(buffers);
    }

    /** Returns n keys that have the same hash code. */
    private static long[] colliding(int n, long code) {
        return LongStream.range(0, n).map(i -> ((code << 51) + i) * INVERSE).toArray();
    }

    @Test
    void equalKeysAreCounted() {
        KeyCounts table = table();
        assertThat(table.addAll(new long[] {5, 0, -1, 5, 7}, 4, 10)).isTrue();
        assertThat(table.addAll(new long[] {0, 5}, 2, 20)).isTrue();
        assertThat(table.keys()).containsExactlyInAnyOrder(5, 0, -1);
        assertThat(table.size()).isEqualTo(3);
        assertThat(LongStream.of(5, 0, -1).mapToInt(table::count)).containsExactly(3, 2, 1);
        assertThat(LongStream.of(5, 0, -1).mapToInt(table::first)).containsExactly(10, 11, 12);
        table.clear();
        assertThat(table.keys()).isEmpty();
    }

    @Test
    void theFirstIndexIsTheLeast() {
        KeyCounts table = table();
        assertThat(table.add(3, 8, 2) && table.add(3, 6, 1) && table.add(3, 9, 1 << 30)).isTrue();
        assertThat(table.first(3)).isEqualTo(6);
        assertThat(table.count(3)).isEqualTo((1 << 30) + 3);
    }

    @Test
    void tablesAreMerged() {
        KeyCounts table = table();
        table.addAll(new long[] {1, 2}, 2, 100);
        KeyCounts other = new KeyCounts(buffers);
        other.addAll(new long[] {2, 3, 2}, 3, 0);
        assertThat(table.addAll(other)).isTrue();
        assertThat(table.keys()).containsExactlyInAnyOrder(1, 2, 3);
        assertThat(LongStream.of(1, 2, 3).mapToInt(table::count)).containsExactly(1, 3, 1);
        assertThat(LongStream.of(1, 2, 3).mapToInt(table::first)).containsExactly(100, 0, 1);
    }

    @Test
    void aTableHasRoomForThousandsOfKeys() {
        KeyCounts table = table();
        long[] keys = LongStream.range(0, 3000).map(i -> i * i).toArray();
        assertThat(table.addAll(keys, keys.length, 0)).isTrue();
        assertThat(table.keys()).containsExactlyInAnyOrder(keys);
    }

    @Test
    void aTableIsFullIfKeysCollide() {
        for (long code : new long[] {0, 1, (1 << 13) - 1}) {
            KeyCounts table = table();
            long[] keys = colliding(65, code);
            assertThat(table.addAll(keys, 64, 0)).isTrue();
            assertThat(table.add(keys[64], 64, 1)).isFalse();
            assertThat(table.addAll(keys, 65, 64)).isFalse();
            KeyCounts other = new KeyCounts(buffers);
            assertThat(other.add(keys[64], 0, 1)).isTrue();
            assertThat(table.addAll(other)).isFalse();
            assertThat(table.keys()).containsExactlyInAnyOrder(Arrays.copyOf(keys, 64));
        }
    }
}
