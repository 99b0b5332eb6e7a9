package io.github.tornadosort.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.KeyBits;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DistributionTest {
    private static final int N = 3 * Distribution.BLOCK + 17;

    private static long[] bits(String specification, KeyType type, int n, long seed) {
        Column keys = new Column(MemorySegment.ofArray(new byte[n * type.bytes()]), type);
        Distribution.of(specification).fill(keys, seed);
        return LongStream.range(0, n).map(i -> KeyBits.get(keys.segment(), type, i)).toArray();
    }

    private static long[] ranks(String specification, KeyType type, int n) {
        return Arrays.stream(bits(specification, type, n, 5)).map(b -> KeyBits.ordered(type, b) ^ Long.MIN_VALUE).toArray();
    }

    /** CRC-32 of 1000 little-endian keys. The values must never change, so that data sets can be reproduced. */
    @ParameterizedTest
    @CsvSource({
        "uniform, 8aa40b6f, 2b23a523",
        "sorted, a719cfb2, fdf5c23c",
        "reversed, 9c00633e, 25a15e64",
        "nearly-sorted:16, f0923a73, f2338555",
        "banded:4:12, c74cc5be, 592ca809",
        "entropy:3, e346629e, 74025d9f",
        "normal, 5be91e6a, 8974d250",
        "exponential, f94da9d5, b0ecebbb",
        "reciprocal, c03ee932, 6059dc4c",
        "distinct:100, 56781fdf, baf2403d",
        "zipf:100, bed9ad01, 067d6f64",
        "hole:8:12, ca4b2989, c7c502dd",
        "exchanged:3, 2c300ab4, 394fa0f8",
        "new-tail:3, 6ded8967, ee6cf2d1",
        "runs:3, d785e7b6, dd68b2d7",
        "heavy:25, 09b9c806, 762be919",
        "timestamps, 94dc9b98, 5d8432be",
        "clusters:5, 70d17bb1, b3568abf"
    })
    void bytesNeverChange(String specification, String crcOfInt32, String crcOfFloat64) {
        assertThat(crc(specification, KeyType.INT32) + " " + crc(specification, KeyType.FLOAT64))
                .isEqualTo(crcOfInt32 + " " + crcOfFloat64);
    }

    private static String crc(String specification, KeyType type) {
        Column keys = new Column(MemorySegment.ofArray(new byte[1000 * type.bytes()]), type);
        Distribution.of(specification).fill(keys, 42);
        CRC32 crc = new CRC32();
        crc.update(keys.segment().asByteBuffer());
        return HexFormat.of().toHexDigits((int) crc.getValue());
    }

    @Test
    void uniformWordsAreThoseOfSplittableRandom() {
        SplittableRandom random = new SplittableRandom(99);
        long[] expected = random.longs(N).toArray();

        assertThat(bits("uniform", KeyType.UINT64, N, 99)).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource
    void sortedKeysAscendAndReversedKeysDescend(KeyType type) {
        long[] sorted = ranks("sorted", type, N);
        long[] reversed = ranks("reversed", type, N);

        long[] ascending = sorted.clone();
        Arrays.sort(ascending);
        assertThat(sorted).isEqualTo(ascending);
        for (int i = 0; i < N; i++) {
            assertThat(reversed[i]).isEqualTo(sorted[N - 1 - i]);
        }
        assertThat(LongStream.of(sorted).distinct().count()).isGreaterThan(Math.min(200, N / 2));
    }

    @Test
    void distinctAndZipfHaveTheirNumberOfKeys() {
        assertThat(LongStream.of(bits("distinct:100", KeyType.UINT32, N, 1)).distinct().count()).isEqualTo(100);
        long[] keys = bits("zipf:100", KeyType.UINT32, N, 1);
        long mostFrequent = LongStream.of(keys).boxed()
                .collect(Collectors.groupingBy(key -> key, Collectors.counting()))
                .values().stream().mapToLong(count -> count).max().orElseThrow();

        assertThat(LongStream.of(keys).distinct().count()).isEqualTo(100);
        assertThat((double) mostFrequent / N).isCloseTo(Math.log(2) / Math.log(101), within(0.01));
    }

    @Test
    void rejectsUnknownSpecifications() {
        assertThatThrownBy(() -> Distribution.of("Uniform"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("unknown distribution 'Uniform'");
    }
}
