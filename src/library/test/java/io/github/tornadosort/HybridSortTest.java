package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.internal.kernel.GroupBuckets64;
import io.github.tornadosort.internal.kernel.GroupSample64;
import io.github.tornadosort.internal.policy.SortPolicy;
import io.github.tornadosort.internal.policy.SortPolicy.Kernels;
import io.github.tornadosort.reference.KeyData;
import io.github.tornadosort.reference.Operation;
import io.github.tornadosort.reference.Reference;
import io.github.tornadosort.stage.SortStage;
import io.github.tornadosort.stage.StageRuns;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import uk.ac.manchester.tornado.api.exceptions.TornadoExecutionPlanException;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;

/** Sorts of work-group kernels by the highest digits and then in buckets: when they are chosen, and that they are right. */
@Tag("slow")
class HybridSortTest {
    /** Digits of 5 bits, and tiles of 64 * 16 keys for buckets. */
    private static final SortPolicy POLICY = new SortPolicy(Kernels.WORK_GROUP, 5, 1, 32, 4, 0, GroupSample64.KEYS, 0);

    private static final int TILE = tile(POLICY);
    private static final int N = 5 * TILE + 77;
    /** Two digits, and the sort of the buckets. */
    static final int BUCKETED = 3;

    /** Number of keys in each of the parts of which the sample has one. */
    private static final int STRIDE = 4;

    private static final Operation[] OPERATIONS = {Operation.SORT, Operation.SORT_WITH_INT32, Operation.ARGSORT};

    /** Kernels are compiled once. */
    private static final Map<List<Object>, Sorter> SORTERS = new ConcurrentHashMap<>();

    /** On GPUs, other algorithms are faster for so few keys. */
    private static Sorter sorter(SortDevice device, SortPolicy policy) {
        return SORTERS.computeIfAbsent(
                List.of(device, policy),
                _ -> Sorter.builder().device(device).policy(policy).algorithm("radix").open());
    }

    static Stream<SortDevice> devices() {
        return SortDevice.all().stream();
    }

    /** Without the checked device, on which many keys take long. The tests of fewer keys run there. */
    static Stream<SortDevice> fastDevices() {
        return devices().filter(device -> !isChecked(device));
    }

    private static boolean isChecked(SortDevice device) {
        return device.name().contains("checked");
    }

    /** Returns the maximum number of keys of a bucket. */
    static int tile(SortPolicy policy) {
        return (policy.workItems() + 32) * GroupBuckets64.ITEMS;
    }

    private static Column keys(KeyType type, int n, IntToLongFunction key) {
        return KeyData.ofBits(type, IntStream.range(0, n).mapToLong(key).toArray());
    }

    static long random(long seed) {
        return new SplittableRandom(seed).nextLong();
    }

    private static int passes(SortDevice device, KeyType type, int n, IntToLongFunction key) {
        return passes(device, POLICY, type, n, key);
    }

    /** Checks sorts of these keys alone and with values, and returns the number of passes of the keys alone. */
    static int passes(SortDevice device, SortPolicy policy, KeyType type, int n, IntToLongFunction key) {
        Sorter sorter = sorter(device, policy);
        Column keys = keys(type, n, key);
        Operation.SORT_WITH_INT32.check(sorter, keys, Order.ASCENDING, "pairs of " + n + " " + type);
        // The first pass takes the indices from the positions of the keys.
        Operation.ARGSORT.check(sorter, keys, Order.ASCENDING, "argsort of " + n + " " + type);
        return passes(sorter, keys);
    }

    /** Checks a sort of these keys alone, and returns the number of its passes. */
    private static int passesOfKeys(SortDevice device, KeyType type, int n, IntToLongFunction key) {
        return passes(sorter(device, POLICY), keys(type, n, key));
    }

    private static int passes(Sorter sorter, Column keys) {
        Column sorted = KeyData.copy(keys);
        SortStats stats = sorter.sort(sorted);
        assertThat(Operation.firstDifference(sorted, Operation.at(keys, Reference.order(keys, Order.ASCENDING))))
                .isEqualTo(-1);
        return stats.passesIssued();
    }

    /** All types of 64 bits on the fast device. {@code CheckedPoliciesTest} sorts them on the checked one. */
    static Stream<Arguments> types() {
        return devices()
                .flatMap(device -> Stream.of(KeyType.INT64, KeyType.FLOAT64, KeyType.UINT64)
                        .filter(type -> !isChecked(device) || type == KeyType.INT64)
                        .map(type -> Arguments.of(device, type)));
    }

    @ParameterizedTest
    @MethodSource("types")
    void uniformKeysAreSortedInBuckets(SortDevice device, KeyType type) {
        for (int n : new int[] {GroupSample64.KEYS, N}) {
            assertThat(passes(device, type, n, i -> random(i))).as("%d keys", n).isEqualTo(BUCKETED);
        }
    }

    /** Some tiles lack a few keys of being full, so that only some work-items write their last key. */
    @ParameterizedTest
    @MethodSource("fastDevices")
    void almostFullTiles(SortDevice device) {
        assertThat(passes(device, KeyType.INT64, 16 * TILE + 1, i -> random(i))).isEqualTo(BUCKETED);
    }

    @ParameterizedTest
    @MethodSource("fastDevices")
    void fewKeysAreSortedDigitByDigit(SortDevice device) {
        assertThat(passesOfKeys(device, KeyType.INT64, GroupSample64.KEYS - 1, i -> random(i))).isEqualTo(13);
    }

    /** All bits vary, but most keys have one of a few values. */
    @ParameterizedTest
    @MethodSource("fastDevices")
    void duplicatesAreSortedDigitByDigit(SortDevice device) {
        assertThat(passesOfKeys(device, KeyType.INT64, N, i -> random(i % 3))).isGreaterThan(BUCKETED + 1);
    }

    /** The sample suggests two or three digits and then buckets, but as many digits sort all bits that vary. */
    @ParameterizedTest
    @ValueSource(longs = {0xf800001fL, 0x80380001L})
    void bucketsNeverAddAPass(long varying) {
        SortDevice device = SortDevice.preferred();
        IntToLongFunction key = i -> random(i) & varying;
        try (Sorter byDigits = Sorter.builder().device(device).policy(POLICY).algorithm("radix")
                .digitBits(POLICY.radixBits()).open()) {
            assertThat(passesOfKeys(device, KeyType.UINT64, N, key))
                    .isEqualTo(byDigits.sort(keys(KeyType.UINT64, N, key)).passesIssued());
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void theBitsThatVaryDecide(SortDevice device) {
        // The highest three digits have four values; four digits have enough.
        assertThat(passes(device, KeyType.UINT64, N, i -> random(i) & 0x8003ffffffffffffL)).isEqualTo(BUCKETED + 2);
        // The kernel's words hold all bits, so that it need not read the keys again.
        assertThat(passes(device, KeyType.UINT64, N, i -> random(i) & 0xffffL << 48)).isEqualTo(BUCKETED);
        if (isChecked(device)) {
            return;
        }
        // Three digits have enough values, and two have not.
        assertThat(passesOfKeys(device, KeyType.UINT64, N, i -> random(i) & 0x807fffffffffffffL)).isEqualTo(BUCKETED + 1);
        // A pass more or less is not worth buckets.
        assertThat(passesOfKeys(device, KeyType.INT64, N, i -> random(i) & 0x7fff)).isEqualTo(3);
        // Buckets of values that repeat, and of keys some of whose next bits do not vary, are sorted by all bits at once.
        assertThat(passes(device, KeyType.UINT64, N, i -> random(i % (N / 8)))).isEqualTo(BUCKETED);
        assertThat(passesOfKeys(device, KeyType.UINT64, N, i -> random(i) & 0xff0fffffffffffffL)).isEqualTo(BUCKETED);
    }

    static Stream<Arguments> lowBits() {
        return devices().flatMap(device -> Stream.of(KeyType.FLOAT64, KeyType.UINT64)
                .filter(type -> !isChecked(device) || type == KeyType.UINT64)
                .map(type -> Arguments.of(device, type, type == KeyType.FLOAT64 ? 0x30 : 0xff)));
    }

    /** The keys of a bucket differ in their lowest bits only, and few bits leave many that are equal. */
    @ParameterizedTest
    @MethodSource("lowBits")
    void keysThatTieInTheirUpperBitsAreSorted(SortDevice device, KeyType type, int low) {
        long high = 0xfffL << (type.bits() - 12);
        int passes = passes(device, type, N, i -> random(i) & (high | low));
        assertThat(passes).isEqualTo(BUCKETED);
    }

    /** Returns an index of the sample, as {@link GroupSample64} computes it. */
    private static int sampled(int part, int stride) {
        return part * stride + ((part * 0x9e3779b1) >> 8 & (Integer.highestOneBit(stride) - 1));
    }

    /** Returns uniform keys and a bucket of the given size, to which no key of the sample belongs. */
    static long[] withHiddenBucket(SortPolicy policy, KeyType type, int size) {
        long[] keys = IntStream.range(0, STRIDE * GroupSample64.KEYS).mapToLong(i -> random(i)).toArray();
        // Nothing else is in the bucket.
        int bits = 2 * policy.radixBits();
        long lowest = 1L << (type.bits() - bits);
        long digits = (lowest << bits) - lowest;
        for (int i = 0; i < keys.length; i++) {
            keys[i] = (keys[i] & digits) == hidden(policy, type) ? keys[i] ^ lowest : keys[i];
        }
        hide(keys, policy, type, size);
        return keys;
    }

    /** Moves keys that do not belong to the sample to a bucket. */
    private static void hide(long[] keys, SortPolicy policy, KeyType type, int size) {
        long others = -1L >>> (Long.SIZE - type.bits() + 2 * policy.radixBits());
        for (int i = 0, hidden = 0; hidden < size; i++) {
            if (i != sampled(i / STRIDE, STRIDE)) {
                keys[i] = hidden(policy, type) | (keys[i] & others);
                hidden++;
            }
        }
    }

    /** Returns the two digits of the bucket. */
    private static long hidden(SortPolicy policy, KeyType type) {
        int bits = 2 * policy.radixBits();
        return (0x5555L & ((1L << bits) - 1)) << (type.bits() - bits);
    }

    static Stream<Arguments> hidden() {
        return fastDevices().flatMap(device -> IntStream.of(TILE, TILE + 1).mapToObj(size -> Arguments.of(device, size)));
    }

    /** A bucket that no key of the sample belongs to: one that just fits, and one that is too large, which costs all passes. */
    @ParameterizedTest
    @MethodSource("hidden")
    void aBucketThatIsTooLargeIsSortedDigitByDigit(SortDevice device, int size) {
        KeyType type = KeyType.UINT64;
        long[] keys = withHiddenBucket(POLICY, type, size);
        int n = keys.length;
        int all = (type.bits() + 4) / 5;
        assertThat(passes(device, type, n, i -> keys[i])).isEqualTo(size <= TILE ? BUCKETED : BUCKETED + all);
    }

    /** A survey counts no digit if the sample is in order. Sorted keys need no counts; others are surveyed again. */
    @ParameterizedTest
    @MethodSource("fastDevices")
    void keysWhoseSampleIsInOrder(SortDevice device) {
        IntToLongFunction sorted = i -> i * (-1L >>> 13) ^ Long.MIN_VALUE;
        assertThat(passesOfKeys(device, KeyType.INT64, N, sorted)).isZero();
        assertThat(passesOfKeys(device, KeyType.INT64, N, _ -> 7)).isZero();
        assertThat(passes(device, KeyType.INT64, N, i -> sorted.applyAsLong(i == 1 ? 2 : i == 2 ? 1 : i))).isPositive();
        // The sample suggests no digits then, and the usual ones are not counted.
        assertThat(passesOfKeys(device, KeyType.INT64, N, i -> i == 1 ? 2 : i == 2 ? 1 : i)).isEqualTo(3);
    }

    /** Keys that are compared by some of their bits keep their order. */
    @ParameterizedTest
    @MethodSource("fastDevices")
    void keysAreComparedBySomeOfTheirBits(SortDevice device) {
        KeyType type = KeyType.FLOAT64;
        Order sortOrder = Order.DESCENDING.bits(type.bits() - 20, type.bits());
        for (Operation operation : OPERATIONS) {
            operation.check(sorter(device, POLICY), keys(type, N, HybridSortTest::random), sortOrder,
                    operation + " of " + type);
        }
    }

    /** In buckets, and in buckets and then digit by digit. */
    @ParameterizedTest
    @MethodSource("fastDevices")
    void aStageSortsInBuckets(SortDevice device) throws TornadoExecutionPlanException {
        assertThat(passesOfStage(device, withHiddenBucket(POLICY, KeyType.INT64, TILE))).isEqualTo(BUCKETED);
        assertThat(passesOfStage(device, withHiddenBucket(POLICY, KeyType.INT64, TILE + 1))).isEqualTo(BUCKETED + 13);
    }

    private static int passesOfStage(SortDevice device, long[] input) throws TornadoExecutionPlanException {
        LongArray keys = LongArray.fromArray(input);
        IntArray indices = new IntArray(input.length);
        SortStage sort = StageRuns.with(POLICY, SortStage.builder("sort")).device(device).keys(keys).order(indices)
                .toHost(indices).build();
        StageRuns.run(device, sort, new int[] {input.length}, _ -> {},
                _ -> assertThat(indices.toHeapArray()).isEqualTo(Reference.order(Column.of(input), Order.ASCENDING)));
        return sort.stats().passesIssued();
    }

    /** Keys that are copied to the device and back in chunks, where some work-items copy eight keys and others fewer. */
    @ParameterizedTest
    @MethodSource("fastDevices")
    void keysInChunksAreSortedInBuckets(SortDevice device) {
        SortPolicy chunked = new SortPolicy(Kernels.WORK_GROUP, 5, 1, 32, 4, 0, GroupSample64.KEYS, 2000);
        try (Sorter sorter = Sorter.builder().device(device).policy(chunked).algorithm("radix").open()) {
            Column keys = Column.of(withHiddenBucket(POLICY, KeyType.INT64, TILE + 1));
            Operation.SORT.check(sorter, keys, Order.ASCENDING, "a bucket that is too large");
            Operation.ARGSORT.check(sorter, keys, Order.ASCENDING, "a bucket that is too large");
        }
    }
}
