package io.github.tornadosort;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.internal.kernel.GroupSample64;
import io.github.tornadosort.internal.policy.SortPolicy;
import io.github.tornadosort.internal.policy.SortPolicy.Kernels;
import io.github.tornadosort.reference.KeyData;
import io.github.tornadosort.reference.Operation;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import uk.ac.manchester.tornado.jvm.junit.CheckedKernels;

/**
 * No kernel of this project does anything undefined, with policies that the tuner may choose, at the edges of their tiles
 * and blocks, in whatever order work-items run; and all of them sort.
 */
@Tag("slow")
@CheckedKernels
class CheckedPoliciesTest {
    private static final SortDevice CHECKED = SortDevice.all().get(1);

    /** What the kernels differ by: the width of the keys, their order, and whether they carry something. */
    private static final KeyType[] TYPES = {
        KeyType.INT32, KeyType.UINT64, KeyType.FLOAT32, KeyType.FLOAT64, KeyType.INT16
    };

    /** What the kernels that sort buckets differ by. */
    private static final KeyType[] BUCKET_TYPES = {KeyType.INT64, KeyType.UINT64, KeyType.FLOAT64};

    private static final Operation[] OPERATIONS = {Operation.SORT, Operation.SORT_WITH_INT32, Operation.ARGSORT};

    /** Each digit width, with all tiles and numbers of blocks among them. FuzzTest tries all combinations. */
    static Stream<Arguments> policies() {
        Stream<SortPolicy> groups = IntStream.range(0, 8)
                .mapToObj(i -> new SortPolicy(Kernels.WORK_GROUP, 1 + i % 8, 1 << i % 4, 64 << i % 3, 4 << i / 3 % 3));
        Stream<SortPolicy> blocks =
                IntStream.rangeClosed(1, 12).mapToObj(i -> new SortPolicy(Kernels.BLOCK, i, 1 << i % 4, 0, 0));
        SortPolicy[] policies = Stream.concat(groups, blocks).toArray(SortPolicy[]::new);
        return IntStream.range(0, policies.length).mapToObj(i -> Arguments.of(policies[i], i));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void runsCleanAtEdges(SortPolicy policy, int turn) {
        int tile = policy.kernels() == Kernels.WORK_GROUP ? policy.tile() : 1000;
        Sorter.Builder opened = Sorter.builder().device(CHECKED).policy(policy);
        try (Sorter sorter = (turn & 1) != 0 ? opened.verified().open() : opened.open()) {
            for (int edge = -1; edge <= 1; edge++) {
                int next = 3 * turn + edge + 1;
                KeyType type = TYPES[next % TYPES.length];
                Operation operation = OPERATIONS[next / TYPES.length % OPERATIONS.length];
                Order order = (next & 1) != 0 ? Order.DESCENDING : Order.ASCENDING;
                int n = tile + edge;
                operation.check(sorter, keys(type, n), order, operation + " of " + n + " " + type);
            }
            assertThat(Diagnostics.of(sorter).mismatches()).isZero();
        }
    }

    /** Digits of all widths that sort buckets, with different tiles of a pass and of buckets. */
    static Stream<Arguments> bucketPolicies() {
        return IntStream.of(0, 2, 5, 7).mapToObj(i -> Arguments.of(bucketed(8 - i % 4, 64 << i / 3, 4 << i % 3), i));
    }

    private static SortPolicy bucketed(int radixBits, int workItems, int items) {
        return new SortPolicy(Kernels.WORK_GROUP, radixBits, 2, workItems, items, 0, GroupSample64.KEYS, 0);
    }

    /** Uniform keys, at the edges of the tiles of buckets or of passes. */
    @ParameterizedTest
    @MethodSource("bucketPolicies")
    void bucketsRunCleanAtEdges(SortPolicy policy, int turn) {
        int passes = wholeTiles(2 * policy.tile());
        int buckets = wholeTiles(HybridSortTest.tile(policy));
        for (int edge = -1; edge <= 1; edge++) {
            KeyType type = BUCKET_TYPES[(turn + edge + 1) % BUCKET_TYPES.length];
            requireBuckets(policy, type, (turn + edge) % 2 == 0 ? buckets + edge : passes + edge);
        }
    }

    /** Returns the number of keys of whole tiles that is enough for a sample, even with a few keys fewer. */
    private static int wholeTiles(int tile) {
        return Math.ceilDiv(GroupSample64.KEYS + 8, tile) * tile;
    }

    private static void requireBuckets(SortPolicy policy, KeyType type, int n) {
        assertThat(HybridSortTest.passes(CHECKED, policy, type, n, HybridSortTest::random)).as("%d %s", n, type)
                .isEqualTo(HybridSortTest.BUCKETED);
    }

    /** A bucket that just fits, and one that is too large, which costs all passes. */
    @Test
    void largeBucketsRunClean() {
        SortPolicy policy = bucketed(6, 64, 16);
        int tile = HybridSortTest.tile(policy);
        for (int size : new int[] {tile, tile + 1}) {
            long[] keys = HybridSortTest.withHiddenBucket(policy, KeyType.UINT64, size);
            assertThat(HybridSortTest.passes(CHECKED, policy, KeyType.UINT64, keys.length, i -> keys[i])).as("%d", size)
                    .isEqualTo(HybridSortTest.BUCKETED + (size > tile ? Math.ceilDiv(64, 6) : 0));
        }
    }

    /** Keys that vary in a few low and a few high bits, so that narrow digits take few passes. */
    private static Column keys(KeyType type, int n) {
        long few = 0x3f;
        long mask = few | few << (type.bits() - 6);
        return KeyData.ofBits(type, new SplittableRandom(n).longs(n).map(bits -> bits & mask).toArray());
    }
}
