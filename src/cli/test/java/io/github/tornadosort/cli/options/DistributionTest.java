package io.github.tornadosort.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.KeyType;
import io.github.tornadosort.files.internal.io.KeyBits;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DistributionTest {
    @ParameterizedTest
    @EnumSource
    void pointsCoverTheTypeInOrder(KeyType type) {
        long previous = KeyBits.ordered(type, Distribution.atPoint(type, 0)) ^ Long.MIN_VALUE;
        for (long point = 1; point < 1 << 12; point++) {
            long rank = KeyBits.ordered(type, Distribution.atPoint(type, point << 52)) ^ Long.MIN_VALUE;
            assertThat(rank).isGreaterThanOrEqualTo(previous);
            previous = rank;
        }
        assertThat(Distribution.atPoint(type, 0)).isEqualTo(least(type));
        assertThat(Distribution.atPoint(type, -1)).isEqualTo(greatest(type));
    }

    private static long least(KeyType type) {
        return switch (type) {
            case INT8 -> Byte.MIN_VALUE;
            case INT16 -> Short.MIN_VALUE;
            case INT32 -> Integer.MIN_VALUE;
            case INT64 -> Long.MIN_VALUE;
            case FLOAT32 -> floatBits(-1);
            case FLOAT64 -> Double.doubleToRawLongBits(-1);
            default -> 0;
        };
    }

    private static long greatest(KeyType type) {
        return switch (type) {
            case INT8 -> Byte.MAX_VALUE;
            case INT16 -> Short.MAX_VALUE;
            case INT32 -> Integer.MAX_VALUE;
            case INT64 -> Long.MAX_VALUE;
            case UINT8 -> 0xFF;
            case UINT16 -> 0xFFFF;
            case UINT32 -> 0xFFFF_FFFFL;
            case UINT64 -> -1;
            case FLOAT32 -> floatBits(1 - 0x1p-23f);
            case FLOAT64 -> Double.doubleToRawLongBits(1 - 0x1p-52);
        };
    }

    private static long floatBits(float value) {
        return Integer.toUnsignedLong(Float.floatToRawIntBits(value));
    }
}
