package io.github.tornadosort.bench.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.KeyBits;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LongSummaryStatistics;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DistributionTest {
    private static final int N = 3 * Distribution.BLOCK + 17;

    private static long[] bits(String specification, KeyType type, int n, long seed) {
        Column keys = new Column(MemorySegment.ofArray(new byte[n * type.bytes()]), type);
        Distribution.of(specification).fill(keys, seed);
        return LongStream.range(0, n).map(i -> KeyBits.get(keys.segment(), type, i)).toArray();
    }

    private static long[] ranks(String specification, KeyType type, int n) {
        return Arrays.stream(bits(specification, type, n, 5)).map(b -> KeyBits.rank(type, b)).toArray();
    }

    /** CRC-32 of 1000 little-endian keys. The values must never change, so that data sets can be reproduced. */
    @ParameterizedTest
    @CsvSource({
        "uniform, 8aa40b6f, 2b23a523",
        "sorted, a719cfb2, fdf5c23c",
        "reversed, 9c00633e, 25a15e64",
        "nearly-sorted:16, f0923a73, f2338555",
        "constant, 4b9abf43, de49d344",
        "gaussian, 338549f2, 32b91dfe",
        "banded:4:12, c74cc5be, 592ca809",
        "entropy:3, e346629e, 74025d9f",
        "few-distinct, 7ddfbe6e, 4981bff9",
        "staggered:7, 61d932be, a3045b13",
        "bucket-sorted:7, 91406503, 61117a55",
        "duplicates:8, d5dff6b7, fae73e59",
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

    @ParameterizedTest
    @EnumSource
    void sortedKeysOfAnyNumberAscend(KeyType type) {
        for (int n = 0; n < 40; n++) {
            long[] sorted = ranks("sorted", type, n);
            for (int i = 1; i < n; i++) {
                assertThat(sorted[i]).isGreaterThanOrEqualTo(sorted[i - 1]);
            }
        }
    }

    @Test
    void nearlySortedKeysAreCloseToTheirSortedIndex() {
        int distance = 7;
        long[] sorted = ranks("sorted", KeyType.UINT64, N);
        long[] nearly = ranks("nearly-sorted:" + distance, KeyType.UINT64, N);

        assertThat(nearly).isNotEqualTo(sorted);
        for (int begin = 0; begin < N; begin += distance) {
            long[] run = Arrays.copyOfRange(nearly, begin, Math.min(begin + distance, N));
            Arrays.sort(run);
            assertThat(run).isEqualTo(Arrays.copyOfRange(sorted, begin, begin + run.length));
        }
        long turned = IntStream.range(0, N / distance).filter(i -> nearly[i * distance] != sorted[i * distance]).count();
        assertThat(turned).isGreaterThan(N / distance / 2);
    }

    @ParameterizedTest
    @EnumSource
    void constantDependsOnTheSeed(KeyType type) {
        assertThat(LongStream.of(bits("constant", type, N, 1)).distinct().count()).isOne();
        assertThat(LongStream.range(0, 8).map(seed -> bits("constant", type, 1, seed)[0]).distinct().count())
                .isGreaterThan(1);
    }

    @ParameterizedTest
    @EnumSource
    void fewDistinctHasSixteenKeys(KeyType type) {
        assertThat(LongStream.of(bits("few-distinct", type, N, 1)).distinct().count()).isBetween(8L, 16L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0:8", "8:20", "31:32", "0:32"})
    void bandedVariesOnlyItsBits(String band) {
        int low = Integer.parseInt(band.split(":")[0]);
        int high = Integer.parseInt(band.split(":")[1]);
        long[] keys = bits("banded:" + band, KeyType.UINT32, N, 3);

        long varying = 0;
        for (long key : keys) {
            varying |= key ^ keys[0];
        }

        assertThat(varying).isEqualTo((-1L >>> 64 - (high - low)) << low);
    }

    @Test
    void aHoleDoesNotVary() {
        long[] keys = bits("hole:8:12", KeyType.UINT32, N, 3);

        assertThat(LongStream.of(keys).map(key -> key ^ keys[0]).reduce(0, (a, b) -> a | b)).isEqualTo(0xfffff0ffL);
    }

    @Test
    void normalNumbersHaveTheirMeanAndDeviation() {
        double[] values = Arrays.stream(bits("normal", KeyType.FLOAT64, N, 4))
                .mapToDouble(Double::longBitsToDouble)
                .toArray();

        assertThat(Arrays.stream(values).average().orElseThrow()).isCloseTo(0, within(0.01));
        assertThat(Arrays.stream(values).map(v -> v * v).average().orElseThrow()).isCloseTo(1, within(0.02));
    }

    @Test
    void exponentialNumbersAndReciprocalsHaveTheirMedians() {
        double[] exponential = sortedDoubles("exponential");
        double[] reciprocals = sortedDoubles("reciprocal");

        assertThat(exponential[N / 2]).isCloseTo(Math.log(2), within(0.01));
        assertThat(reciprocals[N / 2]).isCloseTo(2, within(0.02));
        assertThat(reciprocals[0]).isGreaterThanOrEqualTo(1);
    }

    private static double[] sortedDoubles(String specification) {
        return Arrays.stream(bits(specification, KeyType.FLOAT64, N, 4))
                .mapToDouble(Double::longBitsToDouble)
                .sorted()
                .toArray();
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
    void sortedKeysWithRandomOnesHaveTheirShare() {
        long[] sorted = ranks("sorted", KeyType.UINT64, N);
        long[] exchanged = ranks("exchanged:3", KeyType.UINT64, N);
        long[] tail = ranks("new-tail:3", KeyType.UINT64, N);

        long others = IntStream.range(0, N).filter(i -> exchanged[i] != sorted[i]).count();
        assertThat((double) others / N).isCloseTo(0.03, within(0.003));
        assertThat(descents(tail, 0, N - N * 3 / 100)).isZero();
        assertThat(descents(tail, N - N * 3 / 100, N)).isGreaterThan(N / 100);
    }

    @Test
    void runsAscend() {
        assertThat(descents(ranks("runs:3", KeyType.UINT64, N), 0, N)).isEqualTo(2);
    }

    private static long descents(long[] keys, int begin, int end) {
        return IntStream.range(begin + 1, end).filter(i -> keys[i] < keys[i - 1]).count();
    }

    @Test
    void aHeavyValueHasItsShare() {
        long[] keys = ranks("heavy:25", KeyType.UINT64, N);
        Arrays.sort(keys);
        long equal = IntStream.range(1, N).filter(i -> keys[i] == keys[i - 1]).count();

        assertThat((double) equal / N).isCloseTo(0.25, within(0.01));
    }

    @Test
    void timestampsAreOfADay() {
        LongSummaryStatistics keys = LongStream.of(bits("timestamps", KeyType.INT64, N, 1)).summaryStatistics();

        assertThat(keys.getMax() - keys.getMin()).isBetween(86_300_000L, 86_399_999L);
    }

    @Test
    void keysOfClustersHaveTheirNetworksInCommon() {
        long[] keys = bits("clusters:5", KeyType.UINT32, N, 1);

        assertThat(LongStream.of(keys).map(key -> key >>> 16).distinct().count()).isEqualTo(5);
        assertThat(LongStream.of(keys).distinct().count()).isGreaterThan(1000);
    }

    @Test
    void gaussianHasItsMeanAndDeviation() {
        double[] values = Arrays.stream(bits("gaussian", KeyType.FLOAT64, N, 4))
                .mapToDouble(Double::longBitsToDouble)
                .toArray();
        double mean = Arrays.stream(values).average().orElseThrow();
        double variance = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).average().orElseThrow();

        assertThat(mean).isCloseTo(0, within(0.005));
        assertThat(Math.sqrt(variance)).isCloseTo(0.25, within(0.005));
    }

    @ParameterizedTest
    @CsvSource({"1,0.5", "2,0.25", "3,0.125", "10,0.0009765625"})
    void entropyHasItsShareOfOnes(int words, double share) {
        long ones = LongStream.of(bits("entropy:" + words, KeyType.UINT64, N, 8)).map(Long::bitCount).sum();

        assertThat(ones / (64.0 * N)).isCloseTo(share, within(0.02 * share + 0.0005));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"uniform", "sorted", "reversed", "constant", "gaussian", "banded:2:7", "entropy:3", "few-distinct"})
    void piecesAreTheWhole(String specification) {
        long[] whole = bits(specification, KeyType.INT16, N, 6);
        Column piece = new Column(MemorySegment.ofArray(new short[1000]), KeyType.INT16);

        Distribution.of(specification).fill(piece, 6, 70_001, N);

        for (int i = 0; i < 1000; i++) {
            assertThat(KeyBits.get(piece.segment(), KeyType.INT16, i)).isEqualTo(whole[70_001 + i]);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "regular", "uniform:3", "banded", "banded:1", "banded:x:2", "banded:1:2:3", "Uniform"})
    void rejectsUnknownSpecifications(String specification) {
        assertThatThrownBy(() -> Distribution.of(specification))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("unknown distribution '" + specification
                        + "', expected one of uniform, sorted, reversed, nearly-sorted:D, constant,"
                        + " gaussian, banded:LO:HI, entropy:K, few-distinct, staggered:P,"
                        + " bucket-sorted:P, duplicates:P, normal, exponential, reciprocal, distinct:D, zipf:D,"
                        + " hole:LO:HI, exchanged:P, new-tail:P, runs:R, heavy:P, timestamps, clusters:C");
    }

    @ParameterizedTest
    @ValueSource(strings = {"banded:8:8", "banded:9:8", "banded:-1:8", "banded:0:65", "entropy:0", "entropy:65",
        "nearly-sorted:0", "distinct:0", "zipf:0", "hole:8:8", "exchanged:101", "new-tail:-1", "runs:0", "heavy:101",
        "clusters:0"})
    void rejectsArgumentsOutOfRange(String specification) {
        assertThatThrownBy(() -> Distribution.of(specification))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(specification + ": expected ");
    }

    @Test
    void rejectsABandOutsideTheType() {
        Column keys = new Column(MemorySegment.ofArray(new byte[4]), KeyType.UINT8);

        assertThatThrownBy(() -> Distribution.of("banded:4:12").fill(keys, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("banded:4:12: uint8 keys have 8 bits");
    }

    /** Checks the part of the range of each block (Helman, Bader and JáJá 1998; Leischner, Osipov and Sanders 2010, §6). */
    @Test
    void staggeredBlocksHaveDifferentParts() {
        long[] keys = bits("staggered:4", KeyType.UINT8, 400, 1);
        long[] parts = {1, 3, 0, 2};
        for (int i = 0; i < keys.length; i++) {
            assertThat(keys[i] / 64).as("key %d", i).isEqualTo(parts[i / 100]);
        }
    }

    @Test
    void bucketSortedBlocksCoverTheRange() {
        long[] keys = bits("bucket-sorted:4", KeyType.UINT8, 400, 1);
        for (int i = 0; i < keys.length; i++) {
            assertThat(keys[i] / 64).as("key %d", i).isEqualTo(i % 100 / 25);
        }
    }

    @Test
    void duplicatesFollowTheirDefinition() {
        // 8 blocks of 8 keys: four blocks of log2 64, two of log2 32, one of log2 16; the last starts with log2 8.
        long[] keys = bits("duplicates:8", KeyType.INT32, 64, 1);
        assertThat(Arrays.copyOfRange(keys, 0, 32)).containsOnly(6);
        assertThat(Arrays.copyOfRange(keys, 32, 48)).containsOnly(5);
        assertThat(Arrays.copyOfRange(keys, 48, 56)).containsOnly(4);
        assertThat(Arrays.copyOfRange(keys, 56, 64)).containsExactly(3, 3, 3, 3, 2, 2, 1, 0);
        assertThat(ranks("duplicates:8", KeyType.FLOAT64, 64)[0]).isEqualTo(Double.doubleToRawLongBits(6));
    }
}
