package io.github.tornadosort.internal.kernel;

/**
 * Arithmetic that the kernels of radix sorts share. Nothing here branches, because TornadoVM does not unroll
 * loops with branches.
 */
final class GroupDigits {

    private GroupDigits() {}

    /** {@return what one key of a digit adds to a word of a survey's counters} */
    static int one(int digit) {
        return 1 << ((digit & 3) * 8);
    }

    /** {@return the half of a word of counters that counts a 4-bit digit: the upper half for digits from 8 on} */
    static int half(int counters, int digit) {
        return (counters >> ((digit >> 3) << 4)) & 65535;
    }

    /** {@return the index of a digit in an array with a word of padding after every 16} */
    static int padded(int digit) {
        return digit + (digit >> 4);
    }

    /** {@return {@code one} if the mask is 0, and {@code other} if it is -1} */
    static int select(int one, int other, int mask) {
        return one ^ ((one ^ other) & mask);
    }
}
