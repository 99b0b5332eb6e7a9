package io.github.tornadosort.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tornadosort.Column;
import io.github.tornadosort.KeyType;
import io.github.tornadosort.Order;
import java.util.Comparator;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the reference itself against the JDK's sorts and against binary digits as text. */
class ReferenceTest {
    @Test
    void bitsAreThoseOfTheBinaryNumber() {
        SplittableRandom random = new SplittableRandom(1);
        for (int begin = 0; begin <= 64; begin++) {
            for (int end = begin; end <= 64; end++) {
                long bits = random.nextLong();
                String digits = "0".repeat(64) + Long.toBinaryString(bits);
                String some = digits.substring(digits.length() - end, digits.length() - begin);
                assertThat(Reference.someBits(bits, begin, end))
                        .as("bits %d to %d of %x", begin, end, bits)
                        .isEqualTo(some.isEmpty() ? 0 : Long.parseUnsignedLong(some, 2));
            }
        }
    }

    /** The ordered bits of all types compare as the values do, so a sort by all of them is a sort by value. */
    @ParameterizedTest
    @EnumSource
    void allBitsOrderKeysAsTheirValues(KeyType type) {
        Column keys = type.isFloat() ? KeyData.specials(type, 500, 2) : KeyData.random(type, 500, 2);
        long[] bits = KeyData.bits(keys);
        Comparator<Integer> byBits = (a, b) -> Long.compareUnsigned(
                Reference.orderedBits(type, bits[a]), Reference.orderedBits(type, bits[b]));

        assertThat(Reference.order(bits.length, byBits)).isEqualTo(Reference.order(keys, Order.ASCENDING));
    }
}
