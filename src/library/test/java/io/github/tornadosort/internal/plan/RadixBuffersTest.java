package io.github.tornadosort.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.SortDevice;
import io.github.tornadosort.SortPolicy;
import io.github.tornadosort.SortPolicy.Kernels;
import io.github.tornadosort.internal.kernel.GroupMerge;
import io.github.tornadosort.internal.kernel.GroupRadix32;
import io.github.tornadosort.internal.kernel.PassParameters;
import io.github.tornadosort.internal.kernel.SurveyWords;
import io.github.tornadosort.internal.plan.PlanShape.Payload;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.ShortArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

class RadixBuffersTest {
    private static final int BLOCKS = 4;
    private static final int N = 5000;
    private static final SortPolicy BLOCK = new SortPolicy(Kernels.BLOCK, 3, 1, 0, 0);
    /** Tiles of 128 keys. */
    private static final SortPolicy GROUP = new SortPolicy(Kernels.WORK_GROUP, 5, 1, 32, 4, 3000);

    private static final DeviceArrays ARRAYS = DeviceArrays.on(SortDevice.preferred());

    private static RadixBuffers buffers(SortPolicy policy) {
        return RadixBuffers.allocate(ARRAYS, PlanShape.of(KeyType.INT32, Payload.NONE), policy, BLOCKS, N);
    }

    private static RadixBuffers around(TornadoNativeArray keys, IntArray values, SortPolicy policy) {
        KeyType type = keys.getElementSize() == 8 ? KeyType.INT64 : KeyType.INT32;
        PlanShape shape = PlanShape.of(type, values == null ? Payload.NONE : Payload.VALUES);
        return RadixBuffers.around(ARRAYS, keys, values, shape, policy, BLOCKS, true);
    }

    /** Returns the parameters of the kernels for n keys: number of blocks and keys per block. */
    private static int[] cut(SortPolicy policy, int n) {
        RadixBuffers buffers = buffers(policy);
        buffers.p().set(PassParameters.ALWAYS_ZERO, 5);
        int blocks = buffers.cut(n, policy, false);
        assertThat(buffers.p().get(PassParameters.N)).isEqualTo(n);
        assertThat(buffers.p().get(PassParameters.BLOCKS)).isEqualTo(blocks);
        assertThat(buffers.p().get(PassParameters.ALWAYS_ZERO)).isZero();
        return new int[] {blocks, buffers.p().get(PassParameters.SPAN)};
    }

    static Stream<SortPolicy> policies() {
        return Stream.of(
                new SortPolicy(Kernels.BLOCK, 11, 1, 0, 0),
                new SortPolicy(Kernels.WORK_GROUP, 5, 2, 32, 4),
                new SortPolicy(Kernels.WORK_GROUP, 8, 8, 256, 16));
    }

    /** Kernels use int indices, for the first key of each block and up to one tile beyond the last key. */
    @ParameterizedTest
    @MethodSource("policies")
    void noIndexExceedsTheLargestInt(SortPolicy policy) {
        for (int maxBlocks : new int[] {1, 2, 3, 7, 16, 132, 1056, 8448}) {
            int maxKeys = (int) RadixBuffers.maxKeys(policy, maxBlocks);
            PlanShape shape = PlanShape.of(KeyType.INT32, Payload.NONE);
            RadixBuffers buffers = RadixBuffers.allocate(ARRAYS, shape, policy, maxBlocks, 1);
            for (int n : new int[] {1 << 29, (1 << 29) + 1, 1 << 30, (1 << 30) + 1, maxKeys - 1, maxKeys}) {
                long blocks = buffers.cut(n, policy, true);
                long span = buffers.p().get(PassParameters.SPAN);
                assertThat(blocks * span).as("keys of all blocks, of %d", n).isGreaterThanOrEqualTo(n);
                assertThat((blocks - 1) * span).as("first key of the last block").isBetween(0L, (long) Integer.MAX_VALUE);
                assertThat((long) n + policy.tile()).isLessThanOrEqualTo(Integer.MAX_VALUE);
            }
        }
    }

    @Test
    void workGroupKernelsUseBlocksOfWholeTilesWithoutEmptyBlocks() {
        int lead = lead(KeyType.INT32);
        assertThat(cut(GROUP, 0)).containsExactly(1, 128);
        assertThat(cut(GROUP, 128 - lead)).containsExactly(1, 128);
        assertThat(cut(GROUP, 129 - lead)).containsExactly(2, 128);
        assertThat(cut(GROUP, 4 * 128 - lead)).containsExactly(4, 128);
        assertThat(cut(GROUP, 4 * 128 + 1 - lead)).as("5 tiles").containsExactly(3, 256);
        assertThat(cut(GROUP, N)).as("40 tiles").containsExactly(4, 1280);
    }

    /** A buffer begins at a cache line of 128 bytes. Its header comes first, so blocks of whole lines begin early. */
    @ParameterizedTest
    @EnumSource(names = {"INT32", "INT64"})
    void blocksOfWorkGroupKernelsBeginAtCacheLines(KeyType type) {
        PlanShape shape = PlanShape.of(type, Payload.NONE);
        RadixBuffers buffers = RadixBuffers.allocate(ARRAYS, shape, GROUP, BLOCKS, N);
        int blocks = buffers.cut(N, GROUP, false);
        int lead = buffers.p().get(PassParameters.LEAD);
        int span = buffers.p().get(PassParameters.SPAN);
        assertThat(lead).isEqualTo(lead(type)).isLessThan(128 / type.bytes());
        assertThat((TornadoNativeArray.ARRAY_HEADER + (long) (span - lead) * type.bytes()) % 128).isZero();
        assertThat(blocks * span - lead).as("keys of all blocks").isGreaterThanOrEqualTo(N);
    }

    @Test
    void blocksOfBlockKernelsBeginAtMultiplesOfTheirSize() {
        RadixBuffers buffers = buffers(BLOCK);
        buffers.p().set(PassParameters.LEAD, 5);
        buffers.cut(N, BLOCK, false);
        assertThat(buffers.p().get(PassParameters.LEAD)).isZero();
    }

    private static int lead(KeyType type) {
        return (int) (TornadoNativeArray.ARRAY_HEADER % 128) / type.bytes();
    }

    @Test
    void blockKernelsUseAllBlocks() {
        assertThat(cut(BLOCK, 0)).containsExactly(BLOCKS, 1);
        assertThat(cut(BLOCK, 3)).containsExactly(BLOCKS, 1);
        assertThat(cut(BLOCK, N)).containsExactly(BLOCKS, N / BLOCKS);
        assertThat(cut(BLOCK, N - 1)).containsExactly(BLOCKS, N / BLOCKS);
    }

    @Test
    void countersAndSurveysFitTheirKernels() {
        assertThat(buffers(BLOCK).counts().getSize()).isEqualTo(BLOCKS * BLOCK.radix());
        assertThat(buffers(BLOCK).words().getSize()).as("of each block").isEqualTo(BLOCKS * SurveyWords.COUNT);
        assertThat(buffers(GROUP).counts().getSize()).as("of any digit").isEqualTo(BLOCKS * GroupRadix32.RADIX);
        assertThat(buffers(GROUP).totals().getSize()).isEqualTo(GroupRadix32.RADIX);
        assertThat(buffers(GROUP).words().getSize()).isEqualTo(BLOCKS * SurveyWords.COUNT + HybridSort.RESULT_WORDS);
    }

    @Test
    void existingArraysBecomeTheFirstBuffer() {
        IntArray keys = new IntArray(N);
        IntArray values = new IntArray(N);
        RadixBuffers buffers = around(keys, values, BLOCK);
        assertThat(buffers.narrow()).isFalse();
        assertThat(buffers.given()).isSameAs(keys);
        assertThat(buffers.keys()[0]).isSameAs(keys);
        assertThat(buffers.keys()[1]).isNotSameAs(keys).isInstanceOf(IntArray.class);
        assertThat(buffers.keys()[1].getSize()).isEqualTo(N);
        assertThat(buffers.values()[0]).isSameAs(values);
        assertThat(buffers.values()[1].getSize()).isEqualTo(N);

        RadixBuffers keysOnly = around(new LongArray(N), null, BLOCK);
        assertThat(keysOnly.keys()[1]).isInstanceOf(LongArray.class);
        assertThat(IntStream.of(0, 1).map(i -> keysOnly.values()[i].getSize())).containsExactly(1, 1);
    }

    @Test
    void narrowKeysAreWidenedIntoANewFirstBuffer() {
        ShortArray keys = new ShortArray(N);
        RadixBuffers buffers = around(keys, null, GROUP);
        assertThat(buffers.narrow()).isTrue();
        assertThat(buffers.given()).isSameAs(keys);
        assertThat(buffers.keys()[0]).isInstanceOf(IntArray.class);
        assertThat(buffers.keys()[0].getSize()).isEqualTo(N);
        assertThat(buffers.merged()).as("they are not merged").isZero();
    }

    @Test
    void fewKeysOf32BitsAreMerged() {
        assertThat(around(new IntArray(N), null, BLOCK).merged()).isZero();
        assertThat(around(new LongArray(N), null, GROUP).merged()).isZero();
        assertThat(around(new IntArray(1000), null, GROUP).merged()).isEqualTo(1000);
        RadixBuffers buffers = around(new IntArray(N), null, GROUP);
        assertThat(buffers.merged()).isEqualTo(GROUP.mergedKeys());
        assertThat(buffers.tiles().values().getSize()).isEqualTo(1);
        assertThat(buffers.tiles().words().getSize())
                .isGreaterThanOrEqualTo(GROUP.mergedKeys())
                .isLessThan(GROUP.mergedKeys() + GroupMerge.TILE);
        assertThat(buffers.tiles().words().getSize() % GroupMerge.TILE).isZero();
        assertThat(around(new IntArray(N), new IntArray(N), GROUP).tiles().values().getSize()).isEqualTo(3000);
    }

    @Test
    void bytesCountEveryArrayOnce() {
        for (SortPolicy policy : new SortPolicy[] {BLOCK, GROUP}) {
            // Two buffers of keys, stand-ins for values, counters, totals, words and parameters.
            long headers = 8L * TornadoNativeArray.ARRAY_HEADER;
            assertThat(buffers(policy).bytes())
                    .isEqualTo(8L * N + 2 * 4 + RadixBuffers.fixedBytes(policy, BLOCKS) + headers);
        }
        RadixBuffers merging = around(new IntArray(N), null, GROUP);
        RadixBuffers.Tiles tiles = merging.tiles();
        long tileBytes = 8L * tiles.words().getSize() + 4L * 3000 + 4 + 3L * TornadoNativeArray.ARRAY_HEADER;
        SortPolicy none = new SortPolicy(Kernels.WORK_GROUP, 5, 1, 32, 4);
        assertThat(merging.bytes()).isEqualTo(around(new IntArray(N), null, none).bytes() + tileBytes);
    }
}
