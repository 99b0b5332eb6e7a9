package io.github.tornadosort.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.internal.memory.Scratch;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import uk.ac.manchester.tornado.api.types.arrays.IntArray;
import uk.ac.manchester.tornado.api.types.arrays.LongArray;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** Tests that codecs write buffers as documented, with any number of cores, and write nothing beyond the last key. */
class CodecsTest {
    /** Enough keys for several parallel ranges. */
    private static final int N = 100_003;

    private static final int BEYOND = 7;
    private static final long UNTOUCHED = 0x5ca1ab1e_0ddba11L;

    /** Returns random bytes at an odd address. */
    private static MemorySegment random(long bytes) {
        byte[] random = new byte[Math.toIntExact(bytes) + 1];
        new SplittableRandom(bytes).nextBytes(random);
        return MemorySegment.ofArray(random).asSlice(1);
    }

    private static Column keys(KeyType type) {
        return new Column(random((long) N * type.bytes()), type);
    }

    /** Returns the bits of a key as an unsigned number. */
    private static long bits(Column keys, int i) {
        ByteBuffer bytes = keys.segment().asByteBuffer().order(ByteOrder.nativeOrder());
        return switch (keys.type().bytes()) {
            case 1 -> bytes.get(i) & 0xffL;
            case 2 -> bytes.getShort(2 * i) & 0xffffL;
            case 4 -> bytes.getInt(4 * i) & 0xffff_ffffL;
            default -> bytes.getLong(8 * i);
        };
    }

    private static byte[] copy(Column keys) {
        return keys.segment().toArray(ValueLayout.JAVA_BYTE);
    }

    private static LongArray longs(int n) {
        LongArray longs = new LongArray(n);
        longs.init(UNTOUCHED);
        return longs;
    }

    private static TornadoNativeArray buffer(KeyType type) {
        if (type.bytes() == Long.BYTES) {
            return longs(N + BEYOND);
        }
        IntArray ints = new IntArray(N + BEYOND);
        ints.init((int) UNTOUCHED);
        return ints;
    }

    @ParameterizedTest
    @EnumSource(KeyType.class)
    void buffersHoldTheKeysBits(KeyType type) {
        Column keys = keys(type);
        TornadoNativeArray buffer = buffer(type);

        KeyCodec codec = new KeyCodec(keys, buffer);
        codec.load().run();

        long[] expected = IntStream.range(0, N + BEYOND)
                .mapToLong(i -> i < N ? bits(keys, i) : buffer instanceof LongArray ? UNTOUCHED : UNTOUCHED & 0xffff_ffffL)
                .toArray();
        long[] held = IntStream.range(0, N + BEYOND)
                .mapToLong(i -> buffer instanceof IntArray ints ? ints.get(i) & 0xffff_ffffL : ((LongArray) buffer).get(i))
                .toArray();
        assertThat(Arrays.mismatch(held, expected)).isEqualTo(-1);
        Column back = new Column(random(keys.segment().byteSize() + 1).asSlice(1), type);
        new KeyCodec(back, buffer).store().run();
        assertThat(Arrays.mismatch(copy(back), copy(keys))).isEqualTo(-1);
        Column presented = codec.presented(new Scratch());
        assertThat(presented.type()).isEqualTo(type);
        assertThat(Arrays.mismatch(copy(presented), copy(keys))).isEqualTo(-1);
    }

    @ParameterizedTest
    @EnumSource(KeyType.class)
    void rangesOfKeysAreCopiedToOtherIndices(KeyType type) {
        Column keys = keys(type);
        TornadoNativeArray whole = buffer(type);
        TornadoNativeArray range = buffer(type);
        new KeyCodec(keys, whole).load(0, N, 0);
        new KeyCodec(keys, range).load(100, 300, 7);
        int bytes = range.getElementSize();
        assertThat(range.getSegment().asSlice(7L * bytes, 200L * bytes)
                .mismatch(whole.getSegment().asSlice(100L * bytes, 200L * bytes))).isEqualTo(-1);
        Column back = new Column(MemorySegment.ofArray(copy(keys)), type);
        back.segment().asSlice(100L * type.bytes(), 200L * type.bytes()).fill((byte) 0);
        new KeyCodec(back, range).store(7, 100, 300);
        assertThat(copy(back)).isEqualTo(copy(keys));
    }
}
