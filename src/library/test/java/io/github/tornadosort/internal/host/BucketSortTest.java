package io.github.tornadosort.internal.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.internal.memory.HostMemory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bucket sort and its parts on short arrays, so that faults planted in them are found in seconds. */
@Timeout(20)
class BucketSortTest {
    /** So many that a fifth of the keys, if they are equal, are written by all threads. */
    private static final int N = 100_000;
    private static final int THREADS = 4;

    private final HostBuffers buffers = new HostBuffers();

    @AfterEach
    void stopWatching() {
        HostMemory.watch(null);
    }

    /** Keys from -1 to 1, by a function of uniform numbers in that range. */
    private static double[] numbers(DoubleUnaryOperator function) {
        return new SplittableRandom(1).doubles(N, -1, 1).map(function).toArray();
    }

    private static final List<DoubleUnaryOperator> DISTRIBUTIONS = List.of(
            x -> x,
            // One dense point, at 0 or at an end.
            x -> x * x * x * x * x,
            x -> Math.pow(Math.abs(x), 6),
            // Two dense points.
            x -> Math.signum(x) * (1 - Math.pow(Math.abs(x), 5)),
            // A large bucket of equal keys, and one of mostly equal keys.
            x -> x < -0.6 ? -1 : x > 0.6 ? 0.5 : x);

    @Test
    void intsAreDividedEvenlyAndSorted() {
        for (DoubleUnaryOperator distribution : DISTRIBUTIONS) {
            int[] keys = Arrays.stream(numbers(distribution)).mapToInt(x -> (int) (x * Integer.MAX_VALUE)).toArray();
            check(keys);
        }
    }

    private void check(int[] keys) {
        for (KeyType type : List.of(KeyType.INT32, KeyType.UINT32)) {
            for (boolean descending : new boolean[] {false, true}) {
                int[] sorted = keys.clone();
                assertThat(BucketSort32.sort(new Tiles32(Column.of(sorted).as(type), descending), THREADS, buffers, null))
                        .isTrue();
                int[] expected = keys.clone();
                JdkSort.sort(expected, 0, N, type, descending, false);
                assertThat(Arrays.equals(sorted, expected)).as("%s, descending: %s", type, descending).isTrue();
            }
        }
    }

    @Test
    void longsAreDividedEvenlyAndSorted() {
        for (DoubleUnaryOperator distribution : DISTRIBUTIONS) {
            long[] keys = Arrays.stream(numbers(distribution)).mapToLong(x -> (long) (x * Long.MAX_VALUE)).toArray();
            for (KeyType type : List.of(KeyType.INT64, KeyType.UINT64)) {
                for (boolean descending : new boolean[] {false, true}) {
                    long[] sorted = keys.clone();
                    assertThat(
                            BucketSort64.sort(new Tiles64(Column.of(sorted).as(type), descending), THREADS, buffers, null))
                            .isTrue();
                    long[] expected = keys.clone();
                    JdkSort.sort(expected, 0, N, type, descending, false);
                    assertThat(Arrays.equals(sorted, expected)).as("%s, descending: %s", type, descending).isTrue();
                }
            }
        }
    }

    /** Half of the doubles between -1 and 1 are close to its ends if they are compared as bits. */
    @Test
    void numbersOfBothSignsAreDividedEvenlyAndSorted() {
        for (DoubleUnaryOperator distribution : DISTRIBUTIONS) {
            double[] doubles = numbers(distribution);
            float[] floats = new float[N];
            for (int i = 0; i < N; i++) {
                floats[i] = (float) doubles[i];
            }
            for (boolean descending : new boolean[] {false, true}) {
                double[] sorted = doubles.clone();
                assertThat(BucketSort64.sort(new Tiles64(Column.of(sorted), descending), THREADS, buffers, null)).isTrue();
                double[] expected = doubles.clone();
                JdkSort.sort(expected, 0, N, KeyType.FLOAT64, descending, false);
                assertThat(Arrays.equals(sorted, expected)).as("doubles, descending: %s", descending).isTrue();

                float[] sortedFloats = floats.clone();
                assertThat(BucketSort32.sort(new Tiles32(Column.of(sortedFloats), descending), THREADS, buffers, null))
                        .isTrue();
                float[] expectedFloats = floats.clone();
                JdkSort.sort(expectedFloats, 0, N, KeyType.FLOAT32, descending, false);
                assertThat(Arrays.equals(sortedFloats, expectedFloats)).as("floats, descending: %s", descending).isTrue();
            }
        }
    }

    @Test
    void fewThreadsLeaveFewIntsThatAreMostlyEqualToTheJdk() {
        int[] keys = new SplittableRandom(1).ints(N, 0, 75).toArray();
        int[] sorted = keys.clone();
        int[] before = keys.clone();
        assertThat(BucketSort32.sort(new Tiles32(Column.of(keys), false), THREADS - 1, buffers, null)).isFalse();
        assertThat(keys).isEqualTo(before);
        Arrays.sort(sorted);
        assertThat(BucketSort32.sort(new Tiles32(Column.of(keys), false), THREADS, buffers, null)).isTrue();
        assertThat(keys).isEqualTo(sorted);
    }

    @Test
    void fewThreadsLeaveFewLongsThatAreNearlyAllEqualToTheJdk() {
        for (int equal : new int[] {70, 95}) {
            SplittableRandom random = new SplittableRandom(1);
            long[] keys = random.longs(N).map(key -> random.nextInt(100) < equal ? 5 : key).toArray();
            long[] sorted = keys.clone();
            long[] before = keys.clone();
            assertThat(BucketSort64.sort(new Tiles64(Column.of(keys), false), THREADS - 1, buffers, null))
                    .isEqualTo(equal == 70);
            Arrays.sort(sorted);
            assertThat(keys).isEqualTo(equal == 70 ? sorted : before);
            assertThat(BucketSort64.sort(new Tiles64(Column.of(before), false), THREADS, buffers, null)).isTrue();
            assertThat(before).isEqualTo(sorted);
        }
    }

    @Test
    void fewThreadsSortIntsOfWhichHalfAreRepeatedInTheSample() {
        int[] keys = new SplittableRandom(1).ints(N, 0, 105).toArray();
        int[] sorted = keys.clone();
        Arrays.sort(sorted);
        assertThat(BucketSort32.sort(new Tiles32(Column.of(keys), false), THREADS - 1, buffers, null)).isTrue();
        assertThat(keys).isEqualTo(sorted);
    }

    /** Keys in clusters of clusters, most of which are in a small part of their cluster. */
    private static long[] clusters(int n, int each) {
        SplittableRandom random = new SplittableRandom(1);
        return random.longs(n)
                .map(i -> (long) random.nextInt(3) << 62 | (long) random.nextInt(each) << 40 | i >>> (i % 8 == 0 ? 32 : 52))
                .toArray();
    }

    /** These clusters take one window for all keys, and then three, nine, and nine more. */
    @Test
    void keysThatCannotBeDividedAreLeftToTheJdk() {
        int n = 1 << 19;
        long[] keys = clusters(n, 3);
        long[] before = keys.clone();
        assertThat(BucketSort64.sort(new Tiles64(Column.of(keys), false), THREADS, buffers, null)).isFalse();
        assertThat(keys).isEqualTo(before);
        assertThat(BucketSort64.sort(new Tiles64(Column.of(clusters(n, 1)), false), THREADS, buffers, null)).isTrue();
    }

    /** A program that sorts once. */
    static final class FirstSort {
        private FirstSort() {}

        /** @param args the number of bits of a key */
        public static void main(String[] args) {
            int n = 1 << 15;
            try (HostBuffers buffers = new HostBuffers()) {
                if (args[0].equals("32")) {
                    int[] keys = new SplittableRandom(1).ints(n).toArray();
                    BucketSort32.sort(new Tiles32(Column.of(keys), false), THREADS, buffers, null);
                } else {
                    long[] keys = new SplittableRandom(1).longs(n).toArray();
                    BucketSort64.sort(new Tiles64(Column.of(keys), false), THREADS, buffers, null);
                }
            }
        }
    }

    /**
     * One sort sorts too few leaves for the compiler of hot methods. If compilers do not run in the background, what they compile
     * does not depend on time.
     */
    @ParameterizedTest
    @ValueSource(strings = {"32", "64"})
    void theFirstSortOfManyThreadsWarmsUp(String bits) throws Exception {
        Process process = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xbatch",
                "-XX:+PrintCompilation",
                "-cp",
                System.getProperty("java.class.path"),
                FirstSort.class.getName(),
                bits).redirectErrorStream(true).start();
        String compiled = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        assertThat(compiled.lines().filter(line -> line.contains(".LocalSort" + bits + "::sortLeaves ")))
                .as("levels at which the method was compiled")
                .anyMatch(line -> line.contains(" 4  "));
    }

    /** Each allocation fails in turn: the keys are unchanged or sorted. */
    @Test
    void losesNothingWhenMemoryRunsOut() {
        int[] before = new SplittableRandom(1).ints(N).toArray();
        int[] sorted = before.clone();
        Arrays.sort(sorted);
        int failures = 0;
        for (int allocation = 0, failed = 1; failed > 0; allocation++) {
            AtomicInteger left = new AtomicInteger(allocation);
            HostMemory.watch(_ -> {
                if (left.getAndDecrement() == 0) {
                    throw new OutOfMemoryError("planted");
                }
            });
            int[] keys = before.clone();
            try {
                BucketSort32.sort(new Tiles32(Column.of(keys), false), THREADS, new HostBuffers(), null);
                assertThat(keys).isEqualTo(sorted);
            } catch (OutOfMemoryError e) {
                failures++;
                assertThat(keys).isEqualTo(before);
            }
            failed = left.get() < 0 ? 1 : 0;
        }
        assertThat(failures).isPositive();
    }

    /** The sorts of all threads are taken at once, those that were kept and have room for the keys. */
    @Test
    void keptSortsAreTakenTogether() {
        int n = 1 << 13;
        LocalSort32 ints = buffers.sort32(n);
        LocalSort32 shorter = buffers.sort32(n - 1);
        LocalSort64 longs = buffers.sort64(n);
        buffers.release(ints);
        buffers.release(shorter);
        buffers.release(longs);

        LocalSort32[] taken = new LocalSort32[3];
        buffers.takeKept(taken, n);
        assertThat(taken).containsExactly(ints, null, null);
        LocalSort64[] takenLongs = new LocalSort64[2];
        buffers.takeKept(takenLongs, n);
        assertThat(takenLongs).containsExactly(longs, null);
        buffers.takeKept(taken, n - 1);
        assertThat(taken).containsExactly(shorter, null, null);
    }

    // ---- parts of the bucket sort

    private static char[] buckets(Cells32 cells, int[] keys) {
        char[] buckets = new char[keys.length + 1];
        int[] counts = new int[cells.buckets()];
        cells.find(keys.clone(), keys.length, new int[keys.length], buckets, 1, counts);
        assertThat((int) buckets[0]).as("the number before the first key").isZero();
        char[] found = Arrays.copyOfRange(buckets, 1, buckets.length);
        int[] expected = new int[cells.buckets()];
        for (char bucket : found) {
            expected[bucket]++;
        }
        assertThat(counts).isEqualTo(expected);
        return found;
    }

    private static char[] buckets(Cells64 cells, long[] keys) {
        char[] found = new char[keys.length];
        int[] counts = new int[cells.buckets()];
        cells.find(keys.clone(), keys.length, new long[keys.length], found, 0, counts);
        assertThat(Arrays.stream(counts).sum()).isEqualTo(keys.length);
        return found;
    }

    /** Buckets are ascending ranges of about equal size, however the keys are distributed. */
    @Test
    void cellsDivideKeysEvenly() {
        int wanted = 50;
        int most = N / 16;
        for (int dense : new int[] {0, 1 << 30, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            for (int power : new int[] {1, 3, 6}) {
                int width = dense == Integer.MIN_VALUE ? Integer.MAX_VALUE : dense > 0 ? -(1 << 30) : 1 << 30;
                int[] keys = Arrays.stream(numbers(x -> Math.signum(x) * Math.pow(Math.abs(x), power)))
                        .map(x -> dense == 0 ? x : Math.abs(x))
                        .mapToInt(x -> dense + (int) (x * width))
                        .sorted()
                        .toArray();
                Cells32 cells = Cells32.of(keys, wanted, most);
                assertThat(cells).as("dense at %d, power %d", dense, power).isNotNull();
                assertThat(cells.buckets()).isBetween(wanted / 2, 2 * wanted);
                checkRanges(buckets(cells, keys), cells.buckets(), most);
            }
        }
        // Keys that the sample does not contain.
        Cells32 cells = Cells32.of(new int[] {-5, 10, 20, 30}, 4, 4);
        char[] outside = buckets(cells, new int[] {Integer.MIN_VALUE, -5, 30, Integer.MAX_VALUE});
        assertThat(outside).isEqualTo(new char[] {0, 0, (char) (cells.buckets() - 1), (char) (cells.buckets() - 1)});
    }

    /** Keys next to a value that fills a bucket are in other buckets, so that all keys of that bucket are equal. */
    @Test
    void bucketsOfOneValueHoldNoOtherKeys() {
        int[] sample = new int[160];
        Arrays.setAll(sample, i -> i < 50 ? i << 16 : i < 100 ? 1 << 23 : (1 << 23) + (i - 50 << 16));
        // Cells are 2^12 wide.
        Cells32 cells = Cells32.of(sample, 16, 60);
        char[] buckets = buckets(cells, new int[] {(1 << 23) - 1, 1 << 23, (1 << 23) + (1 << 12), (1 << 23) + (50 << 16)});
        assertThat((int) buckets[0]).isEqualTo(buckets[1] - 1);
        assertThat((int) buckets[2]).isEqualTo(buckets[1] + 1);
        assertThat((int) buckets[3]).isEqualTo(buckets[2]);

        // The values are dense, so that their cell is divided again; the value is the last sample of that cell.
        int[] dense = new int[160];
        Arrays.setAll(dense, i -> i < 2 ? (-1 << 30) - 1000 : i < 100 ? -100 + i : 0);
        Cells32 divided = Cells32.of(dense, 16, 60);
        char[] last = buckets(divided, new int[] {-1, 0, 1, Integer.MAX_VALUE});
        assertThat(last).isEqualTo(new char[] {
            (char) (divided.buckets() - 3), (char) (divided.buckets() - 2), (char) (divided.buckets() - 1),
            (char) (divided.buckets() - 1)
        });
    }

    /** Distances from a dense point are ordered up to the greatest one, and those that differ by 1 are distinct near the point. */
    @Test
    void bucketsOfLongsAroundADensePointAscend() {
        for (long dense : new long[] {0, -7, 8, Long.MIN_VALUE + 10, Long.MAX_VALUE - 10, 1L << 61}) {
            long[] keys = new SplittableRandom(dense).longs(1000)
                    .map(key -> dense + (key >> (key & 63)))
                    .filter(key -> (key ^ dense) >= 0)
                    .sorted()
                    .toArray();
            long[] sample = new long[400];
            Arrays.setAll(sample, i -> i == 0 ? Long.MIN_VALUE : i == 399 ? Long.MAX_VALUE : dense + (i - 200) / 40);
            Cells64 cells = Cells64.of(sample, 10, 100);
            assertThat(cells).as("dense at %d", dense).isNotNull();
            char[] buckets = buckets(cells, keys);
            for (int i = 1; i < keys.length; i++) {
                assertThat((int) buckets[i]).as("key %d", keys[i]).isGreaterThanOrEqualTo(buckets[i - 1]);
            }
            long[] near = {Long.MIN_VALUE, dense - 2, dense - 1, dense, dense + 1, dense + 2, Long.MAX_VALUE};
            char[] distinct = buckets(cells, near);
            for (int i = 2; i < near.length - 1; i++) {
                assertThat((int) distinct[i]).as("dense at %d, key %d", dense, near[i]).isGreaterThan(distinct[i - 1]);
            }
        }
    }

    @Test
    void clustersAreDividedEvenly() {
        int most = N / 16;
        long[] longs = clusters(N, 1);
        Arrays.sort(longs);
        Cells64 cells64 = Cells64.of(longs, 50, most);
        checkRanges(buckets(cells64, longs), cells64.buckets(), most);
        int[] ints = Arrays.stream(longs).mapToInt(key -> (int) (key >> 32 | key >>> 8 & 0xffffff)).toArray();
        Cells32 cells32 = Cells32.of(ints, 50, most);
        checkRanges(buckets(cells32, ints), cells32.buckets(), most);
    }

    /** A value that most keys have has a cell of its own, even if no sample is close to it. */
    @Test
    void keysNextToTheMostFrequentOneAreInOtherBuckets() {
        for (int frequent : new int[] {Integer.MIN_VALUE, 0, Integer.MAX_VALUE}) {
            int[] ints = new SplittableRandom(1).ints(N).map(key -> key % 4 == 0 ? key : frequent).sorted().toArray();
            int[] near = IntStream.of(-1, 0, 1).map(i -> frequent + i).sorted().toArray();
            checkDistinct(buckets(Cells32.of(ints, 50, N / 16), near));
            long[] longs = Arrays.stream(ints).asLongStream().toArray();
            long[] nearLongs = {frequent - 1L, frequent, frequent + 1L};
            checkDistinct(buckets(Cells64.of(longs, 50, N / 16), nearLongs));
        }
        // The value is the smallest sample.
        int[] notNegative =
                new SplittableRandom(1).ints(N).map(key -> key % 4 == 0 ? key & Integer.MAX_VALUE : 0).sorted().toArray();
        checkDistinct(buckets(Cells32.of(notNegative, 50, N / 16), new int[] {-1, 0, 1}));
    }

    private static void checkDistinct(char[] buckets) {
        for (int i = 1; i < buckets.length; i++) {
            assertThat((int) buckets[i]).as("bucket of key %d", i).isGreaterThan(buckets[i - 1]);
        }
    }

    /** If each crowded cell became a window, there would be too many. */
    @Test
    void neighbouringCrowdedCellsAreDividedTogether() {
        int[] ints = new SplittableRandom(1).ints(N, 0, 20 << 20).sorted().toArray();
        ints[0] = Integer.MIN_VALUE;
        ints[N - 1] = Integer.MAX_VALUE;
        Cells32 cells32 = Cells32.of(ints, 50, N / 40);
        checkRanges(buckets(cells32, ints), cells32.buckets(), N / 40);
        long[] longs = Arrays.stream(ints).mapToLong(key -> (long) key << 32).toArray();
        Cells64 cells64 = Cells64.of(longs, 50, N / 40);
        checkRanges(buckets(cells64, longs), cells64.buckets(), N / 40);
    }

    private static void checkRanges(char[] bucketOfKey, int buckets, int most) {
        int[] counts = new int[buckets];
        for (int i = 0; i < bucketOfKey.length; i++) {
            counts[bucketOfKey[i]]++;
            assertThat(i == 0 || bucketOfKey[i - 1] <= bucketOfKey[i]).as("key %d", i).isTrue();
        }
        assertThat(Arrays.stream(counts).max().orElseThrow()).isLessThanOrEqualTo(most);
        // The last bucket may hold the empty end of the range.
        assertThat(Arrays.stream(counts, 0, buckets - 1).min().orElseThrow()).isPositive();
    }

    @Test
    void tilesAreOrderedKeys() {
        float[] floats = {-0.0f, 1.5f, Float.NEGATIVE_INFINITY, 0.0f, -2, Float.MAX_VALUE};
        for (boolean descending : new boolean[] {false, true}) {
            for (Column keys : List.of(Column.of(floats.clone()),
                    Column.of(new int[] {3, -1, 0, Integer.MIN_VALUE, 7, -9}).unsigned())) {
                Tiles32 tiles = new Tiles32(keys, descending);
                assertThat(tiles.size()).isEqualTo(6);
                int[] read = new int[6];
                tiles.read(1, read, 5);
                for (int i = 0; i < 5; i++) {
                    assertThat(tiles.at(i + 1)).isEqualTo(read[i]);
                }
                int[] before = keys.segment().toArray(Layouts.INT);
                tiles.write(read, 5, 1);
                assertThat(keys.segment().toArray(Layouts.INT)).isEqualTo(before);
                tiles.fill(tiles.at(0), 2, 3);
                int[] filled = before.clone();
                Arrays.fill(filled, 2, 5, before[0]);
                assertThat(keys.segment().toArray(Layouts.INT)).isEqualTo(filled);
            }
        }
        int[] many = new int[3000];
        new Tiles32(Column.of(many), false).fill(9, 10, 2980);
        assertThat(Arrays.stream(many).sum()).isEqualTo(9 * 2980);
        assertThat(many[9] + many[2990]).isZero();
    }

    @Test
    void findsNaNs() {
        float[] floats = {1, Float.POSITIVE_INFINITY, Float.NaN, Float.NEGATIVE_INFINITY};
        Column keys = Column.of(floats);
        assertThat(Tiles32.containsNaN(keys.segment(), 0, 2)).isFalse();
        assertThat(Tiles32.containsNaN(keys.segment(), 0, 3)).isTrue();
        assertThat(Tiles32.containsNaN(keys.segment(), 2, 3)).isTrue();
        assertThat(Tiles32.containsNaN(keys.segment(), 3, 4)).isFalse();
        floats[0] = Float.intBitsToFloat(0xff800001);
        assertThat(Tiles32.containsNaN(keys.segment(), 0, 1)).isTrue();
    }

    @Test
    void localSortsOfAnyLength() {
        SplittableRandom random = new SplittableRandom(1);
        LocalSort32 ints = new LocalSort32(3000);
        LocalSort64 longs = new LocalSort64(3000);
        assertThat(ints.capacity()).isEqualTo(3000);
        assertThat(longs.capacity()).isEqualTo(3000);
        for (int n : new int[] {0, 1, 2, 43, 44, 100, 1024, 1025, 3000}) {
            for (int bits : new int[] {0, 1, 6, 20, 31, 32}) {
                for (int i = 0; i < n; i++) {
                    ints.keys()[i] = bits == 0 ? 7 : random.nextInt() >> (32 - bits);
                    longs.keys()[i] = bits == 0 ? 7 : random.nextLong() >> (64 - 2 * bits);
                }
                int[] expected = Arrays.copyOf(ints.keys(), n);
                long[] expectedLongs = Arrays.copyOf(longs.keys(), n);
                Arrays.sort(expected);
                Arrays.sort(expectedLongs);
                assertThat(Arrays.equals(ints.sort(n), 0, n, expected, 0, n)).as("%d ints of %d bits", n, bits).isTrue();
                assertThat(Arrays.equals(longs.sort(n), 0, n, expectedLongs, 0, n)).as("%d longs", n).isTrue();
            }
        }
    }

    /**
     * The array of the result shows how keys were sorted: leaves, values and an odd number of digits end in the other array; the
     * JDK and an even number of digits in the array of the keys.
     */
    @Test
    void choosesHowToSortByTheDistribution() {
        IntUnaryOperator even = i -> i * 7919 % 3000;
        IntUnaryOperator uneven = i -> i % 10 == 0 ? i << 12 : i;
        IntUnaryOperator uneven36Bits = i -> i % 10 == 0 ? i << 19 : i;
        checkChoice("one leaf", 43, even, true);
        checkChoice("leaves", 3000, i -> even.applyAsInt(i) * 1000, false);
        checkChoice("values", 3000, i -> i % 3, false);
        checkChoice("two digits", 3000, uneven, true);
        checkChoice("three digits", 3000, uneven36Bits, false);
        checkChoice("three digits, of which one is constant", 3000, i -> i / 375 << 27 | i & 0x3ff, true);
        for (IntUnaryOperator keyAt : List.of(uneven, uneven36Bits)) {
            checkChoice("few uneven keys, ints by the JDK and longs by leaves", 2047, keyAt, true, false);
            checkChoice("enough keys for digits", 2048, keyAt, keyAt == uneven);
        }
        checkChoice("equal keys", 3000, _ -> 5, true);
    }

    /** Keys in even leaves, except some of those that are sampled, which are close to each other. */
    @Test
    void keysAreUnevenIfManySamplesAreClose() {
        for (int close : new int[] {8, 9}) {
            checkChoice(close + " close samples", 3200,
                    i -> i % 100 == 0 && i / 100 < close ? i / 100 : 500 + i * 7919 % 3200 * 1000, close == 9);
        }
    }

    private static void checkChoice(String what, int n, IntUnaryOperator keyAt, boolean inPlace) {
        checkChoice(what, n, keyAt, inPlace, inPlace);
    }

    private static void checkChoice(
            String what, int n, IntUnaryOperator keyAt, boolean intsInPlace, boolean longsInPlace) {
        LocalSort32 ints = new LocalSort32(n);
        LocalSort64 longs = new LocalSort64(n);
        int[] expected = IntStream.range(0, n).map(keyAt).map(key -> key - 100).toArray();
        for (int i = 0; i < n; i++) {
            ints.keys()[i] = expected[i];
            longs.keys()[i] = expected[i];
        }
        Arrays.sort(expected);
        int[] sorted = ints.sort(n);
        assertThat(sorted).as("ints, %s", what).isEqualTo(expected);
        assertThat(sorted == ints.keys()).as("ints, %s", what).isEqualTo(intsInPlace);
        long[] sortedLongs = longs.sort(n);
        assertThat(sortedLongs).as("longs, %s", what).isEqualTo(Arrays.stream(expected).asLongStream().toArray());
        assertThat(sortedLongs == longs.keys()).as("longs, %s", what).isEqualTo(longsInPlace);
    }

    /** The JDK's sort is the fastest one if many keys are equal. Fewer ints than longs need be equal. */
    @Test
    void repeatedKeysAreLeftToTheJdk() {
        LocalSort32 ints = new LocalSort32(3000);
        LocalSort64 longs = new LocalSort64(3000);
        SplittableRandom random = new SplittableRandom(1);
        for (int distinct : new int[] {3, 32, 1000}) {
            for (int i = 0; i < 3000; i++) {
                int key = random.nextInt(distinct) << 21;
                ints.keys()[i] = key;
                longs.keys()[i] = (long) key << 14;
            }
            int[] expected = ints.keys().clone();
            long[] expectedLongs = longs.keys().clone();
            Arrays.sort(expected);
            Arrays.sort(expectedLongs);
            int[] sorted = ints.sort(3000);
            assertThat(sorted).isEqualTo(expected);
            assertThat(sorted == ints.keys()).as("%d different ints", distinct).isEqualTo(distinct <= 32);
            long[] sortedLongs = longs.sort(3000);
            assertThat(sortedLongs).isEqualTo(expectedLongs);
            assertThat(sortedLongs == longs.keys()).as("%d different longs", distinct).isEqualTo(distinct == 3);
        }
    }

    /** Digits in which all keys agree are skipped, at the ends and between others. */
    @Test
    void digitsAreSkippedWhereKeysAgree() {
        SplittableRandom random = new SplittableRandom(1);
        LocalSort32 ints = new LocalSort32(5000);
        LocalSort64 longs = new LocalSort64(5000);
        for (long mask : new long[] {0xf00000000000007fL, 0x7fff000000000000L, 0x8000000000ff0000L, 0xff000ff000ff0000L}) {
            for (int i = 0; i < 5000; i++) {
                // Three of four keys are close to each other.
                long key = i % 4 == 0 ? random.nextLong() : random.nextLong() >>> 40 << 20;
                longs.keys()[i] = key & mask;
                ints.keys()[i] = (int) (key & mask >>> 32);
            }
            long[] expectedLongs = longs.keys().clone();
            int[] expected = ints.keys().clone();
            Arrays.sort(expectedLongs);
            Arrays.sort(expected);
            assertThat(longs.sort(5000)).as("longs, %x", mask).isEqualTo(expectedLongs);
            assertThat(ints.sort(5000)).as("ints, %x", mask).isEqualTo(expected);
        }
    }

    // ---- phases

    @Test
    void eachPhaseBeginsWhenThePreviousOneHasEnded() {
        // Phases without parts are finished in their order.
        int[] parts = {0, 1, 50, 0, 0, 3, 0};
        AtomicIntegerArray runs = new AtomicIntegerArray(parts.length);
        AtomicInteger finished = new AtomicInteger();
        Phases.Phase[] phases = IntStream.range(0, parts.length)
                .mapToObj(phase -> new Phases.Phase(() -> finished.get() == phase ? parts[phase] : -1, (part, thread) -> {
                    assertThat(thread).isBetween(0, THREADS - 1);
                    assertThat(finished.get()).isEqualTo(phase);
                    runs.incrementAndGet(phase);
                }, () -> {
                    assertThat(runs.get(phase)).isEqualTo(parts[phase]);
                    finished.incrementAndGet();
                }))
                .toArray(Phases.Phase[]::new);
        run(THREADS, phases);
        assertThat(finished).hasValue(parts.length);
    }

    @Test
    void phasesMayBeSkipped() {
        AtomicInteger runs = new AtomicInteger();
        try (Phases started = Phases.start(THREADS)) {
            started.run(
                    new Phases.Phase(10, (_, _) -> runs.incrementAndGet(), started::end),
                    new Phases.Phase(10, (_, _) -> runs.addAndGet(1000), () -> runs.addAndGet(1000)),
                    new Phases.Phase(0, (_, _) -> runs.addAndGet(1000), () -> runs.addAndGet(1000)));
        }
        assertThat(runs).hasValue(10);
    }

    /** A helper that finds no part in the last phase can help elsewhere, even within that phase. */
    @Test
    void helpersLeaveWhenNoPartIsLeft() {
        assumeTrue(Helpers.max() > 0, "no thread helps");
        AtomicInteger runs = new AtomicInteger();
        while (runs.get() == 0) {
            run(Helpers.max() + 1, new Phases.Phase(1, (_, thread) -> {
                if (thread == 0) {
                    CountDownLatch helped = new CountDownLatch(1);
                    new Loop(2, (_, inner) -> {
                        if (inner > 0) {
                            helped.countDown();
                        } else {
                            await(helped);
                        }
                    }).run();
                    runs.incrementAndGet();
                }
            }));
        }
    }

    private static void run(int threads, Phases.Phase... phases) {
        try (Phases started = Phases.start(threads)) {
            started.run(phases);
        }
    }

    /** Helpers wait for the phases, or until the caller has none. */
    @Test
    void helpersAreStartedBeforeThePhasesAreKnown() throws InterruptedException {
        Phases.start(THREADS).close();
        CountDownLatch helped = new CountDownLatch(1);
        try (Phases started = Phases.start(THREADS)) {
            Thread.sleep(20);
            started.run(new Phases.Phase(2, (_, thread) -> {
                if (thread > 0) {
                    helped.countDown();
                } else if (Helpers.max() > 0) {
                    await(helped);
                }
            }));
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void noPartStartsAfterAFailure() {
        IllegalStateException planted = new IllegalStateException("planted");
        AtomicInteger started = new AtomicInteger();
        assertThatThrownBy(() -> run(1, new Phases.Phase(5, (_, _) -> {
            if (started.incrementAndGet() == 2) {
                throw planted;
            }
        }), new Phases.Phase(5, (_, _) -> started.incrementAndGet()))).isSameAs(planted);
        assertThat(started).hasValue(2);
        assertThatThrownBy(() -> run(1, new Phases.Phase(1, (_, _) -> {}, () -> {
            throw planted;
        }), new Phases.Phase(5, (_, _) -> started.incrementAndGet()))).isSameAs(planted);
        assertThat(started).hasValue(2);
    }

    /** There are four buckets per thread, but never more than 4,096. */
    @Test
    void thousandsOfThreadsShareBuckets() {
        for (int threads : new int[] {1_023, 1_024, 1_025, 2_000, 32_768}) {
            for (int n : new int[] {1 << 16, 1 << 20, Integer.MAX_VALUE - 8}) {
                int expected = n > 1 << 28 ? 4_096 : Math.min(4 * threads, 4_096);
                assertThat(BucketSort32.buckets(n, threads)).isEqualTo(expected);
                assertThat(BucketSort64.buckets(n, threads)).isEqualTo(expected);
            }
        }
    }
}
